"""fetch_page and fetch_pages: the text of pages, in pieces that fit an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from continuum.kernel.errors import ContinuumError, ValidationFailed
from webtools.errors import TimedOut
from webtools.limits import (
    BATCH_SECONDS,
    BATCH_TEXT,
    DEFAULT_TEXT,
    LEAST_TEXT,
    MAX_BATCH,
    MAX_TEXT,
)
from webtools.looking import Asked, Looked, look
from webtools.reading.article import article_of
from webtools.reading.cleaning import without_hidden, without_marks
from webtools.reading.document import Document
from webtools.reading.kinds import Kind
from webtools.reading.markdown import markdown_of
from webtools.web import Web

_GOING_ON = (
    frozenset("\u200d"),  # joins two into one
    frozenset(map(chr, range(0xFE00, 0xFE10))),  # variants
    frozenset(map(chr, range(0x1F3FB, 0x1F400))),  # skin tones
    frozenset(map(chr, (*range(0x0300, 0x0370), *range(0x20D0, 0x2100)))),  # accents
    frozenset(map(chr, range(0x1F1E6, 0x1F200))),  # the letters of flags
)
Told = Callable[[int, int, str], None]
FETCHING, READING = 1, 2


@dataclass(frozen=True, slots=True)
class Page:
    """The text of a page from `offset` on; `next_offset` where there is more of it, out of `length`.

    `hidden` counts the characters that nobody sees on the page and that are therefore left out.
    """

    asked: str
    url: str
    status: int
    kind: str
    title: str
    text: str
    length: int
    offset: int = 0
    next_offset: int | None = None
    hops: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """A page of several that could not be read, and why."""

    asked: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Whole:
    looked: Looked
    text: str
    hidden: int


async def read_page(
    web: Web,
    asked: Asked,
    *,
    reader: Hashable = None,
    readability: bool = False,
    include_hidden: bool = False,
    offset: int = 0,
    most: int = DEFAULT_TEXT,
    told: Told | None = None,
) -> Page:
    """A page as Markdown. With `offset` the text goes on where an earlier call for the same `reader` ended.

    Raises what `look` does, and ValidationFailed for a wrong offset or length.
    """
    if not LEAST_TEXT <= most <= MAX_TEXT:
        raise ValidationFailed(f"From {LEAST_TEXT:,} to {MAX_TEXT:,} characters.", field="max_chars")
    if offset < 0:
        raise ValidationFailed("An offset counts from 0.", field="offset")
    key = (reader, asked.url, asked.wait_for_selector, readability, include_hidden)
    whole = web.texts.find(key) if offset else None
    if whole is None:
        whole = await _whole(web, asked, readability=readability, include_hidden=include_hidden, told=told)
        web.texts.keep(key, whole, characters=len(whole.text))
    return _piece(whole, offset=offset, most=most)


async def _whole(
    web: Web, asked: Asked, *, readability: bool, include_hidden: bool, told: Told | None
) -> _Whole:
    async with await web.room():
        if told:
            told(FETCHING, READING, "fetching")
        looked = await look(web, asked)
        if told:
            told(READING, READING, "reading")
        if looked.document is None:
            return _Whole(looked, looked.text, 0)
        text, hidden = await asyncio.to_thread(
            _text_of, looked.document, readability=readability, include_hidden=include_hidden
        )
    return _Whole(looked, text, hidden)


def _text_of(document: Document, *, readability: bool, include_hidden: bool) -> tuple[str, int]:
    body, hidden = (without_marks(document.body), 0) if include_hidden else without_hidden(document.body)
    return markdown_of(article_of(body) if readability else body), hidden


def _piece(whole: _Whole, *, offset: int, most: int) -> Page:
    length = len(whole.text)
    end = _end(whole.text, offset, most)
    looked = whole.looked
    notes = looked.notes
    if looked.kind is Kind.EMPTY:
        notes = (*notes, "The server sent nothing.")
    elif looked.status >= 400:  # noqa: PLR2004 - an error, by HTTP
        notes = (*notes, f"The server answered with status {looked.status}.")
    return Page(
        asked=looked.asked,
        url=looked.url,
        status=looked.status,
        kind=str(looked.kind),
        title=looked.title,
        text=whole.text[offset:end],
        length=length,
        offset=offset,
        next_offset=end if end < length else None,
        hops=looked.hops,
        notes=notes,
        hidden=whole.hidden,
    )


def _end(text: str, offset: int, most: int) -> int:
    """Where a piece ends: between two lines if one ends in its last fifth, and never within an emoji."""
    end = offset + most
    if end >= len(text):
        return len(text)
    line = text.rfind("\n", offset + most * 4 // 5, end)
    if line > 0:
        return line + 1
    while end > offset + 1 and (_goes_on(text[end]) or text[end - 1] == "\u200d"):
        end -= 1
    return end


def _goes_on(character: str) -> bool:
    """Whether this belongs to the character before it."""
    return any(character in span for span in _GOING_ON)


async def read_pages(
    web: Web,
    pages: Sequence[Asked],
    *,
    reader: Hashable = None,
    readability: bool = False,
    told: Told | None = None,
    seconds: float = BATCH_SECONDS,
) -> list[Page | Failed]:
    """Several pages at once, in their order: one that cannot be read does not keep the others.

    They share the length of an answer; `read_page` goes on with what is cut. Raises ValidationFailed.
    """
    if not 0 < len(pages) <= MAX_BATCH:
        raise ValidationFailed(f"From 1 to {MAX_BATCH} addresses.", field="urls")
    most = max(LEAST_TEXT, min(DEFAULT_TEXT, BATCH_TEXT // len(pages)))
    ends = asyncio.get_running_loop().time() + seconds
    done = 0

    async def one(asked: Asked) -> Page | Failed:
        nonlocal done
        try:
            async with asyncio.timeout_at(ends):
                return await read_page(web, asked, reader=reader, readability=readability, most=most)
        except TimeoutError:
            late = TimedOut(f"The time for all these pages, {seconds:g} seconds, was over.")
            return Failed(asked.url, late.code, late.message)
        except ContinuumError as error:
            return Failed(asked.url, error.code, error.message)
        finally:
            done += 1
            if told:
                told(done, len(pages), "pages")

    return list(await asyncio.gather(*map(one, pages)))
