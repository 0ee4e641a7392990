"""docs/errors.md lists the tree of continuum.kernel.errors: every code with its status."""

from __future__ import annotations

import re
from pathlib import Path

from continuum.kernel import errors

PAGE = Path(__file__).resolve().parents[2] / "docs" / "errors.md"
ROW = re.compile(r"^\| `([A-Z_]+)` \| (\d{3}) \|", re.MULTILINE)


def tree() -> set[tuple[str, str]]:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    return {(kind.code, str(kind.status)) for kind in kinds if issubclass(kind, errors.ContinuumError)}


def test_the_page_has_one_row_for_every_code_and_no_other() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) == len(set(rows))
    assert set(rows) == tree()
