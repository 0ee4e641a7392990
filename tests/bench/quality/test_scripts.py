"""The questions of our own: as many as promised, always the same, each with one answer among near ones."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.quality.locomo import Conversation
from bench.quality.scripts.made import SCRIPTS, made


@pytest.fixture(scope="module")
def scripts() -> Conversation:
    return made()


def test_two_hundred_questions_are_asked_in_six_scripts(scripts: Conversation) -> None:
    each = Counter(asked.category for asked in scripts.questions)
    assert set(each) == set(SCRIPTS)
    assert each.total() == 200 and min(each.values()) >= 28


def test_they_are_the_same_whenever_they_are_made(scripts: Conversation) -> None:
    assert made() == scripts


def test_no_text_and_no_question_comes_twice(scripts: Conversation) -> None:
    for texts in ([turn.text for turn in scripts.turns], [asked.question for asked in scripts.questions]):
        assert len(set(texts)) == len(texts)


def test_each_question_has_one_answer_in_its_own_script(scripts: Conversation) -> None:
    keys = {turn.key for turn in scripts.turns}
    for asked in scripts.questions:
        (key,) = asked.evidence
        assert key in keys and key.startswith(asked.category)


def test_no_question_repeats_its_answer(scripts: Conversation) -> None:
    texts = {turn.key: turn.text for turn in scripts.turns}
    for asked in scripts.questions:
        (key,) = asked.evidence
        assert asked.question.rstrip("?？") not in texts[key]


def test_nothing_of_a_template_is_left_open(scripts: Conversation) -> None:
    assert not [turn for turn in scripts.turns if "{" in turn.text or "}" in turn.text]
