"""memory_recall and memory_list, over HTTP."""

from __future__ import annotations

import pytest

from mcp_gateway.limits import LEAST_TEXT, PAGE_TEXT
from tests.mcp_gateway.conftest import Connect, refused, told


async def test_what_is_remembered_is_recalled_with_its_reason(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office")
        page = await told(client, "memory_recall", query="Where is the office?")
    (memory,) = page["memories"]
    assert (memory["name"], memory["content"], memory["agent"]) == (
        "office",
        "The office is in Ghent.",
        "codex",
    )
    assert memory["receipt"]["passage"] == "The office is in Ghent."
    assert memory["receipt"]["ranks"]
    assert page["mode"] in {"hybrid", "words-only"}


async def test_a_single_filter_may_be_a_string(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Tabs.", name="style", kind="decision", tags=["a"])
        await told(client, "memory_remember", content="Spaces.", name="other", kind="reference", tags=["b"])
        by_kind = await told(client, "memory_recall", kind="decision")
        by_tags = await told(client, "memory_recall", tags='["b"]')
    assert [memory["name"] for memory in by_kind["memories"]] == ["style"]
    assert [memory["name"] for memory in by_tags["memories"]] == ["other"]


async def test_long_texts_are_cut_and_one_name_alone_is_whole(connect: Connect) -> None:
    long = "word " * PAGE_TEXT
    async with connect() as client:
        await told(client, "memory_remember", content=long, name="long")
        await told(client, "memory_remember", content="short", name="short")
        page = await told(client, "memory_recall", since="2020-01-01")
        alone = await told(client, "memory_recall", name=["long"])
    cut = next(memory for memory in page["memories"] if memory["name"] == "long")
    assert LEAST_TEXT <= len(cut["content"]) <= PAGE_TEXT // 2
    assert cut["length"] == len(long)
    assert alone["memories"][0]["content"] == long


async def test_pages_follow_each_other(connect: Connect) -> None:
    async with connect() as client:
        for number in range(5):
            await told(client, "memory_remember", content=f"Fact number {number}.", name=f"fact-{number}")
        first = await told(client, "memory_list", limit=3)
        rest = await told(client, "memory_list", limit=3, cursor=first["next_cursor"])
    names = [memory["name"] for page in (first, rest) for memory in page["memories"]]
    assert sorted(names) == [f"fact-{number}" for number in range(5)]
    assert "next_cursor" not in rest


async def test_a_list_says_what_each_is_about(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        await told(client, "memory_remember", content="The office\nis in Ghent.", name="a")
        await told(
            client, "memory_remember", content="Tea, no milk.", name="b", description="How she takes it"
        )
        page = await told(client, "memory_list")
    assert {memory["name"]: memory["description"] for memory in page["memories"]} == {
        "a": "The office is in Ghent.",
        "b": "How she takes it",
    }


async def test_another_persons_words_are_not_found(connect: Connect, stranger_token: str) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office")
    async with connect(bearer=stranger_token) as client:
        page = await told(client, "memory_recall", query="The office is in Ghent.")
        named = await told(client, "memory_recall", name="office")
    assert page["memories"] == named["memories"] == []


@pytest.mark.parametrize("tool", ["memory_recall", "memory_list"])
@pytest.mark.parametrize(
    ("arguments", "starts"),
    [
        ({"limit": 0}, "VALIDATION_ERROR: limit: "),
        ({"limit": 101}, "VALIDATION_ERROR: limit: "),
        ({"limit": "many"}, "VALIDATION_ERROR: limit: "),
        ({"status": ["new"]}, "VALIDATION_ERROR: status: "),
        ({"recall": "sometimes"}, "VALIDATION_ERROR: recall: "),
        ({"since": "2026-02-30"}, "VALIDATION_ERROR: since: "),
        ({"cursor": "nonsense"}, "VALIDATION_ERROR: cursor: "),
        ({"kind": ["a\x00b"]}, "VALIDATION_ERROR: kind"),
        ({"task_id": "a\x00b"}, "VALIDATION_ERROR: task_id: "),
        ({"workspace": "nowhere"}, "MEMORY_NOT_FOUND: "),
        ({"private": True}, "FORBIDDEN: "),
    ],
)
async def test_what_cannot_be_asked_is_refused_with_its_code(
    connect: Connect, tool: str, arguments: dict[str, object], starts: str
) -> None:
    async with connect() as client:
        assert (await refused(client, tool, **arguments)).startswith(starts)


@pytest.mark.parametrize("query", ["", "   ", "\x00"])
async def test_an_empty_query_is_refused(connect: Connect, query: str) -> None:
    async with connect() as client:
        assert (await refused(client, "memory_recall", query=query)).startswith("VALIDATION_ERROR: query: ")


@pytest.mark.parametrize(
    "query", ["a AND (b OR", "%_\\", "'; DROP TABLE x; --", "!!!", "日本", "🙂", '":*&|<->"']
)
async def test_operators_and_any_script_are_plain_words(connect: Connect, query: str) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office")
        assert "memories" in await told(client, "memory_recall", query=query)


async def test_a_token_that_may_only_write_reads_nothing(connect: Connect, writer: str) -> None:
    async with connect(bearer=writer) as client:
        assert (await refused(client, "memory_recall", query="x")).startswith("FORBIDDEN: ")
        assert (await refused(client, "memory_list")).startswith("FORBIDDEN: ")


async def test_it_says_why_a_memory_did_not_come_back(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Tea at four.", name="tea", kind="user")
        asked = {"query": "What to drink?", "kind": "decision", "explain": "tea"}
        answer = await told(client, "memory_recall", **asked)
    assert answer["explanation"]["stage"] == "filter" and "kind" in answer["explanation"]["reason"]


async def test_one_read_by_its_name_tells_its_links_both_ways(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="The plan needs [[ana]] and [[budget]].", name="plan")
        await told(client, "memory_remember", content="Bruges, first floor: Ana. See [[plan]].", name="ana")
        (plan,) = (await told(client, "memory_recall", name="plan"))["memories"]
        page = await told(client, "memory_recall", query="Who is on the first floor?")
    assert (plan["links"], plan["broken_links"], plan["backlinks"]) == (
        ["ana", "budget"],
        ["budget"],
        ["ana"],
    )
    assert all("links" not in memory for memory in page["memories"])


async def test_what_was_held_then_is_told_with_a_question_and_by_name(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office")
        held = await told(client, "memory_recall", query="Where is the office?", known_at="2100-01-01")
        named = await told(client, "memory_recall", name="office", known_at="2100-01-01")
        before = await told(client, "memory_recall", name="office", known_at="2000-01-01")
        wrong = await refused(client, "memory_recall", known_at="soon")
    for page in (held, named):
        assert [memory["content"] for memory in page["memories"]] == ["The office is in Ghent."]
    assert before["memories"] == [] and wrong.startswith("VALIDATION_ERROR: known_at: ")
