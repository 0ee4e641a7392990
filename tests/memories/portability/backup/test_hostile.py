"""Files that are broken, or meant to break something: each is refused with its own reason, and nothing is
changed.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from continuum.kernel.errors import StorageProblem, ValidationFailed
from memories.portability import limits
from memories.portability.backup import writing
from memories.portability.backup.heading import VERSION
from memories.portability.backup.reading import check
from memories.portability.backup.restoring import restore
from memories.portability.backup.writing import back_up
from oauth.models import User
from tests.conftest import person_actor
from tests.vaults import state

Lines = list[dict[str, Any]]
Craft = Callable[[Callable[[Lines], None]], Path]


def refused(user: User, path: Path, because: str) -> None:
    before = state()
    with pytest.raises(ValidationFailed, match=because):
        restore(person_actor(user), path=path, replace=True)
    assert state() == before


@pytest.mark.parametrize(
    ("spoil", "because"),
    [
        (lambda raw: raw[: len(raw) // 2], "not complete"),
        (lambda raw: raw[:-1], "not complete"),
        (lambda raw: b"", "empty"),
        (lambda raw: gzip.compress(b"just some text\n"), "no JSON"),
        (lambda raw: gzip.compress(b'{"format":"something else"}\n'), "no backup of Continuum"),
        (lambda raw: b"<!doctype html><title>Sign in</title>", "web page"),
        (lambda raw: b'\xef\xbb\xbf{"memories": []}', "plain JSON"),
        (lambda raw: b"[]", "plain JSON"),
        (lambda raw: b"PK\x03\x04 and so on", "zip archive"),
        (lambda raw: b"PGDMP\x01", "dump of the database"),
        (lambda raw: b"\x00\x01\x02", "no backup of Continuum"),
        (lambda raw: raw + raw, "goes on after its end"),
        (lambda raw: raw[:400] + bytes(200) + raw[600:], "damaged|not complete|no JSON"),
    ],
)
def test_what_is_no_whole_backup(
    small: User, backup: Path, spoil: Callable[[bytes], bytes], because: str
) -> None:
    backup.write_bytes(spoil(backup.read_bytes()))
    refused(small, backup, because)


def test_a_line_that_was_edited(small: User, backup: Path) -> None:
    text = gzip.decompress(backup.read_bytes()).replace(b"Tea at four.", b"Tea at five.")
    backup.write_bytes(gzip.compress(text))
    refused(small, backup, "checksum does not fit")


def test_a_newer_version_is_refused_with_both_named(small: User, crafted: Craft) -> None:
    """BR-01."""
    path = crafted(lambda lines: lines[0].update(schema_version=VERSION + 1))
    refused(small, path, f"version {VERSION + 1}; this Continuum reads up to version {VERSION}")


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (lambda lines: lines.append({"section": "dreams", "columns": []}), "a section 'dreams'"),
        (lambda lines: lines[1]["columns"].append("colour"), "a column 'colour'"),
        (lambda lines: lines[1]["columns"].append([]), "a section 'workspace'"),
        (lambda lines: lines.append({"section": "memory", "columns": []}), "twice, or in the wrong place"),
        (lambda lines: lines[2].update(extra=1), "does not fit: workspace"),
        (lambda lines: lines.pop(2), "as many rows as its heading says"),
        (lambda lines: lines[0]["workspaces"].clear(), "workspaces that its heading names"),
        (lambda lines: lines[0].pop("people"), "first line of this backup cannot be understood"),
        (lambda lines: lines[0].update(schema_version="1"), "which version"),
    ],
)
def test_what_is_not_as_the_format_says(
    small: User, crafted: Craft, change: Callable[[Lines], None], because: str
) -> None:
    refused(small, crafted(change), because)


def memories(lines: Lines) -> Lines:
    return [line for line in lines if "recall_tier" in line]


def deep(levels: int) -> Any:
    return reduce(lambda inner, _: [inner], range(levels), [])


def revisions(lines: Lines) -> Lines:
    return [line for line in lines if "author_id" in line]


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (lambda lines: memories(lines)[0].update(created_at="no moment"), "cannot be stored"),
        (lambda lines: memories(lines)[0].update(name="a\x00b"), "cannot be stored"),
        (lambda lines: memories(lines)[0].update(scope_key="nobody"), "contradict each other"),
        (lambda lines: revisions(lines)[0].update(memory_id=revisions(lines)[1]["memory_id"]), "contradict"),
        (lambda lines: revisions(lines)[0].update(memory_id=str(UUID(int=1))), "contradict each other"),
        (lambda lines: revisions(lines)[0].update(content=7), "cannot be understood"),
        (lambda lines: revisions(lines)[0].update(memory_id={}), "cannot be understood"),
        (lambda lines: memories(lines)[0].update(tags=deep(500)), "more than a column takes"),
        (lambda lines: revisions(lines)[0].update(workspace_id=str(UUID(int=1))), "cannot be"),
    ],
)
def test_a_row_that_fits_nowhere(
    small: User, crafted: Craft, change: Callable[[Lines], None], because: str
) -> None:
    refused(small, crafted(change), because)


def test_rows_of_a_workspace_that_is_not_in_it(small: User, bob: User, crafted: Craft) -> None:
    """A file cannot write where its reader may not."""
    foreign = str(person_actor(bob).workspaces["default"])

    def smuggle(lines: Lines) -> None:
        for line in lines:
            line.update({"workspace_id": foreign} if "recall_tier" in line else {})

    refused(small, crafted(smuggle), "cannot be stored|contradict")


def test_json_nested_a_million_deep(small: User, backup: Path) -> None:
    lines = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)
    lines[2] = b"[" * 1_000_000 + b"]" * 1_000_000 + b"\n"
    backup.write_bytes(gzip.compress(b"".join(lines)))
    refused(small, backup, "nested too deep")


def test_a_bomb_is_not_read_to_its_end(small: User, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memories.portability.backup.reading.EXPANSION_FREE", limits.MIB)
    heading = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)[:2]
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    row = b'{"section":"workspace"}' + b" " * limits.MIB + b"\n"
    packed = [packer.compress(b"".join(heading) + row)] + [packer.compress(row) for _ in range(40)]
    backup.write_bytes(b"".join([*packed, packer.flush()]))
    refused(small, backup, "expands to more than|does not fit")


def test_one_endless_line(small: User, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memories.portability.backup.reading.LONGEST_LINE", 4_096)
    heading = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)[0]
    backup.write_bytes(gzip.compress(heading[:-1] + b" " * 10_000 + b"\n"))
    refused(small, backup, "line of more than 4,096 bytes")


def test_a_link_to_another_file(small: User, backup: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.continuum"
    link.symlink_to(backup)
    refused(small, link, "no such file")
    refused(small, tmp_path, "no such file")
    refused(small, tmp_path / "gone", "no such file")


def test_a_file_that_is_exchanged_while_it_is_read(
    small: User, backup: Path, crafted: Craft, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = crafted(lambda lines: lines[0].update(application="other"))

    def exchanged(path: Path, **told: Any) -> Any:
        found = check(path, **told)
        other.replace(backup)
        return found

    monkeypatch.setattr("memories.portability.backup.restoring.check", exchanged)
    refused(small, backup, "changed while it was read")


def test_a_full_disk_leaves_no_half_backup(
    small: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def __init__(self, *_: Any, **__: Any) -> None: ...
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None: ...
        def write(self, _: bytes) -> int:
            with open("/dev/full", "wb", buffering=0) as full:
                return full.write(b"x")

    monkeypatch.setattr(writing.gzip, "GzipFile", Full)
    with pytest.raises(StorageProblem, match="No space left"):
        back_up(person_actor(small), to=tmp_path / "b.continuum")
    assert not [name for name in os.listdir(tmp_path) if "b.continuum" in name]


def test_every_byte_that_is_cut_off_is_noticed(backup: Path, tmp_path: Path) -> None:
    raw = backup.read_bytes()
    cut = tmp_path / "cut.continuum"
    for length in range(1, len(raw), max(1, len(raw) // 60)):
        cut.write_bytes(raw[:length])
        with pytest.raises(ValidationFailed):
            check(cut)
    assert json.dumps(check(backup)[0].as_json(), default=str)
