"""Tokens told by how they are built: web tokens, bot tokens, webhooks, AWS' secret keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memories.secrets.finding import Finding
from memories.secrets.placeholders import is_documented, is_masked, is_spoken, is_words
from memories.secrets.vendors import START

_B64 = "[A-Za-z0-9_-]"

# Header, then payload and signature, or the four parts of an encrypted one, of which the first may be empty;
# unsigned ones end in a dot. `eyJ` is how any JSON object begins in base64.
_JWT = re.compile(
    rf"{START}eyJ{_B64}{{8,1024}}+\."
    rf"(?:{_B64}{{0,1024}}+\.{_B64}{{8,64}}+\.{_B64}{{8,65536}}+\.{_B64}{{16,}}+"
    rf"|{_B64}{{8,65536}}+\.{_B64}{{16,}}+|eyJ{_B64}{{8,}}+\.?)"
)
_DISCORD_BOT = re.compile(
    rf"{START}(?P<body>[MNO]{_B64}{{22,27}}\.{_B64}{{6,7}}\.{_B64}{{27,45}})(?![A-Za-z0-9_-])"
)
_TELEGRAM_BOT = re.compile(rf"(?<![0-9])[0-9]{{8,10}}:(?P<body>{_B64}{{35}})(?!{_B64})")
_SLACK_HOOK = re.compile(
    r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<body>[A-Za-z0-9_/-]{20,200})"
)
_DISCORD_HOOK = re.compile(
    rf"discord(?:app)?\.com/api/(?:v[0-9]{{1,2}}/)?webhooks/[0-9]{{15,22}}/(?P<body>{_B64}{{40,200}})"
)
_SCHEME = re.compile(r"https?://(?:[a-z]{1,10}\.)?\Z")

_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=_-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])")
_AWS_WORD = re.compile(r"aws[\w ]{0,16}(?:secret|key)|secret[ _-]?(?:access[ _-]?)?key", re.IGNORECASE)
_AWS_ID = re.compile(r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])")
_AWS_WORD_BEFORE = 80
_AWS_ID_BESIDE = 200


def find_shaped_tokens(text: str) -> Iterator[Finding]:
    """Every token told by its build, in text with plain letters."""
    yield from _find_web_tokens(text)
    yield from _find_hooks(text, "hooks.slack", _SLACK_HOOK, "slack_webhook")
    yield from _find_hooks(text, "discord", _DISCORD_HOOK, "discord_webhook")
    yield from _find_bots(text, _DISCORD_BOT, "discord_token")
    yield from _find_bots(text, _TELEGRAM_BOT, "telegram_token")
    yield from _find_aws_secrets(text)


def _find_web_tokens(text: str) -> Iterator[Finding]:
    place = text.find("eyJ")
    while place >= 0:
        match = _JWT.match(text, place)
        if match and not is_documented(match[0]):
            yield Finding(place, match.end(), "jwt")
        place = text.find("eyJ", match.end() if match else place + 3)


def _find_hooks(text: str, anchor: str, pattern: re.Pattern[str], kind: str) -> Iterator[Finding]:
    place = text.find(anchor)
    while place >= 0:
        match = pattern.match(text, place)
        if match and not (is_masked(match["body"]) or is_spoken(match["body"])):
            scheme = _SCHEME.search(text, max(0, place - 20), place)
            yield Finding(scheme.start() if scheme else place, match.end(), kind)
        place = text.find(anchor, match.end() if match else place + len(anchor))


def _find_bots(text: str, pattern: re.Pattern[str], kind: str) -> Iterator[Finding]:
    for match in pattern.finditer(text):
        body = match["body"]
        if _is_mixed(body) and not is_masked(body) and not is_spoken(body) and not is_documented(match[0]):
            yield Finding(match.start(), match.end(), kind)


def _find_aws_secrets(text: str) -> Iterator[Finding]:
    for match in _AWS_SECRET.finditer(text):
        key = match[0]
        if _is_mixed(key) and not is_masked(key) and not is_words(key) and _speaks_of_aws(text, match):
            yield Finding(match.start(), match.end(), "aws_secret_key")


def _speaks_of_aws(text: str, key: re.Match[str]) -> bool:
    start, end = key.span()
    if _AWS_WORD.search(text, max(0, start - _AWS_WORD_BEFORE), start):
        return True
    return bool(_AWS_ID.search(text, max(0, start - _AWS_ID_BESIDE), end + _AWS_ID_BESIDE))


def _is_mixed(value: str) -> bool:
    """Whether there are small letters, capitals and digits, as in nearly every random token so long."""
    return any(map(str.islower, value)) and any(map(str.isupper, value)) and any(map(str.isdigit, value))
