"""A process that serves leaves what it has loaded out of its garbage collections, and collects the new."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from continuum import collecting
from continuum.asgi import application


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


class Circle:
    def __init__(self) -> None:
        self.itself = self


def test_what_is_there_is_left_out_and_what_comes_later_is_not() -> None:
    before = Circle()
    collecting.leave_out_what_is_loaded()
    assert not any(each is before for each in gc.get_objects())
    after = Circle()
    seen = weakref.ref(after)
    del after
    gc.collect()
    assert seen() is None


async def test_what_is_loaded_later_is_left_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "LOADED_SECONDS", 0)
    collecting.leave_out_on(asyncio.get_running_loop())
    after = Circle()
    assert any(each is after for each in gc.get_objects())
    await asyncio.sleep(0.01)  # the loop calls what is due
    assert not any(each is after for each in gc.get_objects())


async def test_the_application_does_so_when_it_starts(committed: None) -> None:
    told: asyncio.Queue[str] = asyncio.Queue()
    asked: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    async def send(message: dict[str, str]) -> None:
        await told.put(message["type"])

    frozen = gc.get_freeze_count()
    serving = asyncio.create_task(application({"type": "lifespan", "state": {}}, asked.get, send))
    await asked.put({"type": "lifespan.startup"})
    assert await told.get() == "lifespan.startup.complete"
    assert gc.get_freeze_count() > frozen
    await asked.put({"type": "lifespan.shutdown"})
    assert await told.get() == "lifespan.shutdown.complete"
    await serving
