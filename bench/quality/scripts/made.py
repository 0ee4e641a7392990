"""The conversation that the templates make: always the same texts, always the same questions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.quality.locomo import Asked, Conversation, Turn

SCRIPTS = ("chinese", "japanese", "korean", "german", "code", "mixed")
NAME = "scripts"
FIRST_DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
APART = timedelta(hours=7)


def made() -> Conversation:
    """All scripts in one workspace, as one person's memories are: every name with every aspect is told once
    and asked for once, so each answer lies among texts of the same name, of the same aspect, of neither.
    """
    told = [(script, *entry) for script in SCRIPTS for entry in _entries(_read(script))]
    turns = [
        Turn(f"{script}-{place}", text, FIRST_DAY + place * APART)
        for place, (script, text, _) in enumerate(told)
    ]
    questions = [
        Asked(question, script, frozenset({turn.key}))
        for turn, (script, _, question) in zip(turns, told, strict=True)
        if question
    ]
    return Conversation(NAME, turns, questions)


def _read(script: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{script}.toml").read_text())


def _entries(templates: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each text with its question; what answers nothing has an empty one."""
    for number, aspect in enumerate(templates["aspects"]):
        for place, (name, value) in enumerate(zip(templates["names"], aspect["values"], strict=True)):
            texts, asks = aspect["texts"], aspect["asks"]
            text = texts[(place + number) % len(texts)].format(name=name, value=value)
            yield text, asks[(place // 2 + number) % len(asks)].format(name=name)
    for text in templates["beside"]:
        yield text, ""
