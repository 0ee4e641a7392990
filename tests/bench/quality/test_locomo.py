"""Reading LoCoMo's form: a small file of our own in the same shape."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bench.quality.locomo import Conversation, conversations


def _entry() -> dict[str, Any]:
    return {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ada",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I planted two pears."},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a pear tree"},
            ],
            "session_2_date_time": "12:05 am on 1 June, 2023",
            "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "They bloom."}],
        },
        "qa": [
            {"question": "What did Ada plant?", "category": 4, "evidence": ["D1:1"]},
            {"question": "When did they bloom?", "category": 2, "evidence": ["D1:1; D2:1"]},
            {"question": "Did Ben plant pears?", "category": 5, "evidence": ["D1:1 D9:9"]},
            {"question": "Who is the mayor?", "category": 3, "evidence": []},
            {"question": "What was never said?", "category": 3, "evidence": ["D7:7"]},
        ],
    }


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    path = tmp_path / "data.json"
    path.write_text(json.dumps([_entry()]))
    (found,) = conversations(path)
    return found


def test_turns_come_in_their_order_with_speaker_date_and_caption(talk: Conversation) -> None:
    assert [(turn.key, turn.text) for turn in talk.turns] == [
        ("D1:1", "Ada (1:56 pm on 8 May, 2023): I planted two pears."),
        ("D1:2", "Ben (1:56 pm on 8 May, 2023): Look! [image: a pear tree]"),
        ("D2:1", "Ben (12:05 am on 1 June, 2023): They bloom."),
    ]


def test_turns_are_told_when_their_session_was(talk: Conversation) -> None:
    assert [turn.told for turn in talk.turns] == [
        datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
        datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
        datetime(2023, 6, 1, 0, 5, tzinfo=UTC),
    ]


def test_several_turns_in_one_piece_of_evidence_are_told_apart(talk: Conversation) -> None:
    assert talk.questions[1].evidence == {"D1:1", "D2:1"}


def test_evidence_that_no_turn_holds_is_left_out_and_so_are_questions_without_any(talk: Conversation) -> None:
    assert talk.questions[2].evidence == {"D1:1"}
    assert [asked.question for asked in talk.questions][3:] == []


def test_adversarial_questions_are_known_by_their_category(talk: Conversation) -> None:
    assert [(asked.category, asked.adversarial) for asked in talk.questions] == [
        ("single_hop", False),
        ("temporal", False),
        ("adversarial", True),
    ]
