"""Exports of conversations, as large as wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench.imports.words import BEGAN, MESSAGES, WORDS_OF_A_MESSAGE, Words, array, until

TOOL_MESSAGES = (2, 5)
TOOL_RUNS = 6


def chatgpt_talk(words: Words, number: int, most: tuple[int, int] = MESSAGES) -> dict[str, Any]:
    """One conversation with what surrounds its words in a real export: a hidden system message, a tool and
    its output, an answer that was asked for anew.
    """
    at = BEGAN + number * 600
    nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    parent = "root"
    for turn in range(words.number(*most)):
        role = ("user", "assistant")[turn % 2]
        for answer in range(2 if turn == 1 else 1):
            key = f"{number:08x}-{turn:04x}-4000-8000-{answer:012x}"
            nodes[key] = _node(key, parent, _message(key, role, words.text(WORDS_OF_A_MESSAGE), at + turn))
        if turn % 5 == 4:
            tool = f"{key}-tool"
            output = _message(tool, "tool", words.text((100, 600)), at + turn)
            nodes[tool] = _node(tool, key, output)
            key = tool
        parent = key
    return {
        "title": words.text((2, 6)),
        "create_time": at + 0.25,
        "update_time": at + 60.5,
        "mapping": nodes,
        "moderation_results": [],
        "current_node": parent,
        "conversation_id": f"{number:08x}-0000-4000-8000-000000000000",
        "default_model_slug": "gpt-x",
        "is_archived": number % 50 == 0,
    }


def _node(key: str, parent: str, message: dict[str, Any]) -> dict[str, Any]:
    return {"id": key, "message": message, "parent": parent, "children": []}


def _message(key: str, role: str, text: str, at: float) -> dict[str, Any]:
    return {
        "id": key,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {
            "model_slug": "gpt-x",
            "timestamp_": "absolute",
            "message_type": "next",
            "request_id": key,
        },
        "recipient": "all",
        "channel": None,
    }


def chatgpt_with_tools(path: Path, megabytes: float) -> Path:
    """The same where agents worked: most of the file is what tools put out, which is not imported."""
    words, out = Words(), path / "conversations.json"
    outputs = [words.text((8_000, 12_000)) for _ in range(20)]

    def talk(number: int) -> dict[str, Any]:
        made = chatgpt_talk(words, number, most=TOOL_MESSAGES)
        last = made["current_node"]
        for run in range(TOOL_RUNS):
            key = f"{number:08x}-run-{run}"
            output = f"{number} {outputs[(number + run) % len(outputs)]}"
            made["mapping"][key] = _node(key, last, _message(key, "tool", output, BEGAN + number))
            last = key
        return {**made, "current_node": last}

    array(out, until(out, megabytes, talk))
    return out


def chatgpt(path: Path, megabytes: float) -> Path:
    """conversations.json, about so large."""
    words, out = Words(), path / "conversations.json"
    array(out, until(out, megabytes, lambda number: chatgpt_talk(words, number)))
    return out


def claude(path: Path, megabytes: float) -> Path:
    words, out = Words(), path / "conversations.json"

    def talk(number: int) -> dict[str, Any]:
        at = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T10:00:00.000000Z"
        said = []
        for turn in range(words.number(*MESSAGES)):
            text = words.text(WORDS_OF_A_MESSAGE)
            block = {"type": "text", "text": text, "citations": [], "start_timestamp": at, "flags": None}
            sender = ("human", "assistant")[turn % 2]
            said.append(
                {
                    "uuid": f"{number}-{turn}",
                    "text": text,
                    "content": [block],
                    "sender": sender,
                    "created_at": at,
                    "updated_at": at,
                    "attachments": [],
                    "files": [],
                }
            )
        return {
            "uuid": f"{number:032x}",
            "name": words.text((2, 6)),
            "summary": "",
            "created_at": at,
            "updated_at": at,
            "account": {"uuid": "a"},
            "chat_messages": said,
        }

    array(out, until(out, megabytes, talk))
    return out
