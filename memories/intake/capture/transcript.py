"""Who said what in a transcript, however dirty: plain text with labels, or JSON lines. Pure; never raises.

Only turns that the person typed are returned. What tools printed, what programs added in the person's name
and what sub-agents were told is not theirs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memories.intake.capture.own_words import without_injected
from memories.text.normalise import forgiving

MAX_TALK = 24_000
"""Characters of the conversation, from its end, that are looked at; tools' output is not conversation."""

MAX_READ = 1024 * 1024
"""Characters of a transcript, from its end, that are read at all."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side said at once. `cut`: its beginning lies before the limit. `at` is the time as written."""

    words: str
    by_user: bool
    at: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """The person's turns in their order. `of_subagent`: nobody but a sub-agent and its caller spoke."""

    turns: Sequence[Turn]
    of_subagent: bool = False


def talk_in(transcript: str) -> Talk:
    """The person's own turns within the last MAX_TALK characters of the conversation."""
    raw = transcript[-MAX_READ:]
    lines = [line.strip() for line in raw.split("\n")]
    if not _is_json_lines(lines):
        return Talk(_latest(list(_labelled(raw))))
    entries = [entry for line in lines if (entry := _entry(line)) is not None]
    said = [turn for entry in entries if (turn := _turn(entry)) is not None]
    aside = bool(entries) and not said and any(entry.get("isSidechain") for entry in entries)
    return Talk(_latest(said), of_subagent=aside)


def _latest(turns: Sequence[Turn]) -> list[Turn]:
    """The person's turns among those at the end that fit; the one that straddles the limit loses its head."""
    room = MAX_TALK
    kept: list[Turn] = []
    for turn in reversed(turns):
        if room <= 0:
            break
        kept.append(turn if len(turn.words) <= room else replace(turn, words=turn.words[-room:], cut=True))
        room -= len(turn.words)
    return [turn for turn in reversed(kept) if turn.by_user]


# --- JSON lines ---------------------------------------------------------------------------------------------

# Entries that carry the person's role but not the person's words.
_NOT_TYPED = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult")


def _is_json_lines(lines: Sequence[str]) -> bool:
    """Whether most lines are JSON objects and no label stands before the first of them.

    A plain transcript stays one however much JSON was pasted into it. The first line may be cut off.
    """
    filled = [line for line in lines if line]
    first = next((place for place, line in enumerate(filled) if line.startswith("{")), None)
    if first is None or any(_LABEL.match(line) for line in filled[:first]):
        return False
    return 2 * sum(line.startswith(("{", "[]", "null")) for line in filled) >= len(filled)


def _entry(line: str) -> Mapping[str, Any] | None:
    """The object on a line, or None for one that is cut, broken or something else."""
    if not line.startswith("{"):
        return None
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _turn(entry: Mapping[str, Any]) -> Turn | None:
    message = entry.get("message", entry)
    role = message.get("role", entry.get("type")) if isinstance(message, Mapping) else None
    if role not in ("user", "assistant") or entry.get("type", role) not in ("user", "assistant", "message"):
        return None
    if any(entry.get(mark) for mark in _NOT_TYPED):
        return None
    words = forgiving(_text_of(message.get("content"))).strip()
    at = entry.get("timestamp")
    return Turn(words, by_user=role == "user", at=at if isinstance(at, str) else "") if words else None


def _text_of(content: Any) -> str:
    """The text of a message: a string, or the blocks of type text in a list."""
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text")
    return "\n\n".join(text for text in texts if isinstance(text, str))


# --- Plain text ---------------------------------------------------------------------------------------------

_USER = "user|human|benutzer|nutzer|utilisateur|utilisatrice|usuario|usuaria|用户|用戶|使用者"
_OTHERS = (
    "assistant|ai|agent|sub-?agent|claude|codex|chatgpt|gpt|gemini|copilot|cursor|model|bot|system|developer"
    "|hook|tool(?:[ _-](?:result|output|use|call))?|function|result|output|context|assistent|asistente"
    "|助手|系统|系統|工具"
)
_LABEL = re.compile(
    rf"[ \t]{{0,3}}(?:\*\*|\[)?(?:(?P<user>{_USER})|(?:{_OTHERS}))(?:\*\*|\])?[ \t]?[:：](?:\*\*)?[ \t]*",
    re.IGNORECASE,
)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")


def _labelled(raw: str) -> Iterator[Turn]:
    """Turns of a plain transcript. What stands before the first label has no speaker and is nobody's."""
    lines = without_injected(forgiving(raw)).split("\n")
    fenced = _fenced(lines)
    by_user: bool | None = None
    words: list[str] = []
    for place, line in enumerate(lines):
        label = None if place in fenced else _LABEL.match(line)
        if label is None:
            words.append(line)
            continue
        if by_user is not None:
            yield Turn("\n".join(words).strip(), by_user)
        by_user, words = label["user"] is not None, [line[label.end() :]]
    if by_user is not None:
        yield Turn("\n".join(words).strip(), by_user)


def _fenced(lines: Sequence[str]) -> set[int]:
    """The lines of fenced blocks that are closed: a label inside is part of the code.

    A fence that never closes belongs to a turn that was cut, and must not swallow the turns behind it.
    """
    inside: set[int] = set()
    mark, opened = "", 0
    for place, line in enumerate(lines):
        found = _FENCE.match(line)
        if found and not mark:
            mark, opened = found[1], place
        elif found and found[1].startswith(mark) and not found[2].strip():
            inside.update(range(opened, place + 1))
            mark = ""
    return inside
