"""A full workspace refuses what is new, whole, and keeps what it has."""

from __future__ import annotations

from typing import Any

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import QuotaExceeded
from continuum.limit_settings import Quotas
from memories import access
from memories.intake.submit import submit_all
from memories.models import Event, Memory, Revision
from memories.portability.imports import upload_import
from memories.services.drafts import Draft
from memories.services.removal import forget
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


def test_so_many_imports_in_a_day(actor: Actor, settings: Any) -> None:
    settings.QUOTAS = Quotas(imports_a_day=1)
    with access.acting(actor):
        upload_import(actor, chunks=[b"# One\n\nThe lift works."], filename="one.md")
        with pytest.raises(QuotaExceeded, match="1 imports in 24 hours"):
            upload_import(actor, chunks=[b"# Two\n\nThe well is dry."], filename="two.md")
