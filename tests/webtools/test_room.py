"""Of the room for fetches no caller takes more than its share; the others come in meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time

from tests.webtools.conftest import Site
from webtools.limits import FETCHES_OF_A_CALLER
from webtools.looking import Asked
from webtools.pages import Failed, Page, read_page, read_pages
from webtools.room import Room, calling
from webtools.web import Web

DEADLINE = 20.0


def until_asked(site: Site, count: int) -> None:
    ends = time.monotonic() + DEADLINE
    while len(site.hits) < count and time.monotonic() < ends:
        time.sleep(0.01)


async def test_one_caller_does_not_keep_another_from_fetching(plain: Web, site: Site) -> None:
    never = threading.Event()
    site.page("*", "x", "text/plain", wait=never)
    other = site.page("/other", "The other's page.", "text/plain")
    slow = [Asked(f"{site.base}/{n}", timeout_ms=30_000) for n in range(20)]
    greedy = asyncio.ensure_future(plain.run(read_pages(plain, slow, seconds=30), caller="greedy"))
    await asyncio.to_thread(until_asked, site, FETCHES_OF_A_CALLER)
    page = await plain.run(read_page(plain, Asked(other, timeout_ms=5_000)), caller="modest")
    assert page.text == "The other's page."
    assert len(site.hits) == FETCHES_OF_A_CALLER + 1
    never.set()
    assert [each for each in await greedy if isinstance(each, Failed)] == []


async def test_who_waits_for_its_share_waits_within_its_own_time(plain: Web, site: Site) -> None:
    never = threading.Event()
    slow = [Asked(site.page(f"/{n}", "x", wait=never)) for n in range(FETCHES_OF_A_CALLER + 1)]
    found = await plain.run(read_pages(plain, slow, seconds=0.3), caller="greedy")
    never.set()
    assert all(isinstance(each, Failed) and "was over" in each.reason for each in found)
    assert len(site.hits) == FETCHES_OF_A_CALLER
    again = await plain.run(read_page(plain, Asked(site.page("/", "x", "text/plain"))), caller="greedy")
    assert isinstance(again, Page)


async def test_nothing_is_kept_of_a_caller_who_is_done() -> None:
    room = Room()
    with calling("somebody"):
        async with room.taken():
            assert len(room._shares) == 1
    assert not room._shares
