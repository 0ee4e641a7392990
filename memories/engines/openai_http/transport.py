"""One request to an embedding server, repeated while that may help, for a bounded time."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Any

import httpx

from memories.engines.base import EmbeddingUnavailable
from memories.engines.openai_http.address import Address

_OK = 200
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
_HINTS = MappingProxyType(
    {
        400: " The model's name or its dimensions may be wrong.",
        401: " Is CONTINUUM_EMBEDDING_API_KEY right?",
        403: " Is CONTINUUM_EMBEDDING_API_KEY right, and may it use this model?",
        404: " Are the base URL (often it ends in /v1) and the model's name right?",
    }
)


@dataclass(frozen=True)
class Limits:
    """Times in seconds. `whole` covers all tries and the waits between them; no try outlasts it."""

    one_try: float = 30.0
    whole: float = 90.0
    tries: int = 4
    first_wait: float = 0.5
    longest_wait: float = 20.0
    answer_bytes: int = 64 * 1024 * 1024


class _PassingTrouble(Exception):
    """A try failed in a way that a later one may not. `wait` is what the server asked for, in seconds."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.what, self.wait = what, wait


class Transport:
    """Keeps connections open between requests. Safe to use from several threads."""

    def __init__(self, address: Address, *, api_key: str = "", limits: Limits | None = None) -> None:
        self._url = f"{address.base}/embeddings"
        self._place = address.place
        self._limits = limits or Limits()
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(headers=headers, timeout=self._limits.one_try)

    def close(self) -> None:
        self._client.close()

    def post(self, body: Mapping[str, Any]) -> Any:
        """The JSON of the server's answer to `body`. Raises EmbeddingUnavailable, which quotes neither of
        them.
        """
        end = time.monotonic() + self._limits.whole
        for tried in range(1, self._limits.tries + 1):
            try:
                return self._json(self._one_try(body, end))
            except _PassingTrouble as trouble:
                wait = self._wait(tried, trouble.wait)
                if tried == self._limits.tries or time.monotonic() + wait >= end:
                    raise self._unavailable(f"{trouble.what}, in {tried} tries") from trouble
                time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _one_try(self, body: Mapping[str, Any], end: float) -> bytes:
        """The bytes of a good answer. A server that sends them drop by drop has no longer than one that
        is silent.
        """
        until = min(end, time.monotonic() + self._limits.one_try)
        received = bytearray()
        try:
            with self._client.stream(
                "POST", self._url, json=body, timeout=until - time.monotonic()
            ) as response:
                self._check_status(response)
                for piece in response.iter_bytes():
                    received += piece
                    self._check_progress(len(received), until)
        except httpx.TransportError as error:
            raise _PassingTrouble(f"could not be reached ({type(error).__name__})") from error
        except httpx.HTTPError as error:
            raise self._unavailable(f"sent an answer that cannot be read ({type(error).__name__})") from error
        return bytes(received)

    def _check_status(self, response: httpx.Response) -> None:
        status = response.status_code
        if status in _PASSING:
            raise _PassingTrouble(f"answered {status}", _retry_after(response.headers.get("Retry-After", "")))
        if status != _OK:
            raise self._unavailable(f"answered {status}", _HINTS.get(status, ""))

    def _check_progress(self, received: int, until: float) -> None:
        if received > self._limits.answer_bytes:
            raise self._unavailable(f"sent more than {self._limits.answer_bytes} bytes")
        if time.monotonic() > until:
            raise _PassingTrouble(f"took longer than {self._limits.one_try:g} s")

    def _json(self, received: bytes) -> Any:
        try:
            return json.loads(received)
        except (ValueError, RecursionError) as error:
            raise self._unavailable("sent something that is not JSON") from error

    def _wait(self, tried: int, asked: float | None) -> float:
        """As long as the server asked, else doubling from `first_wait`; never longer than `longest_wait`."""
        doubling = self._limits.first_wait * 2 ** (tried - 1)
        wait = asked if asked is not None else doubling * random.uniform(0.75, 1.25)  # noqa: S311 - no secret
        return min(wait, self._limits.longest_wait)

    def _unavailable(self, what: str, hint: str = "") -> EmbeddingUnavailable:
        return EmbeddingUnavailable(f"The embedding server {self._place} {what}.{hint}")


def _retry_after(header: str) -> float | None:
    """Seconds from now: the header holds either those or a date. None when it is neither."""
    if header.strip().isdecimal():
        return float(header)
    try:
        when = parsedate_to_datetime(header)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())
