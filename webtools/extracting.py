"""extract_structured: a page's content in the shape that is asked for.

A language model reads it where the caller brings one; else what the page itself says in structured form is
matched by rule. What does not fit the schema is never returned as if it did.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import jsonschema
from jsonschema.exceptions import SchemaError, ValidationError

from continuum.kernel.errors import ContinuumError, ValidationFailed
from webtools.errors import ContentRefused
from webtools.limits import MAX_SCHEMA, MODEL_TEXT
from webtools.looking import Asked, Looked, look
from webtools.reading.cleaning import without_hidden
from webtools.reading.markdown import markdown_of
from webtools.structures import Structures, Table, structures_of
from webtools.web import Web

Model = Callable[[str, str], Awaitable[Any]]
"""Given the text of a page and what is wanted, what a language model makes of it. Raises ContinuumError."""

_NAME = re.compile(r"[a-z0-9]+")
_NUMBER = re.compile(r"[-+]?\d[\d\s.,'’]*")
_NOTHING: Any = object()


@dataclass(frozen=True, slots=True)
class Extracted:
    """`by` is model or rules. `data` fits the schema but for what is `missing`; without a schema of JSON it
    is everything that the page says in structured form.
    """

    url: str
    by: str
    data: Any
    title: str = ""
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())


async def extract_structured(web: Web, asked: Asked, *, schema: str, model: Model | None = None) -> Extracted:
    """`schema` is a JSON Schema, or says in words what is wanted.

    Raises ValidationFailed (no schema), ContentRefused (nothing to read), and what `look` raises.
    """
    wanted = read_schema(schema)
    async with await web.room():
        looked = await look(web, asked)
    text = await asyncio.to_thread(_text, looked)
    if not text.strip():
        raise ContentRefused(f"The page has no text to extract from (status {looked.status}).")
    notes = list(looked.notes)
    if model is not None:
        found = await _by_model(model, text, schema, wanted, notes)
        if found is not _NOTHING:
            return Extracted(looked.url, "model", found, looked.title, notes=tuple(notes))
    elif wanted is None:
        notes.append(
            "No language model is set up (CONTINUUM_EXTRACTION_MODEL), so this is what the page itself says "
            "in structured form."
        )
    return await asyncio.to_thread(_by_rules, looked, wanted, notes)


def read_schema(schema: str) -> Mapping[str, Any] | None:
    """The JSON Schema, or None for words. Raises ValidationFailed for one that is wrong."""
    if not 0 < len(schema.strip()) <= MAX_SCHEMA:
        raise ValidationFailed(f"A schema has from 1 to {MAX_SCHEMA:,} characters.", field="schema")
    if not schema.lstrip().startswith("{"):
        return None
    try:
        told = json.loads(schema)
        jsonschema.Draft202012Validator.check_schema(told)
    except (ValueError, RecursionError, SchemaError) as error:
        raise ValidationFailed(
            f"That is not a JSON Schema ({type(error).__name__}).", field="schema"
        ) from None
    if _refers_out(told):
        raise ValidationFailed("The schema may only refer to its own parts ($ref: #/...).", field="schema")
    return dict(told)


def _refers_out(told: Any) -> bool:
    if isinstance(told, dict):
        reference = told.get("$ref", "#")
        return (isinstance(reference, str) and not reference.startswith("#")) or any(
            map(_refers_out, told.values())
        )
    return isinstance(told, list) and any(map(_refers_out, told))


def _text(looked: Looked) -> str:
    if looked.document is None:
        return looked.text
    return markdown_of(without_hidden(looked.document.body)[0])


async def _by_model(
    model: Model, text: str, schema: str, wanted: Mapping[str, Any] | None, notes: list[str]
) -> Any:
    """What the model found, if it fits; a note on why not otherwise."""
    if len(text) > MODEL_TEXT:
        notes.append(f"Only the first {MODEL_TEXT:,} of {len(text):,} characters were read.")
    try:
        found = await model(text[:MODEL_TEXT], schema)
    except ContinuumError as error:
        notes.append(f"The language model gave nothing: {error.message} What follows was found by rule.")
        return _NOTHING
    if wanted is not None and (told := _fault(found, wanted)):
        notes.append(f"What the language model gave does not fit the schema ({told}): found by rule instead.")
        return _NOTHING
    return found


def _by_rules(looked: Looked, wanted: Mapping[str, Any] | None, notes: list[str]) -> Extracted:
    if looked.document is None:
        raise ContentRefused("Without a language model only pages of HTML can be read in structured form.")
    found = structures_of(looked.document)
    if wanted is None:
        return Extracted(looked.url, "rules", _everything(found), looked.title, notes=tuple(notes))
    data = _filled(wanted, found)
    missing = tuple(name for name in wanted.get("properties", {}) if name not in data)
    if told := _fault(data, {**wanted, "required": []}):
        notes.append(f"Not all of it fits the schema: {told}.")
    return Extracted(looked.url, "rules", data, looked.title, missing=missing, notes=tuple(notes))


def _everything(found: Structures) -> dict[str, Any]:
    tables = [{"caption": each.caption, "headers": each.headers, "rows": each.rows} for each in found.tables]
    return {
        "metadata": found.metadata,
        "json_ld": list(found.linked),
        "tables": tables,
        "pairs": found.pairs,
    }


def _filled(wanted: Mapping[str, Any], found: Structures) -> dict[str, Any]:
    """The properties of a schema, from whatever on the page has their names."""
    named = dict(_named(found))
    data: dict[str, Any] = {}
    for name, told in (wanted.get("properties") or {}).items():
        shape = told if isinstance(told, dict) else {}
        value = _rows(shape, found.tables) if shape.get("type") == "array" else _NOTHING
        if value is _NOTHING:
            value = _as(named.get(_key(name), _NOTHING), shape)
        if value is not _NOTHING and not _fault(value, shape):
            data[name] = value
    return data


def _named(found: Structures) -> Iterator[tuple[str, Any]]:
    """Values by the names they go by; what is said last here is what counts."""
    for name, value in found.metadata.items():
        yield _key(name.rpartition(":")[2]), value
    for name, value in found.pairs.items():
        yield _key(name), value
    for each in found.linked:
        yield from _flat(each, depth=3)


def _flat(told: Any, *, depth: int) -> Iterator[tuple[str, Any]]:
    """The inner values first, so that an object's own names win."""
    if not isinstance(told, dict):
        return
    for value in told.values():
        for each in value if isinstance(value, list) else [value]:
            if depth:
                yield from _flat(each, depth=depth - 1)
    yield from ((_key(name), value) for name, value in told.items() if not name.startswith("@"))


def _rows(shape: Mapping[str, Any], tables: tuple[Table, ...]) -> Any:
    """A table whose columns have the names of the wanted objects' properties."""
    items = shape.get("items")
    properties = items.get("properties") if isinstance(items, dict) else None
    if not isinstance(properties, dict):
        return _NOTHING
    for table in tables:
        places = {_key(header): place for place, header in enumerate(table.headers)}
        columns = {name: places[_key(name)] for name in properties if _key(name) in places}
        if columns and len(columns) * 2 >= len(properties):
            return [_row(row, columns, properties) for row in table.rows]
    return _NOTHING


def _row(row: tuple[str, ...], columns: Mapping[str, int], properties: Mapping[str, Any]) -> dict[str, Any]:
    cells = {name: row[place] for name, place in columns.items() if place < len(row)}
    read = {name: _as(cell, properties[name]) for name, cell in cells.items()}
    return {name: value for name, value in read.items() if value is not _NOTHING}


def _as(value: Any, shape: Mapping[str, Any]) -> Any:
    """The value in the type that is wanted; a number is read out of the text around it."""
    kind = shape.get("type")
    if value is _NOTHING or kind is None:
        return value
    if kind in {"number", "integer"} and isinstance(value, str):
        return _number(value, whole=kind == "integer")
    if kind == "string":
        return _text_value(value)
    if kind == "array" and not isinstance(value, list):
        return [value]
    if kind == "boolean" and isinstance(value, str):
        return {"true": True, "yes": True, "false": False, "no": False}.get(value.strip().lower(), _NOTHING)
    return value


def _text_value(value: Any) -> Any:
    """An object goes by its name, a number by its digits."""
    if isinstance(value, dict):
        return value.get("name", _NOTHING)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else value


def _number(text: str, *, whole: bool) -> Any:
    found = _NUMBER.search(text)
    if found is None:
        return _NOTHING
    digits = re.sub(r"[\s'’]", "", found[0]).rstrip(".,")
    # 1.234,50 and 1,234.50: the last mark parts the decimals, unless it is the mark of thousands.
    mark = max(digits.rfind("."), digits.rfind(","))
    if mark >= 0:
        tail = digits[mark + 1 :]
        single = len(re.findall(r"[.,]", digits)) == 1
        decimals = not (len(tail) == 3 and (digits[mark] == "," or not single))  # noqa: PLR2004
        head = re.sub(r"[.,]", "", digits[:mark])
        digits = f"{head}.{tail}" if decimals else head + tail
    try:
        number = float(digits)
    except ValueError:
        return _NOTHING
    return int(number) if whole or number.is_integer() else number


def _key(name: str) -> str:
    """A name without its spelling: priceCurrency, price_currency and "Price currency" are one."""
    return "".join(_NAME.findall(name.lower()))


def _fault(value: Any, schema: Mapping[str, Any]) -> str:
    """Where a value does not fit; never the value itself."""
    try:
        jsonschema.validate(value, schema)
    except ValidationError as error:
        return f"{error.validator} at {error.json_path}"
    return ""
