"""Opening what is to be imported: a file, a folder or an archive, as members that can be read one by one.

Nothing is unpacked to disk. What would lead out of an archive or a folder, or unpacks to more than its size
promises, is refused before anything of it is read.
"""

from __future__ import annotations

import gzip
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, cast

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers import limits
from memories.portability.importers.reading import Counted, Source

_ZIP, _GZIP = b"PK", b"\x1f\x8b"
_SYMLINK = 0o120000


def refused(reason: str, **details: object) -> ValidationFailed:
    return ValidationFailed(reason, field="file", **details)


@dataclass(frozen=True, slots=True)
class Member:
    """One file in it, by its path with forward slashes, and its size when unpacked in bytes."""

    name: str
    size: int

    @property
    def base(self) -> str:
        return PurePosixPath(self.name).name

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.name).suffix.lower()


@dataclass(slots=True)
class Bundle:
    """What is to be imported: what it is called, its members by name, and how each is opened. `read` counts
    the bytes that were read of all, `total` how many there are; times without an offset are read in `zone`.
    """

    name: str
    members: Sequence[Member]
    is_folder: bool
    _open: Callable[[str], IO[bytes]]
    read: int = 0
    wanted: frozenset[str] = field(default_factory=frozenset)
    zone: str = "UTC"
    unpacked: bool = False  # a gzip file that is unpacked as it is read

    @property
    def total(self) -> int:
        """Bytes of those members that are read: of all until an importer says which."""
        return sum(member.size for member in self.members if not self.wanted or member.name in self.wanted)

    def named(self, *bases: str) -> list[Member]:
        """The members of these file names, in whatever folder."""
        return [member for member in self.members if member.base in bases]

    def ending(self, *suffixes: str) -> list[Member]:
        return [member for member in self.members if member.suffix in suffixes]

    @property
    def only(self) -> Member | None:
        """The one member of a single file."""
        return self.members[0] if len(self.members) == 1 else None

    @contextmanager
    def opened(self, member: Member) -> Iterator[Source]:
        """The member's bytes, unpacked. Raises ValidationFailed for what is damaged or too large."""
        with self._open(member.name) as raw:
            yield Counted(raw, most=_most(member), heard=self._heard)

    def _heard(self, count: int) -> None:
        self.read += count


def _most(member: Member) -> int:
    return min(limits.MAX_FILE_BYTES, member.size) if member.size >= 0 else limits.MAX_FILE_BYTES


@contextmanager
def opened(path: Path, *, called: str = "") -> Iterator[Bundle]:
    """A file, folder or archive. `called` is the name people know it by. Raises ValidationFailed."""
    name = called or path.name
    if path.is_dir():
        yield _folder(path, name)
        return
    with _regular(path) as raw:
        start = raw.read(2)
        raw.seek(0)
        if start == _ZIP:
            with _archive(raw) as archive:
                yield Bundle(name, _members(archive), is_folder=False, _open=_unpacking(archive))
        elif start == _GZIP:
            plain = name.removesuffix(".gz")
            member = Member(plain, _gzip_limit(path))
            yield Bundle(name, [member], False, lambda _: _ungzip(path), unpacked=True)
        else:
            if name.lower().endswith(".zip"):
                raise refused("This is called .zip and is no zip archive: it may be cut or another file.")
            yield Bundle(name, [Member(name, path.stat().st_size)], False, lambda _: path.open("rb"))


@contextmanager
def _regular(path: Path) -> Iterator[IO[bytes]]:
    try:
        size = path.stat()
        if not stat.S_ISREG(size.st_mode):
            raise refused("This is neither a file nor a folder.")
        raw = path.open("rb")
    except OSError as error:
        raise refused(f"It cannot be opened: {error.strerror}.") from None
    with raw:
        if size.st_size == 0:
            raise refused("The file is empty.")
        if size.st_size > limits.MAX_FILE_BYTES:
            raise refused(f"The file has {size.st_size:,} bytes; at most {limits.MAX_FILE_BYTES:,} are read.")
        yield raw


# --- Archives -----------------------------------------------------------------------------------------------


@contextmanager
def _archive(raw: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(raw)
    except (zipfile.BadZipFile, ValueError, OSError, UnicodeDecodeError):
        raise refused("The zip archive is damaged or cut: its table of contents cannot be read.") from None
    with archive:
        yield archive


def _members(archive: zipfile.ZipFile) -> list[Member]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > limits.MAX_MEMBERS:
        raise refused(f"The archive holds {len(infos):,} files; at most {limits.MAX_MEMBERS:,} are read.")
    for info in infos:
        _refuse_leading_out(info.filename)
        if info.external_attr >> 16 & _SYMLINK == _SYMLINK:
            raise refused("The archive holds a link instead of a file.")
        if info.flag_bits & 1:
            raise refused("The archive is locked with a password.")
        if info.file_size > max(limits.FREE_BYTES, info.compress_size * limits.MAX_RATIO):
            raise refused("A file in the archive unpacks to far more than its size: it looks like a bomb.")
    if len({info.filename for info in infos}) < len(infos):
        raise refused("The archive holds two files of one name.")
    total = sum(info.file_size for info in infos)
    if total > limits.MAX_FILE_BYTES:
        raise refused(f"The archive unpacks to {total:,} bytes; at most {limits.MAX_FILE_BYTES:,} are read.")
    return [Member(info.filename, info.file_size) for info in infos]


def _refuse_leading_out(name: str) -> None:
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or (path.parts and ":" in path.parts[0]) or "\x00" in name:
        raise refused("The archive holds a path that leads out of it.")


def _unpacking(archive: zipfile.ZipFile) -> Callable[[str], IO[bytes]]:
    def unpack(name: str) -> IO[bytes]:
        try:
            return archive.open(name)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, zlib.error):
            raise refused("A file in the archive cannot be unpacked.") from None

    return unpack


def _gzip_limit(path: Path) -> int:
    packed = path.stat().st_size
    return min(limits.MAX_FILE_BYTES, max(limits.FREE_BYTES, packed * limits.MAX_RATIO))


def _ungzip(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path, "rb"))


# --- Folders ------------------------------------------------------------------------------------------------


def _folder(path: Path, name: str) -> Bundle:
    root = path.resolve()
    found: list[Member] = []
    for folder, folders, files in os.walk(root, followlinks=False):
        folders[:] = sorted(each for each in folders if not (Path(folder) / each).is_symlink())
        for each in sorted(files):
            file = Path(folder) / each
            if file.is_symlink() or not file.is_file():
                continue  # what a link points to may lie anywhere
            found.append(Member(file.relative_to(root).as_posix(), file.stat().st_size))
            if len(found) > limits.MAX_MEMBERS:
                raise refused(f"The folder holds more than {limits.MAX_MEMBERS:,} files.")
    if not found:
        raise refused("The folder holds no file.")
    return Bundle(name, found, is_folder=True, _open=lambda member: (root / member).open("rb"))
