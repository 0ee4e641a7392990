"""Makes the home's folders, private to their user, and the short link for homes of too long a name."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from continuum.embedded.errors import DiskFull, NoPermission, StartFailed
from continuum.embedded.paths import Home

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_NOT_ALLOWED = {errno.EACCES, errno.EPERM, errno.EROFS}


def prepare(home: Home) -> None:
    """Create what is missing under the home. Raises NoPermission or DiskFull in one sentence."""
    with explained(home.root):
        home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in (home.run, home.logs):
            folder.mkdir(mode=0o700, exist_ok=True)
            _require_private(folder)
    if home.needs_alias:
        with explained(home.alias):
            _make_alias(home)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns the operating system's refusals into ours, naming the file it refused."""
    try:
        yield
    except OSError as error:
        culprit = Path(os.fsdecode(error.filename)) if error.filename else path
        if error.errno in _NO_ROOM:
            raise DiskFull(path) from error
        if error.errno in _NOT_ALLOWED:
            raise NoPermission(culprit) from error
        if error.errno in {errno.ENOTDIR, errno.EEXIST}:
            raise StartFailed(
                "Continuum's home", reason=f"{culprit} is in the way and is no folder"
            ) from error
        raise


def write_whole(path: Path, text: str, *, owner: tuple[int, int] | None = None) -> None:
    """Replace a file in one step, readable by its owner alone; not written when it says the same already."""
    with explained(path):
        if path.exists() and path.read_text() == text:
            return
        draft = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(text)
            if owner is not None:
                os.chown(draft, *owner)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def _make_alias(home: Home) -> None:
    home.alias.mkdir(mode=0o700, exist_ok=True)
    _require_private(home.alias)
    link = home.reach
    if link.is_symlink() and Path(os.readlink(link)) == home.root:
        return
    draft = home.alias / f"home.{os.getpid()}"
    draft.symlink_to(home.root)
    draft.replace(link)


def _require_private(folder: Path) -> None:
    """Ours, a real folder, closed to others: in /tmp anybody could have made it before us."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise NoPermission(
            folder, way_out="It belongs to another user: remove it, or choose another CONTINUUM_HOME."
        )
    if found.st_mode & 0o077:
        folder.chmod(0o700)
