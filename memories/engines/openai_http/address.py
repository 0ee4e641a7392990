"""The setting that names a server: `<model>@<base URL>[#dimensions=N&max_tokens=N]`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urldefrag, urlsplit

from memories.engines.base import EngineMisconfigured

# What a server is taken to read of one text unless the setting says otherwise.
FALLBACK_MAX_TOKENS = 512

_SETTING = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)")
_OPTIONS = frozenset({"dimensions", "max_tokens"})


@dataclass(frozen=True)
class Address:
    """`dimensions`, when given, are asked for in each request; else the server's first answer tells them."""

    model: str
    base: str
    dimensions: int | None = None
    max_tokens: int = FALLBACK_MAX_TOKENS

    @property
    def place(self) -> str:
        """Host, port and path: what may be said in messages. A user's name and password in the URL may
        not.
        """
        parts = urlsplit(self.base)
        return f"{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/")


def parse_address(setting: str) -> Address:
    """Raises EngineMisconfigured."""
    found = _SETTING.fullmatch(setting)
    if found is None:
        raise _misconfigured("write openai:<model>@<base URL>, where the URL starts with http:// or https://")
    base, fragment = urldefrag(found["url"])
    if not urlsplit(base).hostname:
        raise _misconfigured("the base URL names no host")
    options = _options(fragment)
    return Address(
        model=found["model"],
        base=base.rstrip("/"),
        dimensions=options.get("dimensions"),
        max_tokens=options.get("max_tokens", FALLBACK_MAX_TOKENS),
    )


def _options(fragment: str) -> dict[str, int]:
    pairs = parse_qsl(fragment, keep_blank_values=True)
    if any(name not in _OPTIONS or not value.isdecimal() or int(value) < 1 for name, value in pairs):
        raise _misconfigured(
            "after # only dimensions=N and max_tokens=N may follow, N a whole number above 0"
        )
    return {name: int(value) for name, value in pairs}


def _misconfigured(why: str) -> EngineMisconfigured:
    return EngineMisconfigured(f"CONTINUUM_EMBEDDING cannot be read: {why}.")
