"""A full workspace refuses what is new, whole, and keeps what it has."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from continuum.kernel.actor import Actor
from continuum.kernel.errors import QuotaExceeded
from continuum.limit_settings import Quotas
from memories import access
from memories.intake.submit import submit_all
from memories.models import ChainHead, Event, Import, Memory, Revision
from memories.portability.imports import upload_import
from memories.services.drafts import Draft
from memories.services.quotas import require_room
from memories.services.removal import forget
from memories.services.retention import clean_up
from tests.stories import remember


def test_one_memory_more_than_may_be_is_refused(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=1)
    remember(actor, "Ines checks the boiler.", name="boiler")
    events = Event.objects.count()
    with pytest.raises(QuotaExceeded, match="1 memories"):
        remember(actor, "Oskar checks the lift.", name="lift")
    assert Memory.objects.count() == 1 and Event.objects.count() == events
    remember(actor, "Femi checks the boiler now.", name="boiler")  # a version is no memory more


def test_of_several_all_are_refused(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=2)
    drafts = [Draft(content=f"House {n} has a red door.", name=f"house {n}") for n in range(3)]
    with access.acting(actor), pytest.raises(QuotaExceeded):
        submit_all(actor, drafts=drafts)
    assert not Memory.objects.exists() and not Revision.objects.exists()


def test_forgetting_makes_room(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=1)
    remember(actor, "Ines checks the boiler.", name="boiler")
    with access.acting(actor):
        forget(actor, name="boiler")
    remember(actor, "Oskar checks the lift.", name="lift")
    assert Memory.objects.get().name == "lift"


def test_bytes_are_those_of_the_texts_in_any_script(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(text_bytes=60)
    remember(actor, "灯台守はエダです。", name="keeper")  # 27 bytes
    with pytest.raises(QuotaExceeded, match="megabytes"):
        remember(actor, "灯台守の犬はフェミです。とても大きい。", name="dog")
    assert [revision.memory.name for revision in Revision.objects.all()] == ["keeper"]


def held(actor: Actor) -> tuple[int | None, int | None]:
    """What the database keeps of alice's default workspace."""
    head = ChainHead.objects.filter(workspace_id=actor.workspaces["default"])
    return head.values_list("memories_held", "bytes_held").get()


def counted(actor: Actor) -> tuple[int, int]:
    """The same, row by row."""
    texts = Revision.objects.filter(workspace_id=actor.workspaces["default"]).values_list(
        "content", flat=True
    )
    return Memory.objects.filter(workspace_id=actor.workspaces["default"]).count(), sum(
        len(text.encode()) for text in texts
    )


def test_what_is_held_is_kept_in_step_with_every_row(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=100)
    remember(actor, "Ines checks the boiler.", name="boiler")
    assert held(actor) == counted(actor) == (1, 23)
    drafts = [Draft(content=f"灯台 {n}.", name=f"house {n}") for n in range(3)]
    submit_all(actor, drafts=drafts)
    remember(actor, "Femi checks the boiler now.", name="boiler")
    assert held(actor) == counted(actor)
    forget(actor, name="boiler")
    assert held(actor) == counted(actor) and held(actor)[0] == 3


def test_where_there_is_no_quota_nobody_counts(actor: Actor) -> None:
    remember(actor, "Ines checks the boiler.", name="boiler")
    assert held(actor) == (None, None)


def test_a_write_that_is_refused_counts_for_nothing(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=1)
    remember(actor, "Ines checks the boiler.", name="boiler")
    before = held(actor)
    with pytest.raises(QuotaExceeded):
        remember(actor, "Oskar checks the lift.", name="lift")
    assert held(actor) == before


def test_a_count_that_went_wrong_is_mended_by_the_nights_clean_up(
    actor: Actor, person: Actor, settings: Any
) -> None:
    settings.QUOTAS = Quotas(memories=100)
    remember(actor, "Ines checks the boiler.", name="boiler")
    ChainHead.objects.filter(workspace_id=actor.workspaces["default"]).update(memories_held=90)
    clean_up(person)
    remember(actor, "Oskar checks the lift.", name="lift")
    assert held(actor) == counted(actor)


def test_a_quota_is_looked_at_without_counting(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=100, text_bytes=10_000)
    remember(actor, "Ines checks the boiler.", name="boiler")
    with CaptureQueriesContext(connection) as asked:
        require_room(actor.workspaces["default"])
    (one,) = [query["sql"] for query in asked]
    assert " FROM " in one and one.count("memories_memory") == one.count("memories_revision") == 0


def test_so_many_imports_in_a_day(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(imports_a_day=1)
    with access.acting(actor):
        upload_import(actor, chunks=[b"# One\n\nThe lift works."], filename="one.md")
        with pytest.raises(QuotaExceeded, match="1 imports in 24 hours"):
            upload_import(actor, chunks=[b"# Two\n\nThe well is dry."], filename="two.md")


def test_however_many_race_for_the_last_import_one_gets_it(
    committed: None, actor: Actor, settings: Any, tmp_path: Any
) -> None:
    settings.QUOTAS, settings.IMPORTS = Quotas(imports_a_day=1), tmp_path
    everybody_was_let_in = threading.Barrier(4)

    def chunks() -> Iterator[bytes]:
        everybody_was_let_in.wait(20)
        yield b"# One\n\nThe lift works."

    def race(_: int) -> bool:
        with access.acting(actor):
            try:
                upload_import(actor, chunks=chunks(), filename="one.md")
            except QuotaExceeded:
                return False
            finally:
                connections.close_all()
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(race, range(4))) == 1
    assert [file.name for file in tmp_path.iterdir()] == [str(Import.objects.get().pk)]


def test_what_is_there_can_be_corrected_after_the_quota_was_lowered(actor: Actor, settings: Any) -> None:
    for name in ("boiler", "lift"):
        remember(actor, f"Ines checks the {name}.", name=name)
    settings.QUOTAS = Quotas(memories=1)
    remember(actor, "Femi checks the lift now.", name="lift")
    with pytest.raises(QuotaExceeded):
        remember(actor, "Oskar checks the well.", name="well")
    settings.QUOTAS = Quotas(text_bytes=60)
    with pytest.raises(QuotaExceeded, match="megabytes"):
        remember(actor, "Femi checks the lift on Mondays.", name="lift")
