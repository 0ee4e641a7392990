"""Whose words a text is, and how a sentence reads without its speaker."""

from __future__ import annotations

import pytest

from memories.text.speakers import MAX_SPEAKER, speaker_of, told_by


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Anna: I moved to Lyon.", "Anna"),
        ("Anna Lee (8 May 2023): I moved to Lyon.", "Anna Lee"),
        ("Anna [1:56 pm]: I moved.", "Anna"),
        ("Élodie: je déménage.", "Élodie"),
        ("王芳：我搬到了里昂。\n", ""),  # no space after the colon: as often a heading
        ("Note: the port is 8080.", ""),
        ("TODO: ask Ben.", ""),
        ("anna: I moved.", ""),
        ("http://example.com is down", ""),
        ("Ratio 3:1 is what we use", ""),
        ("", ""),
    ],
)
def test_a_text_is_told_by_the_name_it_opens_with(text: str, speaker: str) -> None:
    assert speaker_of(text) == speaker


@pytest.mark.parametrize(
    ("source", "speaker"),
    [("Anna Lee", "Anna Lee"), ("Claude", ""), ("meeting notes", ""), ("X" * (MAX_SPEAKER + 1), "")],
)
def test_else_a_source_speaks_that_is_a_persons_name(source: str, speaker: str) -> None:
    assert speaker_of("I moved to Lyon.", source=source) == speaker


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("I moved to Lyon.", "Anna moved to Lyon."),
        ("I'm a nurse and I’ve a cat.", "Anna is a nurse and Anna has a cat."),
        ("My sister sold me hers, not mine.", "Anna's sister sold Anna hers, not Anna's."),
        ("It rained all day.", "Anna: It rained all day."),
        ("Anna said so.", "Anna said so."),
        ("Part I/O and AI stay as they are.", "Anna: Part I/O and AI stay as they are."),
        ("Set my.cnf and I-9 aside.", "Anna: Set my.cnf and I-9 aside."),
    ],
)
def test_the_first_person_becomes_the_speaker(sentence: str, told: str) -> None:
    assert told_by(sentence, "Anna") == told


def test_without_a_speaker_a_sentence_stays_as_it_is() -> None:
    assert told_by("I moved to Lyon.", "") == "I moved to Lyon."
