"""The exports that imports are measured with are exports."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.imports.files import MAKERS
from tests.memories.portability.conftest import read


@pytest.mark.parametrize("key", sorted(MAKERS))
def test_each_file_is_taken_for_what_it_is(key: str, tmp_path: Path) -> None:
    known, entries, left = read(MAKERS[key](tmp_path, 0.02))
    assert known == key.removesuffix("-with-tools") and entries
    assert {each.reason for each in left} <= {"It is no memory and is not imported."}


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    first = MAKERS["mem0"](tmp_path, 0.02).read_bytes()
    assert MAKERS["mem0"](tmp_path, 0.02).read_bytes() == first
