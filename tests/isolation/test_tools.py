"""Nobody reaches what is alice's by any tool, resource or prompt: from the server's own lists."""

from __future__ import annotations

import json

import pytest

from mcp_gateway.toolsets import TOOLSETS
from tests.isolation.asked_by import default_alone, told
from tests.isolation.asking import traces
from tests.isolation.speaking import Speaker, tools
from tests.isolation.stage import MARK, Stage
from tests.isolation.table import listed_tools

pytestmark = pytest.mark.timeout(300)
TABLE = listed_tools()
OFFERED = {
    "resources/list": {"memory://guide", "memory://context"},
    "resources/templates/list": {"memory://{workspace}/{name}"},
    "prompts/list": {"load_context", "session_summary"},
}
ASKED = [
    ("resources/read", {"uri": "memory://guide"}),
    ("resources/read", {"uri": "memory://context"}),
    ("resources/read", {"uri": f"memory://default/{MARK}-tea"}),
    ("resources/read", {"uri": f"memory://default/{MARK}-private"}),
    ("prompts/get", {"name": "load_context", "arguments": {"topic": "the zorblattea"}}),
    ("prompts/get", {"name": "session_summary"}),
    ("completion/complete", {"ref": {"type": "ref/resource", "uri": "memory://{workspace}/{name}"},
                             "argument": {"name": "name", "value": MARK}}),
]  # fmt: skip
"""Each offer by what is alice's. Completion is asked for too, though nothing offers it."""


@pytest.fixture
def stranger(stage: Stage, endpoint: str) -> Speaker:
    return Speaker(stage, endpoint, stage.bearers["token"])


def names_in(speaker: Speaker, method: str, *, toolset: str = "memory") -> set[str]:
    """What the server offers, by name or address."""
    (kept,) = [value for value in json.loads(speaker.say(method, {}, toolset=toolset).text)["result"].values()
               if isinstance(value, list)]  # fmt: skip
    return {each.get("uri") or each.get("uriTemplate") or each["name"] for each in kept}


def test_every_tool_that_the_server_offers_is_listed(alice: Speaker) -> None:
    offered = {
        (toolset, name) for toolset in TOOLSETS for name in names_in(alice, "tools/list", toolset=toolset)
    }
    ours = {(toolset, name) for toolset, name in offered if name != "leak"}
    assert ours == set(tools()) == set(TABLE), "Add or take out a line in tests/isolation/tools.txt."
    assert offered - ours, "the tool that leaks is offered too, and would have to be listed"


@pytest.mark.parametrize("method", list(OFFERED))
def test_every_resource_and_prompt_that_the_server_offers_is_asked_for(alice: Speaker, method: str) -> None:
    assert names_in(alice, method) == OFFERED[method], "Add it to OFFERED and ASKED here."


def test_a_stranger_meets_no_trace_of_alice_in_any_tool(stranger: Speaker) -> None:
    assert told(stranger.faults(*tool, compared=True) for tool in TABLE) == ""


def test_a_stranger_meets_no_trace_of_alice_in_resources_and_prompts(stranger: Speaker) -> None:
    for method, params in ASKED:
        found = stranger.say(method, params)
        assert traces(stranger.stage, found, {**stranger.real, **params}) == set(), params
        assert found.changed == ()


def test_alices_own_resources_and_prompts_show_what_is_hers(alice: Speaker) -> None:
    """So that the test above asks for what there is."""
    values = [{**alice.real, **params} for _, params in ASKED]
    answers = [alice.say(method, params) for method, params in ASKED]
    shown = [traces(alice.stage, *found) for found in zip(answers, values, strict=True)]
    assert [bool(found) for found in shown] == [True, True, True, False, True, False, False]


def test_a_token_that_may_read_changes_nothing_by_any_tool(stage: Stage, endpoint: str) -> None:
    reader = Speaker(stage, endpoint, stage.bearers["reader"])
    faults = told(reader.faults(*tool, reads=True) for tool in TABLE)
    assert [line for line in faults.splitlines() if not line.endswith("changes memories_activity")] == []


def test_a_token_for_one_workspace_reaches_no_other_by_any_tool(stage: Stage, endpoint: str) -> None:
    narrow = Speaker(stage, endpoint, stage.bearers["narrow"], spare=default_alone(stage))
    assert told(narrow.faults(*tool) for tool in TABLE) == ""
    narrow.real |= {"workspace": "team"}
    assert told(narrow.faults(*tool) for tool in TABLE) == ""


@pytest.mark.parametrize("which", ["expired", "revoked", "elsewhere", ""])
def test_a_bearer_that_is_no_good_is_told_nothing(stage: Stage, endpoint: str, which: str) -> None:
    speaker = Speaker(stage, endpoint, stage.bearers.get(which, "none"))
    for method, params in [("tools/list", {}), *ASKED]:
        assert speaker.say(method, params).status == 401
    for tool in TABLE:
        assert (*tool, speaker.call(*tool, speaker.real).status) == (*tool, 401)


def test_a_tool_that_leaks_is_found(stranger: Speaker) -> None:
    found = stranger.say("tools/call", {"name": "leak", "arguments": {}})
    assert any(MARK in trace for trace in traces(stranger.stage, found, stranger.real))
