"""Where passages stand among what came from the same source."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest
from django.db import connection

from continuum.kernel.actor import Actor
from memories.models import Passage
from memories.services.revisions import source_key
from tests.stories import remember

SOURCES = ("", "talk", "notes (via mail)", "会议记录", "Trevi (viaduct)")


def test_a_source_has_one_key_and_no_source_none() -> None:
    assert source_key("") is source_key("via Claude Code") is None
    assert source_key("talk") == source_key("talk (via Claude Code)") != source_key("Talk")


@pytest.mark.parametrize("client", ["", "Claude (beta)"])
def test_the_migration_finds_the_same_key_as_the_application(actor: Actor, client: str) -> None:
    for number, source in enumerate(SOURCES):
        remember(replace(actor, via=client), f"Line {number} of it.", name=f"{number}", source=source)
    placed = {p.pk: (p.source_key, p.told_at) for p in Passage.objects.all()}
    assert len({key for key, _ in placed.values()}) == len(SOURCES)
    Passage.objects.update(source_key=None, told_at=None)
    with connection.cursor() as cursor:
        cursor.execute(import_module("memories.migrations.0011_sentences").PLACED)
    assert {p.pk: (p.source_key, p.told_at) for p in Passage.objects.all()} == placed
