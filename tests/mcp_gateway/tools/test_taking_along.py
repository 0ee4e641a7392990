"""memory_export and memory_import, over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from memories import access
from memories.models import Revision
from memories.portability import inline
from oauth.models import User
from tests.conftest import person_actor
from tests.mcp_gateway.conftest import Connect, refused, told
from tests.stories import remember


@pytest.fixture
def stored(alice: User) -> None:
    with access.acting(person_actor(alice)) as person:
        for number in range(3):
            remember(person, f"Crate {number} stands in hall {number + 5}.", name=f"crate {number}")
        remember(person, "Only for me.", name="diary", sensitivity="private")


async def test_a_workspace_comes_in_parts_that_an_import_takes(
    connect: Connect, stored: None, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inline, "MOST_CHARACTERS", 400)
    texts, after = [], None
    async with connect(toolsets="memory,advanced") as client:
        while not texts or after:
            part = await told(client, "memory_export", **({"after": after} if after else {}))
            texts.append(part["text"])
            after = part.get("after")
        assert len(texts) > 1
        every = [each for text in texts for each in json.loads(text)]
        assert [each["name"] for each in every] == ["crate 0", "crate 1", "crate 2"]
        done = await told(client, "memory_import", text=json.dumps(every), workspace="team")
    assert done["counts"] == {"proposed": 3} and done["batch"]
    assert await _in_team(alice) == {("proposed", "import")}


@sync_to_async
def _in_team(alice: User) -> set[tuple[str, str]]:
    with access.acting(person_actor(alice)) as person:
        rows = Revision.objects.filter(workspace_id=person.workspaces["team"])
        return set(rows.values_list("status", "trust"))


async def test_what_is_longer_than_an_answer_is_named(
    connect: Connect, stored: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inline, "MOST_CHARACTERS", 60)
    async with connect(toolsets="memory,advanced") as client:
        part = await told(client, "memory_export")
    assert (part["text"], part["memories"]) == ("[]", 0) and len(part["too_long"]) == 3


async def test_what_cannot_be_taken_in_is_refused_and_leaves_nothing(
    connect: Connect, stored: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connect(toolsets="memory,advanced") as client:
        assert "VALIDATION_ERROR" in await refused(client, "memory_import", text="[" * 200_000)
        assert "VALIDATION_ERROR" in await refused(client, "memory_export", after="x")
        monkeypatch.setattr(inline, "MOST_SENT", 10)
        assert "At most 10 characters" in await refused(client, "memory_import", text="x" * 11)
