"""Links in the documents lead somewhere: to a file that is here, and to a heading that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.source import list_files, read_text

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1`*$", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
DECISION = re.compile(r"docs/adr/(\d{4})")


def links(page: Path) -> Iterator[str]:
    """The relative links of a page, those in code left out."""
    text = INLINE_CODE.sub("", FENCED.sub("", page.read_text(encoding="utf-8")))
    found = (match[1] or match[2] for match in LINK.finditer(text))
    return (link for link in found if not ELSEWHERE.match(link))


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them: small letters, hyphens for blanks, no other punctuation."""
    headings = HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists() or (path and not target.is_relative_to(ROOT)):
        return True
    return bool(anchor) and (target.suffix != ".md" or anchor not in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    assert [link for link in links(page) if broken(page, link)] == []


def test_links_to_nowhere_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "[a](missing.md) [b](#nowhere) `[c](code.md)`\n\n# Some-where: 2 `words`\n\n[d](#some-where-2-words)"
    )
    assert [link for link in links(page) if broken(page, link)] == ["missing.md", "#nowhere"]


def test_every_decision_that_the_code_refers_to_has_its_page() -> None:
    texts = (read_text(ROOT / path) or "" for path in list_files(ROOT))
    named = {number for text in texts for number in DECISION.findall(text)}
    assert named <= {page.name[:4] for page in (ROOT / "docs" / "adr").glob("*.md")}


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "adr"
    assert {page.name for page in folder.glob("0*.md")} == set(links(folder / "README.md"))
