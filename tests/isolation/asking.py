"""Asking as somebody, and undoing it: what was answered, and what of alice's it changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, quote_plus, unquote_plus

from django.core.cache import cache
from django.db import connection, transaction
from django.utils.html import escape

from tests.isolation.changes import Owned, Watch
from tests.isolation.packed import unpacked
from tests.isolation.stage import IDS, MARK, Stage
from tests.isolation.values import NEUTRAL

SHORTEST = 3
UNREADABLE = "\ufffd"
NOISE = re.compile(
    rf"{IDS.pattern}|\b[0-9a-f]{{64}}\b|csrfmiddlewaretoken\"? value=\"\w+\"|\"X-CSRFToken\": ?\"\w+\""
    r"|ctm_[\w-]+|/link/[\w-]+|\d+"
)
"""What differs from one answer to the next: ids, checksums, tokens, moments, counts of bytes."""


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    changed: tuple[str, ...]
    asked: str
    """The request, decoded: what was in it may come back."""


class Asker:
    """Somebody with a browser or a bearer, who asks; what their request did is undone."""

    def __init__(self, stage: Stage, *, user: Any = None, bearer: str = "", spare: Owned) -> None:
        self.watch = Watch(spare, connection)
        self.browser = stage.browser(user)
        self.headers = {"Authorization": f"Bearer {bearer}", "Continuum-Agent": "codex"} if bearer else {}

    def ask(self, method: str, request: Mapping[str, Any]) -> Answer:
        with self._undone():
            response = self.browser.generic(method, **request, headers=self.headers)
            body = b"".join(response.streaming_content) if response.streaming else response.content
            changed = self._changed()
        text = f"{dict(response.headers)}\n{unpacked(body)}"
        return Answer(response.status_code, text, changed, unquote_plus(str(request)))

    def response(self, method: str, request: Mapping[str, Any]) -> Any:
        """The response itself, where what it changed does not matter."""
        with self._undone():
            return self.browser.generic(method, **request, headers=self.headers)

    @contextmanager
    def _undone(self) -> Iterator[None]:
        """Nothing stays: no row, no cookie, nothing that is counted for anybody."""
        cookies = SimpleCookie(self.browser.cookies.output(header="", sep=";"))
        cache.clear()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        self.browser.cookies = cookies

    def _changed(self) -> tuple[str, ...]:
        if connection.needs_rollback or not self.watch.wrote():
            return ()
        return tuple(self.watch.changed())


def traces(
    stage: Stage, answer: Answer, values: Mapping[str, Any], *, knows: tuple[str, ...] = ()
) -> set[str]:
    """What of alice's is in an answer, but for what was asked with, she who was asked for may be named, and
    for what the asker knows.
    """
    text = answer.text.lower()
    for word in knows:
        text = text.replace(word.lower(), "")
    for value in _sent(answer, values):
        for spelt in _spellings(value):
            text = text.replace(spelt.lower(), "")
    found = {each for each in IDS.findall(text) if each in stage.ids}
    return found | ({text[max(0, at - 40) : at + 60] for at in [text.find(MARK)]} if MARK in text else set())


def likeness(answer: Answer, values: Mapping[str, Any]) -> str:
    """An answer without what it was asked with and what differs each time: two of them can be compared."""
    text = answer.text.partition("\n")[2]
    for value in _sent(answer, values):
        for spelt in _spellings(value):
            text = text.replace(spelt, "ASKED")
    return f"{answer.status} {'' if UNREADABLE in text else NOISE.sub('', text)}"


def _sent(answer: Answer, values: Mapping[str, Any]) -> list[str]:
    """Those of the values that the request held, the longest first."""
    return sorted((value for value in _texts(values) if value in answer.asked), key=len, reverse=True)


def _spellings(value: str) -> list[str]:
    """A value as addresses, JSON and HTML write it, the longest first."""
    once = {
        value,
        quote(value),
        quote(value, safe=""),
        quote_plus(value),
        json.dumps(value)[1:-1],
        escape(value),
    }
    return sorted(once | {quote(each, safe="") for each in once}, key=len, reverse=True)


def _texts(values: Mapping[str, Any]) -> set[str]:
    kept = set()
    for name, value in values.items():
        for each in value if isinstance(value, list) else [value]:
            if name not in NEUTRAL and isinstance(each, str) and len(each) > SHORTEST:
                kept.add(each)
    return kept
