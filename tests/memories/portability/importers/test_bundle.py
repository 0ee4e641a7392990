"""Opening what is to be imported: nothing leads out, nothing bursts."""

from __future__ import annotations

import gzip
import struct
import zipfile

import pytest

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers import limits
from memories.portability.importers.bundle import opened
from memories.portability.importers.reading import CHUNK_BYTES, Inflated, lines
from tests.memories.portability.conftest import read


def packed(tmp_path, *infos: tuple[zipfile.ZipInfo | str, bytes]):
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, content in infos:
            archive.writestr(info, content)
    return path


@pytest.mark.parametrize("name", ["../../x.json", "/abs.json", "a/../../b.json", "C:/x.json", "..\\x.json"])
def test_a_path_that_leads_out_of_an_archive_is_refused(tmp_path, name: str) -> None:
    with pytest.raises(ValidationFailed, match="leads out of it"):
        read(packed(tmp_path, ("conversations.json", b"[]"), (name, b"[]")))
    assert not (tmp_path.parent / "x.json").exists()


def test_a_link_in_an_archive_is_refused(tmp_path) -> None:
    info = zipfile.ZipInfo("notes.md")
    info.external_attr = 0o120777 << 16
    with pytest.raises(ValidationFailed, match="a link instead of a file"):
        read(packed(tmp_path, (info, b"/etc/passwd")))


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path) -> None:
    with pytest.raises(ValidationFailed, match="looks like a bomb"):
        read(packed(tmp_path, ("conversations.json", b"0" * 200_000_000)))


def test_an_archive_that_lies_about_its_size_is_stopped(tmp_path) -> None:
    path = packed(tmp_path, ("conversations.json", b"[" + b" " * 300_000 + b"]"))
    content, size = path.read_bytes(), struct.pack("<I", 300_002)
    assert content.count(size) == 2  # in front of the file and in the table of contents
    path.write_bytes(content.replace(size, struct.pack("<I", 1_000)))
    with opened(path) as bundle, bundle.opened(bundle.members[0]) as raw, pytest.raises(ValidationFailed):
        list(iter(lambda: raw.read(CHUNK_BYTES), b""))


def test_a_packed_file_that_bursts_is_stopped() -> None:
    class Source:
        content = gzip.compress(b"0\n" * 25_000_000)

        def read(self, size: int = -1, /) -> bytes:
            chunk, self.content = self.content[:size], self.content[size:]
            return chunk

    with pytest.raises(ValidationFailed, match="far more than its size"):
        list(lines(Inflated(Source())))


def test_a_cut_gzip_is_told(file) -> None:
    with pytest.raises(ValidationFailed, match="damaged or cut"):
        read(
            file(
                "memories.jsonl.gz",
                gzip.compress(b'{"content":"a","state":"active","app":"x"}\n' * 999)[:-20],
            )
        )


def test_a_locked_archive_and_two_files_of_one_name_are_refused(tmp_path) -> None:
    path = packed(tmp_path, ("a.md", b"x" * 50))
    content = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + offset] |= 1
    path.write_bytes(content)
    with pytest.raises(ValidationFailed, match="password"):
        read(path)
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = packed(tmp_path, ("a.md", b"x"), ("a.md", b"y"))
    with pytest.raises(ValidationFailed, match="two files of one name"):
        read(twice)


def test_too_many_files_are_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_MEMBERS", 3)
    with pytest.raises(ValidationFailed, match="at most 3"):
        read(packed(tmp_path, *((f"{n}.md", b"x") for n in range(4))))
    for n in range(4):
        (tmp_path / "notes").mkdir(exist_ok=True)
        (tmp_path / "notes" / f"{n}.md").write_text("x")
    with pytest.raises(ValidationFailed, match="more than 3"):
        read(tmp_path / "notes")


def test_what_is_no_file_is_refused(tmp_path) -> None:
    with pytest.raises(ValidationFailed, match="cannot be opened"):
        read(tmp_path / "nothing.json")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValidationFailed, match="holds no file"):
        read(tmp_path / "empty")


def test_one_item_that_is_too_large_is_refused(file, monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_ITEM_BYTES", 200_000)
    with pytest.raises(ValidationFailed, match="One item has more"):
        read(file("list.json", [{"name": "a", "content": "x" * 300_000}]))


def test_a_line_that_is_too_long_is_refused(file, monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_LINE_BYTES", 1_000)
    entity = '{"type":"entity","name":"a","observations":["' + "x" * 200_000
    with pytest.raises(ValidationFailed, match="Line 2 has more"):
        read(file("memory.jsonl", f'{{"type":"entity","name":"b","observations":[]}}\n{entity}'))


def test_a_text_that_is_too_long_is_refused(file, monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_TEXT_BYTES", 1_000)
    with pytest.raises(ValidationFailed, match="Split it"):
        read(file("t.txt", "x" * 2_000))
