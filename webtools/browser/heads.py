"""The head of a request to the proxy, read and written. Strict: a browser writes it, nobody else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from webtools.errors import BadAddress
from webtools.guard.urls import Target, read_host, read_port, read_url

_LINE = re.compile(r"([A-Z]{1,20}) (\S+) HTTP/1\.[01]")
_FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\x00]*?)[ \t]*")
_OWN = frozenset(
    {"proxy-authorization", "proxy-connection", "connection", "keep-alive", "te", "upgrade", "host"}
)


class BadHead(ValueError):
    """Not a request that the proxy serves."""


@dataclass(frozen=True, slots=True)
class Head:
    """A request: to be tunnelled to `host` and `port`, or `plain` to be sent on as it is."""

    method: str
    host: str
    port: int
    fields: tuple[tuple[str, str], ...]
    plain: Target | None = None

    def get(self, name: str) -> str:
        return next((value for known, value in self.fields if known.lower() == name), "")

    @property
    def body_length(self) -> int:
        """Raises BadHead for a body without a length: browsers send none to HTTP/1.1 servers."""
        told = self.get("content-length") or "0"
        if self.get("transfer-encoding") or not (told.isascii() and told.isdigit()):
            raise BadHead("a body without a length")
        return int(told)

    def written(self) -> bytes:
        """The head as the server gets it: for this one request, without what was meant for the proxy."""
        target = self.plain
        if target is None:
            raise BadHead("a tunnel has no head")
        rest = target.url.partition("://")[2].partition("#")[0]
        authority, slash, path = rest.partition("/")
        lines = [f"{self.method} {slash}{path} HTTP/1.1", f"Host: {authority}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in self.fields if name.lower() not in _OWN]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def read_head(raw: bytes) -> Head:
    """Raises BadHead."""
    line, *rest = raw.decode("latin-1").split("\r\n")
    found = _LINE.fullmatch(line)
    fields = [_FIELD.fullmatch(each) for each in rest if each]
    if found is None or not all(fields):
        raise BadHead("not a request")
    method, asked = found.groups()
    told = tuple((each[1], each[2]) for each in fields if each)
    try:
        if method == "CONNECT":
            host, _, port = asked.rpartition(":")
            return Head(method, read_host(host), read_port(port), told)
        target = read_url(asked)
    except BadAddress as error:
        raise BadHead(error.message) from None
    if target.scheme != "http":
        raise BadHead("not a request to a proxy")
    return Head(method, target.host, target.port, told, plain=target)
