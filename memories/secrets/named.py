"""Secrets that only the words beside them give away."""

from __future__ import annotations

import base64
import binascii
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from memories.secrets.assignments import find_assigned, find_said_to_be
from memories.secrets.cues import Cue, cues_in
from memories.secrets.finding import Finding
from memories.secrets.urls import is_no_password
from memories.secrets.values import Link, is_key, looks_random

_VALUE = r"(?P<value>[A-Za-z0-9._~+/=-]{8,4096})"
_BEARER = re.compile(rf"(?i:bearer[ \t:=]{{1,3}}\\?[\"'`]?){_VALUE}")
_AUTHORIZATION = re.compile(
    r"(?i:authori[sz]ation\\{0,3}[\"'`]?[ \t]*[:=,][ \t]*\\{0,3}[\"'`]?"
    rf"(?:(?P<scheme>basic|token|bot|digest|api-?key|key|negotiate|ssws|splunk)[ \t]+)?){_VALUE}"
)
_MARKER = re.compile("<redacted:[a-z_]{1,40}>")
"""What redaction leaves; it speaks of tokens and keys, but no secret follows."""
_LEAST_BEARER = 12
_LEAST_PASSWORD = 4

_RUN = re.compile(r"(?<![A-Za-z0-9+/=_.~@-])[A-Za-z0-9][A-Za-z0-9+/=_.~-]{15,256}(?![A-Za-z0-9+/=_.~@-])")
_ENCODED = re.compile(
    r"(?:base64,?|sha[0-9]+[-:]|md5[-:]|ssh-[a-z0-9]+|ecdsa-[a-z0-9-]+)[ ]?$", re.IGNORECASE
)
_KNOWN_OTHERWISE = re.compile(
    r"sha-?[0-9]|md5|checksum|digest|hash|commit|etag|integrity|fingerprint|uuid|thumbprint|public|certificate"
)
_BEFORE = 80
_BEHIND = 40


def find_named_secrets(text: str) -> Iterator[Finding]:
    """Values assigned to a word for a secret, credentials of headers, random letters beside such a word."""
    lowered = _MARKER.sub(lambda marker: "#" * len(marker[0]), lower(text))
    cues = cues_in(lowered)
    yield from find_assigned(text, lowered, cues)
    yield from find_said_to_be(text, lowered, cues)
    yield from _find_headers(text, lowered)
    if cues:
        yield from _find_random(text, lowered, cues)


def lower(text: str) -> str:
    """The text in lower case and of the same length."""
    return text.replace("\u0130", "i").lower()


def _find_headers(text: str, lowered: str) -> Iterator[Finding]:
    for anchor, pattern in (("bearer", _BEARER), ("authori", _AUTHORIZATION)):
        place = lowered.find(anchor)
        while place >= 0:
            match = pattern.match(text, place)
            if match and _is_credential(match):
                yield Finding(*_span_of(match), "bearer_token")
            place = lowered.find(anchor, match.end() if match else place + len(anchor))


def _span_of(match: re.Match[str]) -> tuple[int, int]:
    start, end = match.span("value")
    return start, start + len(match["value"].rstrip(".")) if end > start else end


def _is_credential(match: re.Match[str]) -> bool:
    value = match["value"].rstrip(".")
    if (match.groupdict().get("scheme") or "").lower() == "basic":
        return _holds_pair(value)
    return len(value) >= _LEAST_BEARER and is_key(value, Link.SAID)


def _holds_pair(value: str) -> bool:
    """Whether the base64 says user:password, and the password is no manual's."""
    try:
        pair = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except binascii.Error:
        return False
    password = pair.decode("utf-8", "replace").partition(":")[2]
    return len(password) >= _LEAST_PASSWORD and not is_no_password(password)


def _find_random(text: str, lowered: str, cues: list[Cue]) -> Iterator[Finding]:
    ends, starts = sorted(cue.end for cue in cues), [cue.start for cue in cues]
    for run in _RUN.finditer(text):
        value = run[0].rstrip(".-")
        is_cut = run[0].endswith("..")
        if not is_cut and _is_beside(run, lowered, ends, starts) and looks_random(value):
            yield Finding(run.start(), run.start() + len(value), "high_entropy")


def _is_beside(run: re.Match[str], lowered: str, ends: list[int], starts: list[int]) -> bool:
    """Whether a word for a secret stands close by, on this line or the one before, and none for a hash."""
    start, end = run.span()
    before = bisect_right(ends, start) - 1
    if before >= 0 and start - ends[before] <= _BEFORE:
        between = lowered[ends[before] : start]
        return between.count("\n") <= 1 and not (_KNOWN_OTHERWISE.search(between) or _ENCODED.search(between))
    behind = bisect_left(starts, end)
    if behind < len(starts) and starts[behind] - end <= _BEHIND:
        around = lowered[max(0, start - _BEHIND) : starts[behind]]
        return "\n" not in around[-(starts[behind] - start) :] and not _KNOWN_OTHERWISE.search(around)
    return False
