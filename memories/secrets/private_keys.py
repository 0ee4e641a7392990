"""Private keys in every dress: over lines, indented, quoted, on one line with \\n, cut off at either end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memories.secrets.finding import Finding
from memories.secrets.placeholders import is_words

_LABEL = "PRIVATE KEY"
_LONGEST_LABEL = 48
_LEAST_LETTERS = 9
"""Different characters that a line of a key has."""
_MOST = 16_384
"""Characters of a key that has lost its first line."""
_CLOSE = 4_096
"""How near a service account's other fields stand to its key, and a JWK's type to its private part."""

_BEGIN = re.compile(r"BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-*")
_BODY = re.compile(
    r"(?:[\s\"'`>|+,]|\\[nrt]|\\|<br ?/?>"  # what stands between the lines
    r"|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject|MessageID): [^\n\\]{0,200}"
    r"|(?<=\n)[ \t]*-(?=[A-Za-z0-9+/=]{16})"  # a line that a patch takes out
    r"|[A-Za-z0-9+/]{16,}={0,2}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9])"
    r"|[A-Za-z0-9+/]{1,15}(?:={1,2}|(?=[\s\\nr\"']{0,8}-{1,5} ?END )))*"
)
_END = re.compile(r"[\s\\nr\"']{0,8}-{1,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{0,5}")
_END_ALONE = re.compile(r"-{1,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{0,5}")
_LONG_RUN = re.compile(r"[A-Za-z0-9+/=]{24,}")
_KEY_LINE = re.compile(r"[\s>\"'+|-]*+[A-Za-z0-9+/=\\]{4,}+[\s\"',]*+")

_LINES = r"[A-Za-z0-9+/=]*+(?:(?:\s|\\[nrt]|\\(?![nrt])){1,40}[A-Za-z0-9+/=]{16,}+)*"
# What stands in an OpenSSH key, a PKCS#8 RSA key and a PuTTY key where the first line is gone.
_NAKED = (
    ("b3BlbnNzaC1rZXktdj", re.compile("b3BlbnNzaC1rZXktdj" + _LINES)),
    ("BADANBgkqhkiG9w0BAQEFAASC", re.compile("BADANBgkqhkiG9w0BAQEFAASC" + _LINES)),
    ("Private-Lines:", re.compile(rf"Private-Lines: ?\d{{1,3}}{_LINES}(?:\s+[A-Za-z0-9+/]{{1,15}}=+)?")),
)
_NAKED_LEAST = 80
_NAKED_START = re.compile(r"[A-Za-z0-9+/]{0,12}\Z")
_JWK_PART = re.compile(r"\"d\"\s{0,8}:\s{0,8}\"(?P<key>[A-Za-z0-9_-]{32,})\"")


def find_private_keys(text: str) -> Iterator[Finding]:
    """Every private key in text with plain letters; public keys and certificates are none."""
    yield from _find_labelled(text)
    for anchor, pattern in _NAKED:
        yield from _find_naked(text, anchor, pattern)
    yield from _find_web_keys(text)


def _find_labelled(text: str) -> Iterator[Finding]:
    seen = 0
    place = text.find(_LABEL)
    while place >= 0:
        begin = text.rfind("BEGIN ", max(seen, place - _LONGEST_LABEL), place)
        header = _BEGIN.match(text, begin) if begin >= 0 else None
        finding, seen = _begun(text, header) if header else _ended(text, place, seen)
        if finding:
            yield finding
        place = text.find(_LABEL, seen)


def _begun(text: str, header: re.Match[str]) -> tuple[Finding | None, int]:
    """The key that a first line announces, and the place up to which the text was read."""
    body = _BODY.match(text, header.end())
    body_end = body.end() if body else header.end()
    last = _END.match(text, body_end)
    end = last.end() if last else _without_trailing_space(text, header.end(), body_end)
    if not _holds_key(text[header.end() : body_end]):
        return None, max(end, header.end())
    start = header.start()
    while start and text[start - 1] in "- " and header.start() - start < len("----- "):
        start -= 1
    start += len(text[start : header.start()]) - len(text[start : header.start()].lstrip())
    return Finding(start, end, _kind_of(text, start, end, header[0])), end


def _ended(text: str, label: int, seen: int) -> tuple[Finding | None, int]:
    """The key whose first line is missing, from its last line backwards."""
    after = label + len(_LABEL)
    begin = text.rfind("END ", max(seen, label - _LONGEST_LABEL), label)
    last = _END_ALONE.search(text, max(seen, begin - 6), after + 16) if begin >= 0 else None
    if last is None:
        return None, after
    start = last.start()
    for line in reversed(text[max(seen, start - _MOST) : last.start()].splitlines(keepends=True)):
        if not _KEY_LINE.fullmatch(line):
            break
        start -= len(line)
    start += len(text[start : last.start()]) - len(text[start : last.start()].lstrip())
    if not _holds_key(text[start : last.start()]):
        return None, last.end()
    return Finding(start, last.end(), _kind_of(text, start, last.end(), last[0])), last.end()


def _holds_key(body: str) -> bool:
    return any(
        not is_words(run[0]) and len(set(run[0])) >= _LEAST_LETTERS for run in _LONG_RUN.finditer(body)
    )


def _kind_of(text: str, start: int, end: int, label: str) -> str:
    if "PGP" in label:
        return "pgp_private_key"
    if "service_account" in text[max(0, start - _CLOSE) : end + _CLOSE]:
        return "google_service_account"
    return "private_key"


def _without_trailing_space(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip(" \t\r\n\"'`,|>\\"))


def _find_naked(text: str, anchor: str, pattern: re.Pattern[str]) -> Iterator[Finding]:
    place = text.find(anchor)
    while place >= 0:
        match = pattern.match(text, place)
        end = match.end() if match else place + len(anchor)
        if end - place >= _NAKED_LEAST:
            before = _NAKED_START.search(text, max(0, place - 12), place)
            yield Finding(before.start() if before else place, end, "private_key")
        place = text.find(anchor, end)


def _find_web_keys(text: str) -> Iterator[Finding]:
    """The private part `d` of JSON web keys."""
    place = text.find('"d"')
    while place >= 0:
        match = _JWK_PART.match(text, place)
        if match and '"kty"' in text[max(0, place - _CLOSE) : match.end() + _CLOSE]:
            yield Finding(*match.span("key"), "private_key")
        place = text.find('"d"', match.end() if match else place + 3)
