"""memory_bulk_remember and memory_propose, over HTTP."""

from __future__ import annotations

from asgiref.sync import sync_to_async

from memories import access
from memories.intake.again import undo_batch
from oauth.models import User
from tests.conftest import person_actor
from tests.mcp_gateway.conftest import MODERN, Connect, refused, told

TEAS = [{"content": "Green tea in the morning.", "name": "morning"}, {"value": {"sugar": 0}, "name": "sugar"}]


async def test_many_are_kept_and_a_person_takes_them_back_as_one(connect: Connect, alice: User) -> None:
    async with connect(toolsets="memory,advanced") as client:
        done = await told(client, "memory_bulk_remember", items=TEAS, label="teas")
        assert [answer["status"] for answer in done["answers"]] == ["stored", "stored"]
        await _undo(alice, done["batch"])
        assert (await told(client, "memory_list"))["memories"] == []


@sync_to_async
def _undo(alice: User, batch: str) -> None:
    with access.acting(person_actor(alice)) as person:
        undo_batch(person, batch_id=batch)


async def test_what_is_refused_says_so_and_stops_no_other(connect: Connect) -> None:
    key = "AKIA" + "Q7RT4WXB2NMLPZ5K"
    async with connect(toolsets="memory,advanced") as client:
        done = await told(client, "memory_bulk_remember", items=[{"content": f"key {key}"}, TEAS[0]])
    assert [answer["status"] for answer in done["answers"]] == ["refused", "stored"]
    assert key not in str(done)


async def test_nothing_written_is_no_batch(connect: Connect) -> None:
    key = "AKIA" + "Q7RT4WXB2NMLPZ5K"
    async with connect(toolsets="memory,advanced") as client:
        done = await told(client, "memory_bulk_remember", items=[{"content": f"key {key}"}])
        assert "batch" not in done


async def test_what_cannot_be_read_stops_them_all(connect: Connect, reader: str) -> None:
    async with connect(toolsets="memory,advanced") as client:
        for items in ([], [{"content": ""}], [{"content": "a", "colour": "red"}], [TEAS[0]] * 501):
            assert "VALIDATION_ERROR" in await refused(client, "memory_bulk_remember", items=items)
        assert (await told(client, "memory_list"))["memories"] == []
    async with connect(bearer=reader, toolsets="advanced") as client:
        assert "FORBIDDEN" in await refused(client, "memory_bulk_remember", items=TEAS)


async def test_who_asks_is_told_how_far_it_is(connect: Connect, era: str) -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with connect(mode="auto" if era == MODERN else era, toolsets="advanced") as client:
        arguments = {"items": TEAS}
        done = await client.call_tool("memory_bulk_remember", arguments, progress_callback=hear)
    assert not done.is_error
    assert heard == [(1, 4, "screened"), (2, 4, "vectors"), (3, 4, "compared"), (4, 4, "written")]


async def test_what_is_proposed_waits_for_a_person_in_any_mode(connect: Connect) -> None:
    async with connect(toolsets="memory,advanced") as client:
        answer = await told(
            client, "memory_propose", content="The harbour may open at seven.", name="harbour"
        )
        (memory,) = (await told(client, "memory_recall", name="harbour"))["memories"]
    assert (answer["status"], answer["version"], memory["status"]) == ("proposed", 0, "proposed")
