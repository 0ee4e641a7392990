"""Asking a store the questions of conversations, and what its answers are worth."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bench.quality.locomo import Asked, Conversation
from bench.quality.measures import DEPTH, Measured, mean, measured


class Store(Protocol):
    """The product or a peer. `about` says what is measured, in a few words."""

    @property
    def name(self) -> str: ...

    @property
    def about(self) -> str: ...

    def take_in(self, conversation: Conversation) -> float:
        """Keep its turns; returns the seconds until all of them are found."""
        ...

    def answer(self, conversation: Conversation, question: str, *, most: int) -> list[str]:
        """The keys of the turns it finds, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What one answer was worth."""

    conversation: str
    asked: Asked
    measured: Measured


@dataclass(slots=True)
class Grades:
    """A store's answers."""

    name: str
    about: str
    answers: list[Answer] = field(default_factory=list)

    def of(self, wanted: Callable[[Answer], bool]) -> Measured:
        return mean([answer.measured for answer in self.answers if wanted(answer)])

    def of_category(self, category: str) -> Measured:
        return self.of(lambda answer: answer.asked.category == category)

    @property
    def plain(self) -> Measured:
        """Of all questions but the adversarial ones."""
        return self.of(lambda answer: not answer.asked.adversarial)

    @property
    def categories(self) -> list[str]:
        """The plain ones in the order of their names, then the adversarial one."""
        found = {answer.asked.category: answer.asked.adversarial for answer in self.answers}
        return sorted(found, key=lambda name: (found[name], name))

    @property
    def by_conversation(self) -> dict[str, Measured]:
        """Of the plain questions of each conversation."""
        names = dict.fromkeys(answer.conversation for answer in self.answers)
        return {name: self._of_conversation(name) for name in names}

    def _of_conversation(self, name: str) -> Measured:
        return self.of(lambda answer: answer.conversation == name and not answer.asked.adversarial)


def graded(store: Store, conversations: Sequence[Conversation], *, say: Callable[[str], None]) -> Grades:
    """Have it keep each conversation, then ask it all that is asked about it."""
    grades = Grades(store.name, store.about)
    for conversation in conversations:
        took = store.take_in(conversation)
        start = time.perf_counter()
        for asked in conversation.questions:
            found = store.answer(conversation, asked.question, most=DEPTH)
            grades.answers.append(Answer(conversation.name, asked, measured(found, asked.evidence)))
        asking = time.perf_counter() - start
        say(
            f"{store.name}, {conversation.name}: {len(conversation.turns)} texts in {took:.1f} s, "
            f"{len(conversation.questions)} questions in {asking:.1f} s"
        )
    plain = grades.plain
    say(f"{store.name}: recall@10 {plain.recall_at_10:.4f}, nDCG@10 {plain.ndcg_at_10:.4f}")
    return grades
