"""memory_facts and memory_entity, over HTTP; and the first system's tools of that purpose."""

from __future__ import annotations

from asgiref.sync import sync_to_async

from memories.pipeline.work import work
from tests.mcp_gateway.conftest import Connect, refused, told

BOTH = "memory,advanced"


async def test_facts_and_a_thing_are_told_with_where_they_come_from(connect: Connect) -> None:
    async with connect(toolsets=BOTH) as client:
        await told(client, "memory_remember", content="Ann lives in Ghent since 2019.", name="ann")
        await sync_to_async(work)()
        (fact,) = (await told(client, "memory_facts", entity="Ann"))["facts"]
        (by_words,) = (await told(client, "memory_facts", query="who lives in Ghent?"))["facts"]
        thing = await told(client, "memory_entity", name="ghent")
    assert (fact["subject"], fact["predicate"], fact["object"]) == ("Ann", "lives_in", "Ghent")
    assert (
        fact["memory"] == "ann" and fact["valid_from"].startswith("2019-01-01") and "retired_at" not in fact
    )
    assert by_words == fact and thing["facts"] == [fact]
    assert thing["neighbours"] == [{"name": "Ann", "kind": "person", "facts": 1, "memories": 1}]


async def test_a_look_back_and_what_is_retired(connect: Connect) -> None:
    async with connect(toolsets=BOTH) as client:
        await told(client, "memory_remember", content="Ann lives in Ghent since 2019.", name="ann")
        await told(client, "memory_remember", content="Ann moved to Bruges in 2023.", name="moved")
        await sync_to_async(work)()
        now = await told(client, "memory_facts")
        then = await told(client, "memory_facts", as_of="2020-06-01")
        every = await told(client, "memory_facts", include_retired=True)
    assert [each["object"] for each in now["facts"]] == ["Bruges"]
    assert [each["object"] for each in then["facts"]] == ["Ghent"]
    assert {each["object"]: each.get("retired_for", "") for each in every["facts"]} == {
        "Bruges": "",
        "Ghent": "contradicted",
    }


async def test_what_is_not_there_is_refused_with_its_code(connect: Connect) -> None:
    async with connect(toolsets=BOTH) as client:
        assert (await refused(client, "memory_entity", name="Nobody")).startswith("MEMORY_NOT_FOUND: ")
        assert (await refused(client, "memory_facts", as_of="soon")).startswith("VALIDATION_ERROR: as_of: ")


async def test_the_first_systems_tools_answer_in_its_lines(connect: Connect) -> None:
    async with connect(toolsets="continuum") as client:
        arguments = {"name": "ann", "type": "user", "description": "where", "content": "Ann lives in Ghent."}
        await client.call_tool("memory_save", arguments)
        await sync_to_async(work)()
        found = await client.call_tool("memory_fact_search", {"query": "where does Ann live"})
        thing = await client.call_tool("memory_graph_search", {"entity": "Ann"})
    line = "- [default] Ann LIVES_IN Ghent: Ann lives in Ghent. (from ann)"
    assert found.content[0].text == line
    assert thing.content[0].text.startswith("## Ann (person)") and line in thing.content[0].text
