"""Particles at the end of Korean words."""

from __future__ import annotations

import pytest

from memories.text.korean import without_particle
from memories.text.words import query_terms


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("담당자는", "담당자"),
        ("누구에게", "누구"),
        ("등급에서는", "등급"),
        ("서버로부터", "서버"),
        ("등급", "등급"),
        ("나는", "나는"),
        ("에서는", "에서"),
        ("", ""),
        ("Grade는", "Grade는"),
        ("東京は", "東京は"),
    ],
)
def test_a_particle_is_taken_off_where_a_word_is_left(written: str, bare: str) -> None:
    assert without_particle(written) == bare


def test_a_question_word_with_its_particle_does_not_choose_what_is_found() -> None:
    terms = query_terms("등급 문제는 누구에게 말해야 해")
    asked = {*terms.strong, *terms.loose}
    assert {"등급", "문제는", "문제"} <= asked
    assert asked.isdisjoint({"누구에게", "누구", "구에", "에게"}) and "누구에게" in terms.weak


def test_a_question_of_nothing_else_is_still_asked() -> None:
    assert "누구에게" in query_terms("누구에게?").searched
