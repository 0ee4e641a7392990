"""`python -m tests.house` checks the repository against the house rules; exits 1 when one is broken."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.report import write_report
from tests.house.rules import RULES
from tests.house.source import Finding, Source, list_files, read_text
from tests.house.text import find_foreign_words

ROOT = Path(__file__).resolve().parents[2]


def read_sources(root: Path, paths: list[str]) -> list[Source]:
    return [Source.parse(path, (root / path).read_text()) for path in paths if path.endswith(".py")]


def find_all(root: Path, paths: list[str], sources: list[Source]) -> Iterator[Finding]:
    for source in sources:
        for rule in RULES:
            yield from rule(source)
    for path in paths:
        text = read_text(root / path)
        if text is not None:
            yield from find_foreign_words(path, text)


def main() -> int:
    paths = list_files(ROOT)
    sources = read_sources(ROOT, paths)
    findings = sorted(set(find_all(ROOT, paths, sources)))
    print(*findings, *write_report(sources), sep="\n")
    print(f"{len(sources)} Python files, {len(paths)} files in all, {len(findings)} broken rules.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
