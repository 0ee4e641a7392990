"""An embedding model and a language model on a real socket, which can be made slow."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.fakes.answering import Quiet, answering

DIMENSIONS = 64


class Models:
    """`after`: seconds until each answer."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.after = 0.0
        self.asked = 0


@contextmanager
def models() -> Iterator[Models]:
    """Runs until the block ends; then nobody listens at its address."""
    with answering(_Handler, server=Quiet) as httpd:
        told = httpd.told = Models(f"http://127.0.0.1:{httpd.server_address[1]}/v1")  # type: ignore[attr-defined]
        yield told


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        told: Models = self.server.told  # type: ignore[attr-defined]
        told.asked += 1
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(told.after)
        made = _embedded if self.path.endswith("/embeddings") else _claims
        body = json.dumps(made(asked)).encode()
        try:
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client did not wait

    def log_message(self, *args: object) -> None:
        """Nobody reads it."""


def _embedded(asked: dict[str, Any]) -> dict[str, Any]:
    given = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
    data = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(given)]
    used = {"prompt_tokens": len(given), "total_tokens": len(given)}
    return {"object": "list", "model": asked["model"], "data": data, "usage": used}


def vector(text: str) -> list[float]:
    """As many words in common, as close: each word counts in a place of its own."""
    counts = [0.001] * DIMENSIONS
    for word in text.lower().split():
        counts[int.from_bytes(hashlib.blake2s(word.encode(), digest_size=2).digest()) % DIMENSIONS] += 1.0
    return counts


def _claims(asked: dict[str, Any]) -> dict[str, Any]:
    """A language model that finds no claims in anything."""
    message: dict[str, Any] = {"role": "assistant", "content": json.dumps({"claims": []})}
    if tools := asked.get("tools"):
        call = {"name": tools[0]["function"]["name"], "arguments": json.dumps({"claims": []})}
        message |= {"content": None, "tool_calls": [{"id": "c1", "type": "function", "function": call}]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if tools else "stop"}
    used = {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": asked["model"],
        "choices": [choice],
        "usage": used,
    }
