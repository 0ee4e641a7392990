"""search_web through something that speaks as SearXNG does."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from continuum.kernel.errors import ConfigurationProblem, Unreachable, ValidationFailed
from tests.webtools.conftest import Site
from webtools import searching
from webtools.errors import AddressRefused
from webtools.looking import Asked
from webtools.pages import read_page
from webtools.searching import Searched, search_web
from webtools.settings import WebSettings
from webtools.web import Web

RESULT = {
    "title": "Port <b>times</b>",
    "url": "https://example.org/port",
    "content": "The  harbour\nopens at six.",
    "publishedDate": "2026-05-01T00:00:00",
}


@pytest.fixture
def engine(site: Site) -> Iterator[Web]:
    """Web tools whose search engine is the site, which is inside and not on any list."""
    web = Web(WebSettings(browser="none", searxng=site.base))
    yield web
    web.close()


def answers(site: Site, told: Any, **more: Any) -> None:
    body = told if isinstance(told, str) else json.dumps(told)
    site.page("/search", body, more.pop("content_type", "application/json"), **more)


async def search(web: Web, query: str = "port times", **more: int) -> Searched:
    return await web.run(search_web(web, query, **more))


async def test_results_are_told_in_their_order(engine: Web, site: Site) -> None:
    answers(site, {"results": [RESULT, {**RESULT, "title": "", "url": "https://example.org/2"}]})
    found = await search(engine)
    assert [each.title for each in found.results] == ["Port times", "https://example.org/2"]
    assert found.results[0].snippet == "The harbour opens at six."
    assert found.results[0].published == "2026-05-01T00:00:00"
    assert site.paths == ["/search?q=port+times&format=json"]


async def test_only_as_many_as_asked_for(engine: Web, site: Site) -> None:
    answers(site, {"results": [RESULT] * 9})
    assert len((await search(engine, count=3)).results) == 3


@pytest.mark.parametrize(
    ("told", "more"),
    [
        ("Forbidden", {"status": 403, "content_type": "text/html"}),
        ("<html>results</html>", {"content_type": "text/html"}),
        ("[]", {}),
        ("{}", {}),
        ("nothing", {"status": 400}),
        ('{"results": "many"}', {}),
        ("", {}),
    ],
)
async def test_an_engine_without_json_is_told_to_its_operator(
    engine: Web, site: Site, told: str, more: dict[str, Any]
) -> None:
    answers(site, told, **more)
    with pytest.raises(ConfigurationProblem, match=r"search\.formats"):
        await search(engine)


async def test_no_results_is_not_the_same_as_no_engines(engine: Web, site: Site) -> None:
    answers(site, {"results": [], "unresponsive_engines": []})
    assert "No results" in (await search(engine)).note
    answers(site, {"results": [], "unresponsive_engines": [["google", "CAPTCHA"], ["brave", "timeout"]]})
    with pytest.raises(Unreachable, match="google: CAPTCHA; brave: timeout"):
        await search(engine)


async def test_some_failed_engines_are_named_beside_the_results(engine: Web, site: Site) -> None:
    answers(site, {"results": [RESULT], "unresponsive_engines": [["google", "CAPTCHA"]]})
    found = await search(engine)
    assert found.failed == ("google: CAPTCHA",)
    assert "may be more" in found.note


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "file:///etc/passwd", "", None, 7, "http://u:p@x.org/"]
)
async def test_what_is_no_page_is_left_out(engine: Web, site: Site, url: Any) -> None:
    answers(site, {"results": [{**RESULT, "url": url}, RESULT, "not a result", None]})
    assert [each.url for each in (await search(engine)).results] == ["https://example.org/port"]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (500, Unreachable),
        (503, Unreachable),
        (429, Unreachable),
        (404, ConfigurationProblem),
        (302, ConfigurationProblem),
    ],
)
async def test_an_engine_that_fails_is_told(
    engine: Web, site: Site, status: int, kind: type[Exception]
) -> None:
    answers(site, "no", status=status, headers={"Location": "http://169.254.169.254/"})
    with pytest.raises(kind):
        await search(engine)


async def test_without_an_engine_it_says_how_to_set_one_up(plain: Web, site: Site) -> None:
    with pytest.raises(ConfigurationProblem, match="CONTINUUM_SEARXNG_URL"):
        await search(plain)


async def test_the_engines_place_is_opened_for_searches_alone(engine: Web, site: Site) -> None:
    answers(site, {"results": [RESULT]})
    await search(engine)
    with pytest.raises(AddressRefused):
        await engine.run(read_page(engine, Asked(f"{site.base}/search")))


async def test_an_engine_that_keeps_silent_is_given_up(
    engine: Web, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "SEARCH_SECONDS", 0.2)
    never = threading.Event()
    answers(site, {"results": []}, wait=never)
    with pytest.raises(Unreachable, match="cannot be reached"):
        await search(engine)
    never.set()


async def test_an_engine_that_is_not_there_is_told() -> None:
    web = Web(WebSettings(browser="none", searxng="http://127.0.0.1:1024"))
    with pytest.raises(Unreachable, match="cannot be reached"):
        await search(web)
    web.close()


@pytest.mark.parametrize(("query", "count"), [("", 5), ("   ", 5), ("x" * 501, 5), ("x", 0), ("x", 21)])
async def test_wrong_questions_are_refused(engine: Web, site: Site, query: str, count: int) -> None:
    with pytest.raises(ValidationFailed):
        await search(engine, query, count=count)
