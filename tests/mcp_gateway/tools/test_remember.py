"""memory_remember and memory_append, over HTTP, as agents in both eras call them."""

from __future__ import annotations

import pytest

from tests.mcp_gateway.conftest import Connect, refused, told

EVERYTHING_ABOUT_IT = {
    "content": "The office moved to Ghent.",
    "name": "office",
    "description": "Where the office is",
    "kind": "project",
    "tags": ["place", "office"],
    "recall": "manual",
    "source": "letter of the landlord",
    "source_date": "2026-11-01",
    "trust": "agent",
    "confidence": 0.9,
    "basis": "source_supported",
    "expires_at": "2030-01-31",
    "check_by": "2027-01-01T09:00",
    "valid_from": "2026-10-01",
    "valid_until": "2029-12-31",
}


async def test_a_memory_is_stored_and_the_answer_says_so(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        answer = await told(client, "memory_remember", content="The office is in Ghent.", name="office")
    assert (answer["status"], answer["name"], answer["workspace"], answer["version"]) == (
        "stored",
        "office",
        "default",
        1,
    )


async def test_every_field_comes_back_as_it_was_given(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", **EVERYTHING_ABOUT_IT)
        (memory,) = (await told(client, "memory_recall", name="office"))["memories"]
    for field in ("content", "description", "kind", "tags", "recall", "source", "confidence", "basis"):
        assert memory[field] == EVERYTHING_ABOUT_IT[field]
    assert memory["expires_at"] == "2030-02-01T00:00:00+00:00"  # the whole last day counts
    assert memory["valid_from"] == "2026-10-01T00:00:00+00:00"


async def test_dates_are_read_and_shown_in_the_persons_zone(connect: Connect, in_bucharest: None) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Rent is due.", name="rent", valid_from="2026-11-30")
        (memory,) = (await told(client, "memory_recall", name="rent"))["memories"]
    assert memory["valid_from"] == "2026-11-30T00:00:00+02:00"
    assert memory["created_at"].endswith("+02:00")


@pytest.mark.parametrize("text", ["[1, 2]", '{"a": 1}', "null", "true", "42", '"quoted"'])
async def test_a_text_that_looks_like_json_stays_a_text(connect: Connect, text: str) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content=text, name="odd")
        (memory,) = (await told(client, "memory_recall", name="odd"))["memories"]
    assert memory["content"] == text
    assert "value" not in memory


async def test_json_is_kept_as_json_and_merged_deeply(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", value={"ports": {"http": 80}, "host": "a"}, name="server")
        patch = {"ports": {"https": 443}}
        await told(client, "memory_remember", value=patch, name="server", write_mode="merge")
        (memory,) = (await told(client, "memory_recall", name="server"))["memories"]
    assert memory["value"] == {"host": "a", "ports": {"http": 80, "https": 443}}


async def test_saving_again_keeps_what_is_not_given_and_clears_what_is_named(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="one", name="rule", recall="rule", tags=["a"])
        await told(client, "memory_remember", content="two", name="rule", clear=["tags"])
        (memory,) = (await told(client, "memory_recall", name="rule"))["memories"]
    assert (memory["content"], memory["recall"], memory["version"]) == ("two", "always", 2)
    assert "tags" not in memory


async def test_the_same_key_gives_the_first_answer_again(connect: Connect) -> None:
    asked = {"content": "The door code changes in May.", "name": "door", "idempotency_key": "k1"}
    async with connect() as client:
        first = await told(client, "memory_remember", **asked)
        again = await told(client, "memory_remember", **asked)
        other = await refused(client, "memory_remember", **{**asked, "content": "Something else."})
    assert again.pop("duplicate") is True
    assert again == {key: value for key, value in first.items() if key != "reason"}
    assert other.startswith("IDEMPOTENCY_CONFLICT: ")


async def test_a_workspace_in_review_proposes(connect: Connect, reviewing: None) -> None:
    async with connect() as client:
        answer = await told(client, "memory_remember", content="Standup is at nine.", workspace="team")
    assert (answer["status"], answer["version"]) == ("proposed", 0)
    assert "approval" in answer["reason"]


async def test_append_adds_lines(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        await told(client, "memory_remember", content="one", name="log")
        answer = await told(client, "memory_append", name="log", content="two")
        (memory,) = (await told(client, "memory_recall", name="log"))["memories"]
    assert answer["version"] == 2
    assert memory["content"] == "one\ntwo"


@pytest.mark.parametrize(
    ("arguments", "starts"),
    [
        ({}, "VALIDATION_ERROR: content: "),
        ({"content": "  "}, "VALIDATION_ERROR: content: "),
        ({"content": "a\x00b"}, "VALIDATION_ERROR: content: "),
        ({"content": "x", "value": 1}, "VALIDATION_ERROR: content: "),
        ({"content": "x" * (1024 * 1024 + 1)}, "VALIDATION_ERROR: content: "),
        ({"content": "x", "expires_at": "soon"}, "VALIDATION_ERROR: expires_at: "),
        ({"content": "x", "write_mode": "prepend"}, "VALIDATION_ERROR: write_mode: "),
        ({"content": "x", "recall": "sometimes"}, "VALIDATION_ERROR: recall: "),
        ({"content": "x", "sensitivity": "secret"}, "VALIDATION_ERROR: sensitivity: "),
        ({"content": "x", "confidence": 0.5}, "VALIDATION_ERROR: confidence: "),
        ({"content": "x", "tag": "y"}, "VALIDATION_ERROR: tag: "),
        ({"content": ["x"]}, "VALIDATION_ERROR: content: "),
        ({"content": "x", "expected_version": "first"}, "VALIDATION_ERROR: expected_version: "),
        ({"content": "x", "workspace": "nowhere"}, "MEMORY_NOT_FOUND: "),
        ({"content": "x", "name": "new", "expected_version": 3}, "VERSION_CONFLICT: "),
        ({"content": "x", "name": "new", "supersedes": ["gone"]}, "MEMORY_NOT_FOUND: "),
    ],
)
async def test_what_cannot_be_kept_is_refused_with_its_code(
    connect: Connect, arguments: dict[str, object], starts: str
) -> None:
    async with connect() as client:
        text = await refused(client, "memory_remember", **arguments)
    assert text.startswith(starts)
    assert "xxxx" not in text


async def test_forgotten_text_is_refused(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Ann is ill.", name="ann")
        await told(client, "memory_forget", name="ann")
        text = await refused(client, "memory_remember", content="ANN  is ill.", name="other")
    assert text.startswith("EXCLUDED: ")


async def test_a_token_that_may_only_read_writes_nothing(connect: Connect, reader: str) -> None:
    async with connect(bearer=reader) as client:
        for tool in ("memory_remember", "memory_append"):
            text = await refused(client, tool, content="x", name="y")
            assert text.startswith("FORBIDDEN: ")


async def test_append_refuses_what_is_not_there_and_what_has_moved_on(connect: Connect) -> None:
    async with connect() as client:
        missing = await refused(client, "memory_append", name="nothing", content="x")
        await told(client, "memory_remember", content="one", name="log")
        moved = await refused(client, "memory_append", name="log", content="x", expected_version=5)
    assert missing.startswith("MEMORY_NOT_FOUND: ")
    assert moved.startswith("VERSION_CONFLICT: ")


async def test_a_memory_is_proposed_in_another_workspace_by_its_name(connect: Connect) -> None:
    async with connect(toolsets="memory,advanced") as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office")
        taken = {"name": "office", "promote_from": "default", "workspace": "team"}
        answer = await told(client, "memory_propose", **taken)
        assert (answer["status"], answer["workspace"]) == ("proposed", "team")
        refusal = await client.call_tool("memory_propose", {**taken, "content": "And more."})
    assert refusal.is_error and "no text" in str(refusal.content)
