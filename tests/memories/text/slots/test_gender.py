"""A name or a relative of the other gender is somebody else, though the stem is one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

SAME = """
Backups run nightly. | The backup runs nightly.
Der Tag ist kurz. | Die Tage sind kurz.
Karls Auto ist rot. | Karl hat ein rotes Auto.
La camisa es roja y cara. | La camisa, cara, es roja.
"""

OTHER = """
Mario vive en Madrid. | María vive en Madrid.
Mi hermano vive en Madrid. | Mi hermana vive en Madrid.
Mi hijo va al colegio. | Mi hija va al colegio.
Antonio es el jefe. | Antonia es el jefe.
Martin wohnt in Graz. | Martina wohnt in Graz.
In Graz wohnt Martin. | Martina wohnt in Graz.
Mein Freund wohnt in Graz. | Meine Freundin wohnt in Graz.
Simon leads the team. | The team is led by Simone.
Louis habite à Lyon. | Louise habite à Lyon.
Mon cousin habite à Lyon. | Ma cousine habite à Lyon.
"""


def _pairs(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(SAME), ids=" | ".join)
def test_another_ending_is_no_other_person(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation is Relation.NEAR_DUPLICATE


@pytest.mark.parametrize("pair", _pairs(OTHER), ids=" | ".join)
def test_the_other_gender_is_another_person(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED
