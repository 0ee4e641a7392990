"""What a store's answers are worth, together."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bench.quality.asking import Grades, graded
from bench.quality.locomo import Asked, Conversation, Turn


class ByHeart:
    """Answers with the keys of the turns that hold the question's last word, in their order."""

    name, about = "by heart", "a store of its words"

    def __init__(self) -> None:
        self.kept: dict[str, Conversation] = {}

    def take_in(self, conversation: Conversation) -> float:
        self.kept[conversation.name] = conversation
        return 0.5

    def answer(self, conversation: Conversation, question: str, *, most: int) -> list[str]:
        word = question.rsplit(maxsplit=1)[-1]
        return [turn.key for turn in self.kept[conversation.name].turns if word in turn.text][:most]


def _talk(name: str, *questions: tuple[str, str, str]) -> Conversation:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    turns = [Turn("1", "a red pear", now), Turn("2", "a green pear", now)]
    return Conversation(name, turns, [Asked(text, kind, frozenset({key})) for text, kind, key in questions])


@pytest.fixture
def grades() -> Grades:
    first = _talk("first", ("which is red", "single_hop", "1"), ("where is my plum", "temporal", "2"))
    second = _talk("second", ("which pear", "temporal", "2"), ("no green", "adversarial", "2"))
    return graded(ByHeart(), [first, second], say=lambda _: None)


def test_the_adversarial_questions_are_counted_apart(grades: Grades) -> None:
    assert grades.plain.recall_at_10 == pytest.approx(2 / 3)
    assert grades.of_category("adversarial").recall_at_10 == 1
    assert grades.categories == ["single_hop", "temporal", "adversarial"]


def test_each_category_and_each_conversation_has_its_mean(grades: Grades) -> None:
    assert grades.of_category("temporal").recall_at_10 == 0.5
    assert grades.of_category("temporal").reciprocal_rank == 0.25
    assert {name: one.recall_at_10 for name, one in grades.by_conversation.items()} == {
        "first": 0.5,
        "second": 1,
    }
