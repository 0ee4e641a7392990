"""search_web: what a SearXNG of the operator's finds."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from continuum.kernel.errors import ConfigurationProblem, ContinuumError, Unreachable, ValidationFailed
from webtools.errors import BadAddress
from webtools.fetching.client import Wish
from webtools.fetching.fetched import Fetched
from webtools.guard.urls import read_url
from webtools.limits import (
    DEFAULT_COUNT,
    MAX_COUNT,
    MAX_QUERY,
    MAX_SEARCH_BYTES,
    MAX_SNIPPET,
    MAX_TITLE,
    SEARCH_SECONDS,
)
from webtools.reading.wellformed import all_well_formed
from webtools.web import Web

_TAG = re.compile(r"<[^>]{0,200}>")
JSON_IS_OFF = (
    "The SearXNG at CONTINUUM_SEARXNG_URL does not answer in JSON: add `json` to `search.formats` in its "
    "settings.yml and restart it."
)


@dataclass(frozen=True, slots=True)
class Result:
    title: str
    url: str
    snippet: str = ""
    published: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """`failed` names the engines that did not answer, with the reason each gave."""

    query: str
    results: tuple[Result, ...]
    failed: tuple[str, ...] = ()
    note: str = ""


async def search_web(web: Web, query: str, *, count: int = DEFAULT_COUNT) -> Searched:
    """Raises ValidationFailed, ConfigurationProblem (none set up, JSON turned off), Unreachable (it is not
    there, or all of its engines fail).
    """
    words = " ".join(query.split())
    if not 0 < len(words) <= MAX_QUERY:
        raise ValidationFailed(f"A search has from 1 to {MAX_QUERY} characters.", field="query")
    if not 0 < count <= MAX_COUNT:
        raise ValidationFailed(f"From 1 to {MAX_COUNT} results.", field="count")
    client = await web.search_client()
    address = f"{web.settings.searxng.rstrip('/')}/search?{urlencode({'q': words, 'format': 'json'})}"
    wish = Wish(
        seconds=SEARCH_SECONDS,
        most=lambda status, headers: MAX_SEARCH_BYTES,
        headers={"accept": "application/json"},
        follow=False,
    )
    try:
        fetched = await client.get(read_url(address), wish)
    except Unreachable as error:
        raise Unreachable(f"The search engine cannot be reached. {error.message}") from None
    return _read(words, _told(fetched), count)


def _told(fetched: Fetched) -> Mapping[str, Any]:
    status = fetched.status
    if status in {HTTPStatus.FORBIDDEN, HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_ACCEPTABLE}:
        raise ConfigurationProblem(JSON_IS_OFF)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        raise Unreachable(
            "The search engine turns us away for asking too often (its limiter). Try again later."
        )
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST or status == HTTPStatus.NOT_FOUND:
        raise ConfigurationProblem(
            "CONTINUUM_SEARXNG_URL does not lead to a SearXNG: give the address at which it answers /search."
        )
    if status != HTTPStatus.OK:
        raise Unreachable(f"The search engine fails just now (status {status}).")
    try:
        told = all_well_formed(json.loads(fetched.body))
    except (ValueError, RecursionError):
        raise _not_json(fetched) from None
    if not isinstance(told, dict) or not isinstance(told.get("results"), list):
        raise _not_json(fetched)
    return told


def _not_json(fetched: Fetched) -> ContinuumError:
    if fetched.cut:
        return Unreachable("The answer of the search engine did not come whole.")
    return ConfigurationProblem(JSON_IS_OFF)


def _read(query: str, told: Mapping[str, Any], count: int) -> Searched:
    results = tuple(filter(None, map(_result, told["results"])))
    failed = tuple(_failures(told.get("unresponsive_engines")))
    if not results and failed:
        raise Unreachable(
            f"Nothing could be searched: every engine that was asked failed ({'; '.join(failed)}). That is "
            "not the same as no results."
        )
    note = "" if results else "No results: every engine answered."
    if results and failed:
        note = "Some engines failed, so there may be more."
    return Searched(query=query, results=results[:count], failed=failed, note=note)


def _result(each: Any) -> Result | None:
    """None for what is no page of the web."""
    if not isinstance(each, dict):
        return None
    try:
        url = read_url(str(each.get("url") or "")).url
    except BadAddress:
        return None
    return Result(
        title=_words(each.get("title"), MAX_TITLE) or url,
        url=url,
        snippet=_words(each.get("content"), MAX_SNIPPET),
        published=_words(each.get("publishedDate"), 40),
    )


def _failures(told: Any) -> list[str]:
    found = []
    for each in told if isinstance(told, list) else []:
        parts = each if isinstance(each, list) else [each]
        found.append(": ".join(_words(part, 80) for part in parts[:2]))
    return found[:MAX_COUNT]


def _words(text: Any, most: int) -> str:
    return " ".join(_TAG.sub("", str(text or "")).split())[:most]
