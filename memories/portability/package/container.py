"""Where a package lies: a folder, or a zip that may have been made by who means ill. Nothing is unpacked to
the disk; what is read is bounded by bytes that come out, not by what the archive says of itself.
"""

from __future__ import annotations

import hashlib
import json
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any

from memories.portability.limits import (
    EXPANSION_FREE,
    LONGEST_LINE,
    MIB,
    MOST_EXPANDED,
    MOST_EXPANSION,
)
from memories.portability.package.manifest import (
    FILES,
    FORMAT,
    MANIFEST,
    WHAT,
    Inside,
    Manifest,
    read_manifest,
)
from memories.portability.refusals import cut_off, edited, unfit

MOST_ENTRIES = 100
LONGEST_MANIFEST = MIB
_ENCRYPTED = 0x1
_LOOKED_AT = 4_096
_IGNORED = ("__MACOSX/", ".DS_Store")


class Container:
    """An open package. Every reading counts and checks what comes out; see `lines`."""

    def __init__(self, path: Path, archive: zipfile.ZipFile | None, names: dict[str, str]) -> None:
        self._path, self._archive, self._names = path, archive, names
        with self._open(MANIFEST) as file:
            raw = file.read(LONGEST_MANIFEST + 1)
        if len(raw) > LONGEST_MANIFEST:
            raise unfit("The manifest of this package is too long to be one.")
        self.manifest: Manifest = read_manifest(raw)

    def check(self) -> None:
        """Read every file to its end. Raises ValidationFailed for what is not as the manifest says."""
        for name in FILES:
            for _ in self.lines(name):
                pass
            if self.manifest.counts.get(name.partition(".")[0]) != self.manifest.files[name].lines:
                raise unfit(f"{name} of this package does not hold as many lines as its manifest counts.")

    def lines(self, name: str) -> Iterator[dict[str, Any]]:
        """The objects of one file, in bounded memory; its length and checksum are compared at its end."""
        said, read, count, digest = self.manifest.files[name], 0, 0, hashlib.sha256()
        with self._open(name) as file:
            while raw := _read(file):
                read, count = read + len(raw), count + 1
                if len(raw) > LONGEST_LINE or read > min(MOST_EXPANDED, said.bytes):
                    raise unfit(f"{name} of this package is longer than its manifest says.")
                digest.update(raw)
                yield _object(raw, name)
        if Inside(digest.hexdigest(), read, count) != said:
            raise cut_off(WHAT) if read < said.bytes else edited(WHAT)

    @contextmanager
    def _open(self, name: str) -> Iterator[IO[bytes]]:
        if name not in self._names:
            raise unfit(f"This package has no {name}.")
        try:
            if self._archive is None:
                with (self._path / name).open("rb") as plain:
                    yield plain
            else:
                with self._archive.open(self._names[name]) as packed:
                    yield packed
        except (zipfile.BadZipFile, EOFError, zlib.error, NotImplementedError):
            raise unfit(f"{name} of this package is damaged: it cannot be unpacked.") from None


@contextmanager
def opened(path: Path) -> Iterator[Container]:
    """Raises ValidationFailed: nothing there, no package, or one that is not harmless."""
    if path.is_symlink() or not path.exists():
        raise unfit("There is no such file or folder.")
    if path.is_dir():
        yield Container(path, None, _in_folder(path))
        return
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError):
        raise unfit("This is no zip archive, or its end is missing.") from None
    with archive:
        yield Container(path, archive, _in_archive(archive, path.stat().st_size))


def is_package(path: Path) -> bool:
    """Whether it looks like one, by its manifest's name. What is wrong with it shows when it is opened."""
    try:
        return FORMAT.encode() in _first_of_manifest(path)
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        return False


def _first_of_manifest(path: Path) -> bytes:
    """Other programs have manifests too: what it is stands in the first lines of ours."""
    if path.is_dir():
        with (path / MANIFEST).open("rb") as plain:
            return plain.read(_LOOKED_AT)
    if not zipfile.is_zipfile(path):
        return b""
    with zipfile.ZipFile(path) as archive:
        every = archive.namelist()[:MOST_ENTRIES]
        found = next((name for name in every if PurePosixPath(name).name == MANIFEST), None)
        if found is None:
            return b""
        with archive.open(found) as packed:
            return packed.read(_LOOKED_AT)


def _in_folder(path: Path) -> dict[str, str]:
    found = {}
    for name in (MANIFEST, *FILES):
        file = path / name
        if file.is_symlink():
            raise unfit(f"{name} of this package is a link to another file.")
        if file.is_file():
            found[name] = name
    return found


def _in_archive(archive: zipfile.ZipFile, size: int) -> dict[str, str]:
    """Where in the archive each file is: at the top, or in one folder."""
    if len(archive.infolist()) > MOST_ENTRIES:
        raise unfit(f"This archive holds more than {MOST_ENTRIES} files; a package holds three.")
    found: dict[str, str] = {}
    for entry in archive.infolist():
        name = _harmless(entry)
        if name in found:
            raise unfit(f"This archive holds {name} twice.")
        if name:
            found[name] = entry.filename
    expanded = sum(entry.file_size for entry in archive.infolist())
    if expanded > MOST_EXPANDED or (expanded > EXPANSION_FREE and expanded > size * MOST_EXPANSION):
        raise unfit(f"This archive expands to more than {MOST_EXPANSION} times its size; it is not read.")
    if len({str(PurePosixPath(inside).parent) for inside in found.values()}) > 1:
        raise unfit("The files of this package lie in different folders.")
    return found


def _harmless(entry: zipfile.ZipInfo) -> str:
    """Which of the package's files it is; empty for folders and for what operating systems add."""
    path = PurePosixPath(entry.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or ":" in entry.filename:
        raise unfit("This archive holds a path that leads out of it.")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise unfit("This archive holds a link to another file.")
    if entry.flag_bits & _ENCRYPTED:
        raise unfit("This archive is encrypted. Unpack it, and import the folder.")
    if entry.is_dir() or entry.filename.startswith(_IGNORED) or entry.filename.endswith(_IGNORED):
        return ""
    if path.name not in {MANIFEST, *FILES}:
        raise unfit("This archive holds files that do not belong to a package.")
    return path.name


def _read(file: IO[bytes]) -> bytes:
    return file.readline(LONGEST_LINE + 1)


def _object(raw: bytes, name: str) -> dict[str, Any]:
    try:
        told = json.loads(raw)
    except RecursionError:
        raise unfit(f"{name} of this package holds JSON that is nested too deep.") from None
    except ValueError:
        raise unfit(f"{name} of this package holds a line that is no JSON.") from None
    if not isinstance(told, dict):
        raise unfit(f"{name} of this package holds a line that is no object.")
    return told
