"""JSON schemas as clients get them: what pydantic writes, without what no reader needs."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

_ONE = ("items", "additionalProperties")
_NAMED = ("properties", "$defs")
_NULL = {"type": "null"}


def compact(schema: Schema) -> Schema:
    """The schema without titles, without `null` beside what may just be left out, and without defaults that
    say no more than that: nothing, none, no.

    Servers stay lenient: a null that is sent all the same means "not given".
    """
    short = {key: value for key, value in schema.items() if key != "title"}
    for key in _ONE:
        if isinstance(short.get(key), dict):
            short[key] = compact(short[key])
    for key in _NAMED:
        if key in short:
            short[key] = {name: compact(part) for name, part in short[key].items()}
    if not short.get("default", ...):
        del short["default"]
    return _without_null(short)


def _without_null(schema: Schema) -> Schema:
    if "anyOf" not in schema:
        return schema
    choices = [compact(choice) for choice in schema["anyOf"] if choice != _NULL]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**choices[0], **rest} if len(choices) == 1 else {"anyOf": choices, **rest}


def outlined(schema: Schema) -> Schema:
    """The schema of an answer without the insides of what is nested in it: it says that there are objects,
    they say the rest. Clients read every byte of it into a context before anything was asked.
    """
    return {key: _outline(value) for key, value in schema.items() if key != "$defs"}


def _outline(value: Any) -> Any:
    if isinstance(value, list):
        return [_outline(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return {"type": "object", **{key: each for key, each in value.items() if key != "$ref"}}
    return {key: _outline(each) for key, each in value.items()}


def closed(schema: Schema) -> Schema:
    """The schema of an object that has no other properties than these."""
    return {**schema, "additionalProperties": False}
