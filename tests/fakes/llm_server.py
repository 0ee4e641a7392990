"""A small language model's server on a real socket, in the dialects of OpenAI and Anthropic, answering as a
test tells it to.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.fakes.answering import answering


@dataclass(frozen=True)
class Answer:
    """What is sent back: `content` as the model's words, unless `status` tells of an error, or `endless`
    again and again, with so many seconds between; `hangs_up` sends nothing.
    """

    content: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0.0
    asked_tokens: Any = 900
    answered_tokens: Any = 100
    endless: bytes = b""
    every: float = 0.0
    hangs_up: bool = False


LONGEST_SENT = 64 * 1024 * 1024
Behaviour = Callable[[Mapping[str, Any]], Answer]


def claims(*found: Mapping[str, Any], **more: Any) -> Answer:
    """A well-formed answer with these claims."""
    return Answer(content={"claims": [dict(each) for each in found]}, **more)


class LLMServer:
    """`answers` are given one after the other, the last one again and again; `asked` is what came in."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.answers: list[Answer | Behaviour] = [claims()]
        self.asked: list[Mapping[str, Any]] = []
        self.keys: list[str] = []
        self._lock = threading.Lock()

    def next_answer(self, request: Mapping[str, Any], key: str) -> Answer:
        with self._lock:
            self.asked.append(request)
            self.keys.append(key)
            answer = self.answers[0] if len(self.answers) == 1 else self.answers.pop(0)
        return answer if isinstance(answer, Answer) else answer(request)


@contextmanager
def llm_server() -> Iterator[LLMServer]:
    """Runs until the block ends."""
    with answering(_Handler) as httpd:
        server = httpd.told = LLMServer(f"http://127.0.0.1:{httpd.server_address[1]}")  # type: ignore[attr-defined]
        yield server


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told: LLMServer = self.server.told  # type: ignore[attr-defined]
        key = self.headers.get("x-api-key") or self.headers.get("authorization", "").removeprefix("Bearer ")
        answer = told.next_answer({**request, "path": self.path}, key)
        time.sleep(answer.after)
        if answer.endless or answer.hangs_up:
            self.close_connection = True
            self._without_end(answer)
            return
        dialect = _as_anthropic if self.path.endswith("/messages") else _as_openai
        body = dialect(request, answer) if answer.status == 200 else {"error": {"message": "no", "type": "x"}}
        self._send(answer.status, json.dumps(body).encode(), answer.headers)

    def _without_end(self, answer: Answer) -> None:
        try:
            if answer.hangs_up:
                return
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.end_headers()
            for _ in range(LONGEST_SENT // len(answer.endless)):
                self.wfile.write(answer.endless)
                time.sleep(answer.every)
        except (BrokenPipeError, ConnectionResetError):
            return  # the client has heard enough

    def _send(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        try:
            self.send_response(status)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client did not wait

    def log_message(self, *args: object) -> None:
        """Tests read what was asked, not a log."""


def _as_openai(request: Mapping[str, Any], answer: Answer) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": _text(answer)}
    if tools := request.get("tools"):
        call = {"name": tools[0]["function"]["name"], "arguments": _text(answer)}
        message |= {"content": None, "tool_calls": [{"id": "c1", "type": "function", "function": call}]}
    usage = {
        "prompt_tokens": answer.asked_tokens,
        "completion_tokens": answer.answered_tokens,
        "total_tokens": 1_000,
    }
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if tools else "stop"}
    head = {"id": "1", "object": "chat.completion", "created": 1, "model": request["model"]}
    return {**head, "choices": [choice], "usage": usage}


def _as_anthropic(request: Mapping[str, Any], answer: Answer) -> dict[str, Any]:
    content: dict[str, Any] = {"type": "text", "text": _text(answer)}
    if tools := request.get("tools"):
        given = answer.content if isinstance(answer.content, dict) else {"claims": answer.content}
        content = {"type": "tool_use", "id": "t1", "name": tools[0]["name"], "input": given}
    usage = {"input_tokens": answer.asked_tokens, "output_tokens": answer.answered_tokens}
    head = {"id": "m1", "type": "message", "role": "assistant", "model": request["model"]}
    reason = "tool_use" if tools else "end_turn"
    return {**head, "content": [content], "stop_reason": reason, "usage": usage}


def _text(answer: Answer) -> str:
    return answer.content if isinstance(answer.content, str) else json.dumps(answer.content)
