"""Settings with comments: what is changed is changed, what is not stays as it was written."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_gateway.connecting.jsonc import BrokenJson, parse, with_member, without_member

COMMENTED = """{
  // my servers
  "mcpServers": {
    "other": { "command": "x", /* why */ "args": ["-a",], }, // keep me
  },
  "theme": "dark", // and me
}
"""
NEW = {"command": "c", "args": ["a"]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "{}",
        "{ }",
        "{\n}\n",
        "{ // nothing yet\n}",
        '{"mcpServers": {}}',
        '{"mcpServers":{"other":{}}}',
        '{"a": 1, "mcpServers": {\n  "other": {"command": "x"}\n}}',
        '\ufeff{"mcpServers": {"continuum": {"old": true}}}',
        COMMENTED,
    ],
)
def test_a_member_is_put_in_and_everything_else_stays(text: str) -> None:
    after = with_member(text, "mcpServers", "continuum", NEW)
    before = parse(text).value
    assert parse(after).value == {**before, "mcpServers": {**before.get("mcpServers", {}), "continuum": NEW}}
    assert all(comment in after for comment in ("my servers", "why", "keep me", "and me") if comment in text)


@pytest.mark.parametrize("text", ["{}", '{"mcpServers":{"other":{}}}', COMMENTED])
def test_what_was_put_in_comes_out_again(text: str) -> None:
    after = without_member(with_member(text, "mcpServers", "continuum", NEW), "mcpServers", "continuum")
    wanted = {"mcpServers": {}, **parse(text).value}
    assert parse(after).value == wanted
    assert without_member(text, "mcpServers", "continuum") == text


@pytest.mark.parametrize(
    "text",
    [
        '{"s": {"a": 1, "x": 2}}',
        '{"s": {"x": 2}}',
        '{"s": {"x": 2, "b": 3}}',
        '{"s": {\n  "a": 1,\n  "x": 2\n}}',
        '{"s": {\n  "a": 1, // , tricky\n  "x": 2 // gone\n}}',
        '{"s": {"a": "k, /", "x": 2,}}',
    ],
)
def test_any_place_of_a_member_can_be_emptied(text: str) -> None:
    wanted = {key: value for key, value in parse(text).value["s"].items() if key != "x"}
    assert parse(without_member(text, "s", "x")).value == {"s": wanted}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1', "line 1: a comma or a closing bracket is missing"),
        ('{\n"a" 1}', "line 2: a colon is missing"),
        ('{"a": }', "a value is missing"),
        ('{"a": nope}', "this is no value"),
        ('{"a": "x\n"}', "a text is not closed"),
        ("{a: 1}", "a name in quotes is missing"),
        ("{} {}", "something follows the end"),
        ("[" * 300, "nested too deep"),
        ('{"a": 1-2}', "this is no number"),
        ('{"a": "\\q"}', "this is no text"),
    ],
)
def test_what_is_broken_is_told_with_its_line(text: str, why: str) -> None:
    with pytest.raises(BrokenJson, match=why):
        parse(text)


@pytest.mark.parametrize("text", ["[]", "7", '{"mcpServers": []}'])
def test_what_is_no_object_takes_no_member(text: str) -> None:
    with pytest.raises(BrokenJson, match="is no object"):
        with_member(text, "mcpServers", "continuum", NEW)


WORDS = st.text(max_size=6)
VALUES = (
    st.none()
    | st.integers()
    | WORDS
    | st.lists(WORDS, max_size=3)
    | st.dictionaries(WORDS, WORDS, max_size=3)
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(WORDS, VALUES, max_size=4), WORDS, st.sampled_from([None, 1, 4]))
def test_any_json_takes_a_member_and_gives_it_back(value: dict, name: str, indent: int | None) -> None:
    text = json.dumps({**value, "s": {}}, indent=indent)
    after = with_member(text, "s", name, NEW)
    assert json.loads(after) == {**value, "s": {name: NEW}}
    assert json.loads(without_member(after, "s", name)) == {**value, "s": {}}
