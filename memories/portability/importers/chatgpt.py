"""ChatGPT's data export: conversations.json, alone, in shards or in its zip.

Of each conversation the thread that is shown is read: from `current_node` back to the root. What the
assistant saved (messages to `bio`, snapshots of its memory) and what the user told it to know become memories
of their own; reasoning, tools and hidden messages become none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from memories.portability.importers.bundle import Bundle, Member
from memories.portability.importers.conversation import Said, Talk, entries_of
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.json_items import items
from memories.portability.importers.peek import Peek
from memories.portability.importers.values import mapping, moment, rest, sequence, text

SOURCE = "chatgpt"
_SHARD = re.compile(r"conversations(?:-\d+)?\.json")
_SNAPSHOT = re.compile(r"\s*(?:\d+\.\s*)?\[(?P<day>\d{4}-\d{2}-\d{2})\]\.?\s*(?P<text>.+?)\s*")
_WHO = {"user": "User", "assistant": "Assistant"}
_KNOWN_WORDS = """
title create_time update_time mapping current_node id is_archived moderation_results
safe_urls
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())


def _shards(bundle: Bundle) -> list[Member]:
    if bundle.only is not None:
        return [bundle.only]
    return sorted((m for m in bundle.members if _SHARD.fullmatch(m.base)), key=lambda member: member.name)


def fits(bundle: Bundle, peek: Peek) -> bool:
    return any("mapping" in peek.at(member).item() for member in _shards(bundle))


def read(bundle: Bundle) -> Iterator[Found]:
    shards = _shards(bundle)
    bundle.wanted = frozenset(member.name for member in shards)
    for member in shards:
        with bundle.opened(member) as raw:
            for number, talk in enumerate(items(raw, "item"), 1):
                place = f"{member.base}, conversation {number}"
                if isinstance(talk, Mapping) and isinstance(talk.get("mapping"), Mapping):
                    yield from _conversation(talk, place, number)
                else:
                    yield Left(place, "This is no conversation.", UNREADABLE)


def _conversation(talk: Mapping[str, Any], place: str, number: int) -> Iterator[Found]:
    if talk.get("is_do_not_remember"):
        yield Left(place, "It is marked there as not to be remembered.")
        return
    began = moment(talk.get("create_time"))
    messages = list(_thread(talk))
    yield from _saved(messages, place, began)
    said = [said for message in messages if (said := _said(message)) is not None]
    if not said:
        yield Left(place, "Nobody says anything in it.")
        return
    key = text(talk.get("conversation_id")) or text(talk.get("id")) or f"{number}:{began}"
    yield from entries_of(
        Talk(
            place=place,
            key=key,
            title=text(talk.get("title")),
            source=SOURCE,
            said=said,
            began_at=began or said[0].at,
            ended_at=moment(talk.get("update_time")),
            archived=bool(talk.get("is_archived")),
            fields=rest(talk, _KNOWN),
        )
    )


def _thread(talk: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The messages of the thread that is shown, in their order."""
    nodes = talk["mapping"]
    key: str | None = text(talk.get("current_node"))
    if key not in nodes:
        key = _newest_leaf(nodes)
    found, seen = [], set()
    while key in nodes and key not in seen:
        seen.add(key)
        node = mapping(nodes[key])
        if isinstance(node.get("message"), Mapping):
            found.append(node["message"])
        key = text(node.get("parent"))
    return found[::-1]


def _newest_leaf(nodes: Mapping[str, Any]) -> str | None:
    parents = {text(mapping(node).get("parent")) for node in nodes.values()}
    leaves = [key for key in nodes if key not in parents]
    return max(leaves or nodes, key=lambda key: _told_at(nodes[key]), default=None)


def _told_at(node: Any) -> float:
    at = moment(mapping(mapping(node).get("message")).get("create_time"))
    return at.timestamp() if at else 0.0


def _said(message: Mapping[str, Any]) -> Said | None:
    """What a message says to the other side, or None."""
    who = _WHO.get(text(mapping(message.get("author")).get("role")))
    hidden = mapping(message.get("metadata")).get("is_visually_hidden_from_conversation")
    if who is None or hidden or message.get("recipient") not in (None, "all"):
        return None
    words = _words(mapping(message.get("content")))
    return Said(who, words, moment(message.get("create_time"))) if words else None


def _words(content: Mapping[str, Any]) -> str:
    kind = content.get("content_type")
    if kind in ("text", "multimodal_text"):
        return "\n".join(filter(None, (_part(part) for part in sequence(content.get("parts")))))
    if kind == "code" and text(content.get("text")):
        return f"```{text(content.get('language'))}\n{text(content.get('text'))}\n```"
    return ""


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part.strip()
    kind = text(mapping(part).get("content_type"))
    spoken = text(mapping(part).get("text"))
    return spoken or (f"[{kind.split('_')[0]}]" if kind else "")


# --- What was saved on purpose ------------------------------------------------------------------------------


def _saved(messages: list[Mapping[str, Any]], place: str, began: datetime | None) -> Iterator[Entry]:
    for number, message in enumerate(messages, 1):
        content = mapping(message.get("content"))
        at = moment(message.get("create_time")) or began
        where = f"{place}, message {number}"
        role = mapping(message.get("author")).get("role")
        if role == "assistant" and message.get("recipient") == "bio":
            yield from (_memory(line, at, where) for line in _words(content).splitlines() if line.strip())
        elif content.get("content_type") == "model_editable_context":
            yield from _snapshot(text(content.get("model_set_context")), where)
        elif content.get("content_type") == "user_editable_context":
            yield from _instructions(content, at, where)


def _memory(words: str, at: datetime | None, place: str) -> Entry:
    return Entry(
        place=place, content=words.strip(), kind="user_fact", source=SOURCE, said_at=at, created_at=at
    )


def _snapshot(words: str, place: str) -> Iterator[Entry]:
    for line in words.splitlines():
        found = _SNAPSHOT.fullmatch(line)
        if found:
            day = moment(datetime.fromisoformat(found["day"]).replace(tzinfo=UTC).isoformat())
            yield _memory(found["text"], day, place)


def _instructions(content: Mapping[str, Any], at: datetime | None, place: str) -> Iterator[Entry]:
    """What the user wants to be known: never part of the talk."""
    for field in ("user_profile", "user_instructions"):
        if words := text(content.get(field)):
            yield Entry(
                place=place,
                content=words,
                kind="user_preference",
                source=SOURCE,
                said_at=at,
                created_at=at,
                fields={"told_as": field},
            )


FORMAT = Format("chatgpt", "ChatGPT export", fits, read)
