"""verify_quote: whether a page says this, word for word."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from http import HTTPStatus

from continuum.kernel.errors import ContinuumError, Refused, Unreachable, ValidationFailed
from webtools.errors import AddressRefused
from webtools.limits import DEFAULT_CONTEXT, LEAST_QUOTE, MAX_CONTEXT, MAX_QUOTE, MAX_SEARCHED
from webtools.looking import Asked, Looked, look
from webtools.quotes.matching import Match, Standing, find_quote
from webtools.reading.cleaning import without_hidden
from webtools.reading.plain import plain_text
from webtools.web import Web


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reason` says why it could not be checked, or what to know of the match."""

    url: str
    match: Match
    title: str = ""
    reason: str = ""
    status: int = 0


async def verify_quote(web: Web, asked: Asked, *, quote: str, context: int = DEFAULT_CONTEXT) -> Verdict:
    """A page that cannot be read proves nothing of a quote. Raises ValidationFailed, AddressRefused."""
    if not LEAST_QUOTE <= len(quote.strip()) <= MAX_QUOTE:
        raise ValidationFailed(f"A quote has from {LEAST_QUOTE} to {MAX_QUOTE:,} characters.", field="quote")
    if not 0 <= context <= MAX_CONTEXT:
        raise ValidationFailed(f"From 0 to {MAX_CONTEXT:,} characters.", field="context_chars")
    async with await web.room():
        try:
            looked = await look(web, asked)
        except AddressRefused:
            raise
        except (Unreachable, Refused) as error:
            return _not_checked(asked.url, _told(error))
        return await asyncio.to_thread(_judged, looked, quote, context)


def _judged(looked: Looked, quote: str, context: int) -> Verdict:
    if looked.status >= HTTPStatus.BAD_REQUEST:
        return _not_checked(looked.url, f"The server answered with status {looked.status}.", looked)
    seen, unseen = _texts(looked)
    if not seen.strip() and not unseen.strip():
        return _not_checked(looked.url, "The page has no text.", looked)
    match, reason = find_quote(seen[:MAX_SEARCHED], quote, context=context), ""
    if match.standing is not Standing.VERIFIED and unseen:
        hidden = find_quote(unseen[:MAX_SEARCHED], quote, context=context)
        if hidden.standing is Standing.VERIFIED:
            match, reason = hidden, "It stands in a part of the page that is not shown at first."
    if match.standing is not Standing.VERIFIED and len(seen) > MAX_SEARCHED:
        reason = f"Only the first {MAX_SEARCHED:,} characters were searched."
    notes = " ".join(filter(None, (reason, *looked.notes)))
    if match.standing is Standing.NOT_FOUND and _is_partial(looked):
        return _not_checked(looked.url, f"It is not in what could be read. {notes}", looked)
    return Verdict(url=looked.url, match=match, title=looked.title, reason=notes, status=looked.status)


def _texts(looked: Looked) -> tuple[str, str]:
    """What is seen, and the whole page where that is more."""
    if looked.document is None:
        return looked.text, ""
    body, left_out = without_hidden(looked.document.body)
    return plain_text(body), plain_text(looked.document.body) if left_out else ""


def _is_partial(looked: Looked) -> bool:
    """Whether the quote may stand in what was not fetched."""
    return any("beginning" in note or "what came" in note for note in looked.notes)


def _not_checked(url: str, reason: str, looked: Looked | None = None) -> Verdict:
    return Verdict(
        url=url, match=Match(Standing.NOT_CHECKED), reason=reason, status=looked.status if looked else 0
    )


def _told(error: ContinuumError) -> str:
    return error.message
