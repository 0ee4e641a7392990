"""What came of a fetch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webtools.guard.urls import Target


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect: the address that was asked and the status it answered with."""

    url: str
    status: int


@dataclass(frozen=True, slots=True)
class Cookie:
    """What a browser is told so that it goes on as the visitor it was taken for."""

    name: str
    value: str
    domain: str
    path: str
    secure: bool


@dataclass(frozen=True, slots=True)
class Fetched:
    """A response with as much of its body as was wanted. `cut` says why there is not more of it: "size",
    "time", "broken", or nothing. Header names are lower-case.
    """

    target: Target
    status: int
    headers: Mapping[str, str]
    body: bytes
    cut: str = ""
    hops: tuple[Hop, ...] = ()
    cookies: tuple[Cookie, ...] = field(default=())

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def told_length(self) -> int:
        """How long the server says the body is; 0 where it does not."""
        told = self.headers.get("content-length", "")
        return int(told) if told.isascii() and told.isdigit() and len(told) < 16 else 0  # noqa: PLR2004
