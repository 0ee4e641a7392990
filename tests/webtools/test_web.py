"""What the tools share starts when it is needed and ends whole."""

from __future__ import annotations

import asyncio
import threading

import pytest

from continuum.kernel.errors import Forbidden
from tests.webtools.conftest import Site
from webtools import kept
from webtools.kept import KeptTexts
from webtools.looking import Asked
from webtools.loop import LoopThread
from webtools.pages import read_page
from webtools.settings import WebSettings
from webtools.web import Web


async def test_turned_off_nothing_starts(site: Site) -> None:
    web = Web(WebSettings(on=False))
    with pytest.raises(Forbidden, match="CONTINUUM_WEB"):
        await web.run(read_page(web, Asked(site.page("/", "x"))))
    assert site.hits == []


async def test_it_ends_and_starts_again(site: Site) -> None:
    web = Web(WebSettings(browser="none", allow=(f"127.0.0.1:{site.port}",)))
    url = site.page("/", "x", "text/plain")
    for _ in range(2):
        assert (await web.run(read_page(web, Asked(url)))).text == "x"
        web.close()
    web.close()


async def test_giving_up_here_gives_up_there() -> None:
    loop, began, gone = LoopThread(), threading.Event(), threading.Event()

    async def work() -> None:
        began.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            gone.set()
            raise

    task = asyncio.ensure_future(loop.run(work()))
    await asyncio.to_thread(began.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(gone.wait, 10)
    loop.close()
    assert not loop.is_running


def test_what_still_runs_is_cancelled_when_the_loop_ends() -> None:
    loop, began = LoopThread(), threading.Event()

    async def work() -> None:
        began.set()
        await asyncio.sleep(60)

    future = loop.submit(work())
    assert began.wait(10)
    loop.close()
    assert future.cancelled()


def test_texts_are_kept_for_a_while_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: KeptTexts[str] = KeptTexts()
    texts.keep("a", "text", characters=4)
    assert texts.find("a") == "text"
    assert texts.find("b") is None
    monkeypatch.setattr(kept, "KEPT_TEXT_SECONDS", -1.0)
    texts.keep("c", "old", characters=3)
    assert texts.find("c") is None


def test_the_oldest_texts_make_room_for_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT_TEXTS", 2)
    monkeypatch.setattr(kept, "KEPT_TEXT_CHARACTERS", 10)
    texts: KeptTexts[str] = KeptTexts()
    for name, size in (("a", 1), ("b", 1), ("c", 1)):
        texts.keep(name, name, characters=size)
    assert [texts.find(name) for name in "abc"] == [None, "b", "c"]
    texts.keep("d", "d", characters=10)
    assert [texts.find(name) for name in "bcd"] == [None, None, "d"]
