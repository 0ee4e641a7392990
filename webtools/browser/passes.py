"""Who may use the proxy: one pass for each page that is open, worth so many connections and bytes."""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
from dataclasses import dataclass, field

from webtools.limits import CONNECTIONS_OF_A_PAGE, MAX_RELAYED_BYTES, TOKEN_BYTES

USER = "page"


@dataclass(slots=True, eq=False)
class Pass:
    """What a page shows the proxy. `refused` counts the connections that the guard did not let it have."""

    secret: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES), repr=False)
    left: int = MAX_RELAYED_BYTES
    refused: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def spent(self) -> bool:
        return self.left <= 0

    @property
    def is_full(self) -> bool:
        return len(self.tasks) >= CONNECTIONS_OF_A_PAGE

    def take(self, count: int) -> None:
        self.left -= count


class Passes:
    """The passes of the pages that are open now."""

    def __init__(self) -> None:
        self._open: set[Pass] = set()

    def issue(self) -> Pass:
        new = Pass()
        self._open.add(new)
        return new

    def end(self, gone: Pass) -> None:
        """The page is closed: whatever it has open is closed with it."""
        self._open.discard(gone)
        for task in gone.tasks:
            task.cancel()

    def find(self, credentials: str) -> Pass | None:
        """The pass that a `Proxy-Authorization` header shows."""
        scheme, _, told = credentials.partition(" ")
        if scheme.lower() != "basic":
            return None
        try:
            user, _, secret = base64.b64decode(told.strip(), validate=True).decode("ascii").partition(":")
        except ValueError:
            return None
        if user != USER:
            return None
        return next((each for each in self._open if hmac.compare_digest(each.secret, secret)), None)
