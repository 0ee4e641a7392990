"""check_url: whether an address leads to what it should."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from rapidfuzz import fuzz

from continuum.kernel.errors import ContinuumError, Unreachable
from webtools.errors import AddressRefused, CertificateProblem, NameUnknown, ResolverFailed, TimedOut
from webtools.fetching.client import Client, Wish
from webtools.fetching.fetched import Fetched
from webtools.guard.urls import Target, read_url
from webtools.limits import CHECK_SECONDS, MAX_CHECKED_BYTES
from webtools.reading.charset import decode
from webtools.reading.document import Document, of_source
from webtools.reading.kinds import Kind, kind_of
from webtools.reading.plain import plain_text
from webtools.web import Web


class State(StrEnum):
    ALIVE = "alive"
    SOFT_404 = "soft_404"
    ERROR_PAGE = "error_page"
    BLOCKED = "blocked"
    DEAD = "dead"
    TLS = "tls_problem"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Checked:
    """`hops` are the addresses that led on to `url`, each with its status."""

    asked: str
    url: str
    state: State
    reason: str
    status: int = 0
    content_type: str = ""
    title: str = ""
    hops: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()


# 404 is a status where it begins or is all of what stands between marks ("404", "404 - Demo", "Error 404"),
# not as the number of something ("Peugeot 404").
_GONE_NUMBER = re.compile(
    r"(?:^|[|·–—:]|\s-\s)\s*(?:http\s*)?(?:error|fehler|erreur|status)?\s*(?:code\s*)?:?\s*404\s*(?:$|[|·–—:!.,-]|error)"
    r"|\b(?:error|fehler|erreur|http|status|code)\s*:?\s*404\b|\b404\s+(?:error|page)\b",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"not found|page (is )?(missing|gone)|(does|doesn'?t|do|don'?t)( not)? exist"
    r"|no longer (available|exists?)|can(no|')?t (find|be found)|nothing (was )?found|non trouv|introuvable"
    r"|nicht gefunden|no encontrad|não encontrad|pagina non trovata|niet gevonden|nie znaleziono|не найден"
    r"|見つかりません|找不到|未找到|찾을 수 없",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"\berror\b.{0,20}\b5\d\d\b|\b5\d\d\b.{0,20}\berror\b|something went wrong|internal server error"
    r"|bad gateway|service unavailable|unexpected error|under maintenance|application error",
    re.IGNORECASE,
)
_WRONG_PATH = re.compile(
    r"/(system/)?error(s|page|\.\w+)?/?$|/(404|500|not-?found)(\.\w+)?/?$", re.IGNORECASE
)
_CHALLENGE = re.compile(
    r"just a moment|attention required|are you (a )?human|verify you are|checking your browser|captcha"
    r"|access denied|unusual traffic|enable javascript and cookies|ddos protection",
    re.IGNORECASE,
)
_CHALLENGED = ("cf-mitigated", "x-datadome", "x-amzn-waf-action", "x-sucuri-block")
_BLOCKING = frozenset({401, 402, 403, 405, 406, 407, 418, 429, 451, 999})
_GONE_STATUS = frozenset({404, 410})
_ALIKE = 95.0
_WORDS_TO_COMPARE = 60


async def check_url(web: Web, url: str) -> Checked:
    """Raises BadAddress, AddressRefused; whatever else happens is the answer."""
    target = read_url(url)
    async with await web.room():
        client = await web.client()
        try:
            fetched = await _get(client, target)
        except AddressRefused:
            raise
        except ContinuumError as error:
            return _unanswered(url, target, error)
        found = await asyncio.to_thread(_judged, url, target, fetched)
        return await _compared(client, target, fetched, found)


async def _get(client: Client, target: Target) -> Fetched:
    wish = Wish(seconds=CHECK_SECONDS, most=lambda status, headers: MAX_CHECKED_BYTES, headers={})
    return await client.get(target, wish)


def _unanswered(asked: str, target: Target, error: ContinuumError) -> Checked:
    match error:
        case CertificateProblem():
            state, reason = State.TLS, error.message
        case NameUnknown():
            state, reason = State.DEAD, error.message
        case ResolverFailed() | TimedOut():
            state, reason = State.UNKNOWN, error.message
        case Unreachable():
            state, reason = State.DEAD, error.message
        case _:
            state, reason = State.UNKNOWN, error.message
    return Checked(asked=asked, url=target.url, state=state, reason=reason)


def _judged(asked: str, target: Target, fetched: Fetched) -> Checked:
    document = _document(fetched)
    headline = _headline(document)
    state, reason = _state(target, fetched, headline)
    return Checked(
        asked=asked,
        url=fetched.target.url,
        state=state,
        reason=reason,
        status=fetched.status,
        content_type=fetched.content_type,
        title=document.title if document else "",
        hops=tuple((hop.url, hop.status) for hop in fetched.hops),
        notes=_notes(target, document, fetched),
    )


def _document(fetched: Fetched) -> Document | None:
    if kind_of(fetched.body, fetched.content_type) is not Kind.HTML:
        return None
    text = decode(fetched.body, content_type=fetched.headers.get("content-type", "")).text
    return of_source(text, fetched.target.url)


def _headline(document: Document | None) -> str:
    if document is None:
        return ""
    heads = [" ".join("".join(each.itertext()).split()) for each in document.body.iter("h1")]
    return " | ".join([document.title, *heads[:2]])


def _state(target: Target, fetched: Fetched, headline: str) -> tuple[State, str]:
    status = fetched.status
    if status in _GONE_STATUS:
        return State.DEAD, f"The server says that there is nothing (status {status})."
    if status in _BLOCKING or _is_challenge(fetched.headers, headline, status):
        return State.BLOCKED, (
            f"Something is there, but the server does not let this kind of visitor see it (status {status})."
        )
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return State.UNKNOWN, f"The server fails just now (status {status})."
    if status >= HTTPStatus.BAD_REQUEST:
        return State.DEAD, f"The server refuses the address (status {status})."
    if status >= HTTPStatus.MULTIPLE_CHOICES:
        return State.UNKNOWN, f"The server sends elsewhere without saying where (status {status})."
    return _state_of_page(target, fetched, headline)


def _state_of_page(target: Target, fetched: Fetched, headline: str) -> tuple[State, str]:
    if _GONE.search(headline) or _GONE_NUMBER.search(headline):
        return State.SOFT_404, "The server says that all is well, the page that nothing was found."
    path, asked = urlsplit(fetched.target.url).path, urlsplit(target.url).path
    if _WRONG.search(headline) or (fetched.hops and _WRONG_PATH.search(path)):
        return State.ERROR_PAGE, "It ends on a page that tells of an error."
    if fetched.hops and path == "/" and asked.strip("/"):
        return State.SOFT_404, "It leads to the front page instead of what was asked for."
    return State.ALIVE, "It answers."


def _is_challenge(headers: Mapping[str, str], headline: str, status: int) -> bool:
    if any(name in headers for name in _CHALLENGED):
        return True
    return status in {HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE} and bool(_CHALLENGE.search(headline))


def _notes(target: Target, document: Document | None, fetched: Fetched) -> tuple[str, ...]:
    fragment = unquote(urlsplit(target.url).fragment).split(":~:")[0]
    if document is None or not fragment or fragment in document.ids or fetched.cut or "/" in fragment:
        return ()
    return ("Nothing on the page has the name after the #; a script may add it.",)


async def _compared(client: Client, target: Target, fetched: Fetched, found: Checked) -> Checked:
    """Whether the server shows the same page for an address that cannot exist: then this says nothing."""
    path = urlsplit(target.url).path
    if found.state is not State.ALIVE or not path.strip("/") or _document(fetched) is None:
        return found
    folder = path.rstrip("/").rpartition("/")[0]
    try:
        other = await _get(client, read_url(f"{target.origin}{folder}/{secrets.token_hex(12)}"))
    except ContinuumError:
        return found
    if other.status != HTTPStatus.OK or not await asyncio.to_thread(_alike, fetched, other):
        return found
    return Checked(
        asked=found.asked,
        url=found.url,
        state=State.SOFT_404 if _has_words(fetched) else State.UNKNOWN,
        reason=(
            "The server shows the same page for an address that cannot exist."
            if _has_words(fetched)
            else "The server sends the same empty page for every address: only a browser sees more."
        ),
        status=found.status,
        content_type=found.content_type,
        title=found.title,
        hops=found.hops,
        notes=found.notes,
    )


def _words_of(fetched: Fetched) -> str:
    document = _document(fetched)
    return plain_text(document.body) if document else ""


def _has_words(fetched: Fetched) -> bool:
    return len(_words_of(fetched)) >= _WORDS_TO_COMPARE


def _alike(one: Fetched, other: Fetched) -> bool:
    ours, theirs = _words_of(one), _words_of(other)
    return ours == theirs or fuzz.ratio(ours[:20_000], theirs[:20_000], score_cutoff=_ALIKE) > 0
