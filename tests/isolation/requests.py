"""What each route is asked with: the fields that its schema names, or that its form has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from drf_spectacular.generators import SchemaGenerator

from tests.isolation.fields import EXTRA
from tests.isolation.routes import Route
from tests.isolation.values import FIELDS, OF_ROUTES

Schema = Mapping[str, Any]
API = "api/v1/"
FORM = "application/x-www-form-urlencoded"
BY_TYPE: Mapping[str, Any] = {
    "string": "something",
    "integer": 1,
    "number": 0.5,
    "boolean": False,
    "array": [],
}


@cache
def operations() -> Mapping[tuple[str, str], Schema]:
    """The operations of the API by pattern and method, and under an empty key the schema's components."""
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    found = {
        (path.lstrip("/"), method.upper()): operation
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    }
    return {**found, ("", ""): schema["components"]["schemas"]}


def asked(route: Route, values: Mapping[str, Any]) -> dict[str, Any]:
    """The path, query and body of a request, as keywords for Django's test client."""
    extra = {
        name: values[value[1:]] if isinstance(value, str) and value.startswith("=") else value
        for name, value in {
            **EXTRA.get(route.pattern, {}),
            **EXTRA.get(f"{route.method} {route.pattern}", {}),
        }.items()
    }
    values = {**values, **_of_route(route, values), **{n: extra[n] for n in route.parameters if n in extra}}
    if not route.for_programs:
        return _form(route, {**FIELDS, **values, **extra}, extra)
    if not route.pattern.startswith(API):
        return _json(route, values, extra)
    operation = operations().get((_described(route.pattern), route.method), {})
    query = {
        each["name"]: _value(each["name"], each["schema"], values, extra)
        for each in operation.get("parameters", [])
        if each["in"] == "query" and _wanted(each["name"], each.get("required"), values, extra)
    }
    return _json(route, values, _body(operation, values, extra), query)


def takes_json(route: Route) -> bool:
    """Whether the schema says that the route takes fields in a body."""
    operation = operations().get((_described(route.pattern), route.method), {})
    return "application/json" in operation.get("requestBody", {}).get("content", {})


def _of_route(route: Route, values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters that mean another row at some addresses: in the admin, by the model."""
    found = {name: values[part] for part in OF_ROUTES if part in route.pattern for name in route.parameters}
    if "object_id" in route.parameters:
        model = "/".join(route.pattern.split("/")[1:3])
        found["object_id"] = values.get(f"object_id of {model}", values["object_id"])
    return found


def _described(pattern: str) -> str:
    """A pattern as the schema spells it: `memories/<str:name>` is `memories/{name}` there."""
    pieces = [piece.rpartition(":")[2].rstrip(">") for piece in pattern.split("<")]
    return "".join(
        piece if place == 0 else "{" + piece.replace(">", "}") + ("" if ">" in piece else "}")
        for place, piece in enumerate(pieces)
    )


def _body(operation: Schema, values: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return dict(extra)
    shape = content["application/json"]["schema"]
    named = shape.get("$ref", "").rpartition("/")[2]
    shape = operations()["", ""][named] if named else shape
    required = shape.get("required", [])
    return {
        name: _value(name, of, values, extra)
        for name, of in shape.get("properties", {}).items()
        if _wanted(name, name in required, values, extra)
    }


def _wanted(name: str, required: bool | None, values: Mapping[str, Any], extra: Mapping[str, Any]) -> bool:
    """What must be given, what names something, and what the route needs; nothing else."""
    return extra.get(name, ...) is not None and (bool(required) or name in extra or name in values)


def _value(name: str, schema: Schema, values: Mapping[str, Any], extra: Mapping[str, Any]) -> Any:
    for known in (extra, values, FIELDS):
        if name in known:
            return known[name]
    return schema.get("enum", [BY_TYPE.get(schema.get("type", "string"))])[0]


def _json(
    route: Route, values: Mapping[str, Any], body: Mapping[str, Any], query: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    given = {"path": route.path(values), "query_params": query or {}}
    if route.method == "GET":
        asked = {name: value for name, value in (query or body).items() if value is not None}
        return {**given, "query_params": asked}
    return {**given, "data": json.dumps(body), "content_type": "application/json"}


def _form(route: Route, fields: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    given = {"path": route.path(fields)}
    if route.method == "GET":
        return {**given, "query_params": {"name": fields["name"], **extra}}
    plain = {name: value for name, value in fields.items() if isinstance(value, str | int | list)}
    return {**given, "data": urlencode(plain, doseq=True), "content_type": FORM}
