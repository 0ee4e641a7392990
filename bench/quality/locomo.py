"""LoCoMo: long conversations, questions about them and the turns that answer each (CC BY-NC 4.0: for
measuring only, never shipped; give the file with DATA=).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial"}
_ADVERSARIAL = "adversarial"
_DATE = "%I:%M %p on %d %B, %Y"
_SEVERAL = re.compile(r"[;\s]+")


@dataclass(frozen=True, slots=True)
class Turn:
    """Something a speaker said. `key` is its name in the questions' evidence."""

    key: str
    text: str
    told: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its category, and the keys of the turns that answer it."""

    question: str
    category: str
    evidence: frozenset[str]

    @property
    def adversarial(self) -> bool:
        return self.category == _ADVERSARIAL


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation's turns in the order they were said, and what is asked about it. `source` names it where
    what was said before and after belongs together; texts that were told one by one have none.
    """

    name: str
    turns: Sequence[Turn]
    questions: Sequence[Asked]
    source: str = ""


def conversations(path: Path) -> list[Conversation]:
    """The conversations of a file; questions without evidence among its turns are left out."""
    return [_conversation(entry) for entry in json.loads(path.read_text())]


def _conversation(entry: dict[str, Any]) -> Conversation:
    turns = list(_turns(entry["conversation"]))
    known = {turn.key for turn in turns}
    asked = [_asked(each, known) for each in entry["qa"]]
    return Conversation(
        entry["sample_id"], turns, [each for each in asked if each.evidence], entry["sample_id"]
    )


def _turns(said: dict[str, Any]) -> Iterator[Turn]:
    number = 1
    while when := said.get(f"session_{number}_date_time"):
        told = datetime.strptime(when.replace("am", "AM").replace("pm", "PM"), _DATE).replace(tzinfo=UTC)
        for turn in said.get(f"session_{number}") or []:
            caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield Turn(turn["dia_id"], f"{turn['speaker']} ({when}): {turn['text']}{caption}", told)
        number += 1


def _asked(entry: dict[str, Any], known: set[str]) -> Asked:
    named = {key for each in entry.get("evidence") or [] for key in _SEVERAL.split(each)}
    return Asked(entry["question"], CATEGORIES[entry["category"]], frozenset(named & known))
