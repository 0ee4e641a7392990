"""From what the web tools found to what a client is told."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from mcp_gateway.answers_of_web import (
    NOTICE,
    CheckedQuote,
    CheckedUrl,
    DifferingWords,
    Pictured,
    Redirect,
    SearchResult,
    SearchResults,
    Structured,
    WebPage,
    WebPages,
)
from webtools.checking import Checked
from webtools.extracting import Extracted
from webtools.pages import Failed, Page
from webtools.pictures import Picture
from webtools.quotes.verifying import Verdict
from webtools.searching import Searched

MARK_BYTES = 6


def one(page: Page) -> WebPage:
    return WebPage(
        url=page.url,
        status=page.status,
        notice=NOTICE,
        title=page.title,
        kind=page.kind,
        text=page.text,
        length=page.length,
        offset=page.offset,
        next_offset=page.next_offset,
        redirects=page.hops,
        hidden_characters=page.hidden,
        notes=page.notes,
    )


def many(pages: Sequence[Page | Failed]) -> WebPages:
    told = tuple(one(page) if isinstance(page, Page) else _failed(page) for page in pages)
    failed = sum(bool(page.error) for page in told)
    return WebPages(pages=told, read=len(told) - failed, failed=failed)


def _failed(page: Failed) -> WebPage:
    return WebPage(url=page.asked, status=0, notice=NOTICE, kind="", error=f"{page.code}: {page.reason}")


def pictured(picture: Picture) -> Pictured:
    return Pictured(
        url=picture.url,
        mime_type=picture.mime,
        width=picture.width,
        height=picture.height,
        bytes=len(picture.data),
        notes=picture.notes,
        data=picture.data,
    )


def searched(found: Searched) -> SearchResults:
    results = tuple(
        SearchResult(title=each.title, url=each.url, snippet=each.snippet, published=each.published)
        for each in found.results
    )
    return SearchResults(notice=NOTICE, results=results, failed_engines=found.failed, note=found.note)


def checked(found: Checked) -> CheckedUrl:
    return CheckedUrl(
        verdict=str(found.state),
        reason=found.reason,
        url=found.url,
        status=found.status,
        content_type=found.content_type,
        title=found.title,
        redirects=tuple(Redirect(url=url, status=status) for url, status in found.hops),
        notes=found.notes,
    )


def quoted(found: Verdict) -> CheckedQuote:
    match = found.match
    return CheckedQuote(
        verdict=str(match.standing),
        url=found.url,
        notice=NOTICE,
        passage=match.passage,
        before=match.before,
        after=match.after,
        similarity=match.similarity,
        differences=tuple(DifferingWords(quoted=each.quoted, found=each.found) for each in match.differences),
        title=found.title,
        reason=found.reason,
    )


def structured(found: Extracted) -> Structured:
    return Structured(
        url=found.url,
        by=found.by,
        notice=NOTICE,
        data=found.data,
        title=found.title,
        missing=found.missing,
        notes=found.notes,
    )


def framed(text: str) -> str:
    """A text of the web between two lines that it cannot know beforehand, for answers in words."""
    mark = secrets.token_hex(MARK_BYTES)
    return f"--- {mark}: {NOTICE}\n{text}\n--- {mark}: end of the text from the web"
