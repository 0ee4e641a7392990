"""Reading a tool's arguments."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from mcp.server.mcpserver.utilities.func_metadata import func_metadata
from pydantic import Field, ValidationError

from mcp_gateway.arguments import Arguments
from mcp_gateway.refusals import bad_arguments


def example(
    text: Annotated[str | None, Field()] = None,
    items: list[str] | None = None,
    value: Any = None,
    number: int = 0,
) -> None:
    """Takes a text, a list, anything and a number."""


ARGUMENTS = Arguments.like(func_metadata(example), output_schema=None)


@pytest.mark.parametrize("text", ['{"a": 1}', "[1]", "null", "7", "plain"])
def test_a_text_is_taken_as_it_is(text: str) -> None:
    assert ARGUMENTS.validate_arguments({"text": text})["text"] == text


def test_lists_and_objects_written_out_as_text_are_read() -> None:
    read = ARGUMENTS.validate_arguments({"items": '["a", "b"]', "value": '{"a": 1}'})
    assert (read["items"], read["value"]) == (["a", "b"], {"a": 1})


@pytest.mark.parametrize("value", ["7", '"x"', "null", "[" * 50_000, "plain"])
def test_other_texts_are_values_themselves(value: str) -> None:
    assert ARGUMENTS.validate_arguments({"value": value})["value"] == value


@pytest.mark.parametrize(("arguments", "field"), [({"txt": "x"}, "txt"), ({"number": "secret"}, "number")])
def test_a_refusal_names_the_field_and_not_the_value(arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        ARGUMENTS.validate_arguments(arguments)
    told = bad_arguments(refused.value)
    assert told.message.startswith(f"{field}: ")
    assert "secret" not in told.message


def test_null_stands_for_what_is_not_given() -> None:
    read = ARGUMENTS.validate_arguments({"text": None, "items": None, "value": None, "number": None})
    assert read == ARGUMENTS.validate_arguments({})
