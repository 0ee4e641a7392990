"""Schemas as they are published."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator
from pydantic import BaseModel

from mcp_gateway.schemas import compact, outlined
from mcp_gateway.toolsets import TOOLSETS


class Inner(BaseModel):
    title: str
    note: str | None = None


class Outer(BaseModel):
    title: str | None = None
    inner: list[Inner] | None = None
    either: int | str | None = None


class Defaults(BaseModel):
    default: str = ""
    tags: tuple[str, ...] = ()
    private: bool = False
    count: int = 0
    mode: str = "replace"
    limit: int = 10


def everything(schema: Any) -> list[Any]:
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []
    return [schema, *(part for each in parts for part in everything(each))]


def test_titles_go_and_properties_called_title_stay() -> None:
    short = compact(Outer.model_json_schema())
    assert set(short["properties"]) == {"title", "inner", "either"}
    assert short["properties"]["title"] == {"type": "string"}
    assert short["$defs"]["Inner"]["properties"] == {"title": {"type": "string"}, "note": {"type": "string"}}


def test_what_may_be_left_out_is_no_choice_with_null() -> None:
    short = compact(Outer.model_json_schema())
    assert {"type": "null"} not in everything(short)
    assert short["properties"]["either"] == {"anyOf": [{"type": "integer"}, {"type": "string"}]}
    assert short["properties"]["inner"] == {"items": {"$ref": "#/$defs/Inner"}, "type": "array"}


def test_a_default_that_says_nothing_goes_and_others_stay() -> None:
    short = compact(Defaults.model_json_schema())["properties"]
    assert {name for name, part in short.items() if "default" in part} == {"mode", "limit"}
    assert short["default"] == {"type": "string"}


def test_what_is_nested_in_an_answer_is_an_object_and_no_more() -> None:
    short = outlined(compact(Outer.model_json_schema()))
    assert "$defs" not in short and "$ref" not in str(short)
    assert short["properties"]["inner"] == {"items": {"type": "object"}, "type": "array"}
    Draft202012Validator(short).validate({"inner": [{"title": "x"}], "either": 1})


def test_every_published_schema_is_a_schema() -> None:
    for tool in (tool for tools in TOOLSETS.values() for tool in tools):
        for schema in filter(None, (tool.parameters, tool.fn_metadata.output_schema)):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
