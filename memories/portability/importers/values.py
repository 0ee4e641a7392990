"""Values as other programs write them: moments, tags, texts, and what has no place of its own here."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from memories.portability.importers import limits
from memories.text.days import parse_bound
from memories.text.errors import TextError
from memories.text.names import MAX_TAGS, valid_slug, valid_tags
from memories.text.normalise import clean

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS_FROM = 100_000_000_000  # later than the year 5000 in seconds, 1973 in milliseconds
_FIRST, _LAST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


def moment(value: Any, zone: str = "UTC") -> datetime | None:
    """The instant that a value means, or None: Unix seconds or milliseconds, ISO 8601 with an offset, or a
    date or time of clocks in the zone. What lies outside of 1900 to 2200 is none.
    """
    if isinstance(value, bool) or value is None:
        return None
    found = _from_number(value) if isinstance(value, int | float) else _from_text(str(value), zone)
    return found if found is not None and _FIRST <= found < _LAST else None


def _from_number(value: float) -> datetime | None:
    try:
        seconds = value / 1_000 if abs(value) >= _MILLISECONDS_FROM else value
        return _EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError):  # too large for a float, for a moment; NaN
        return None


def _from_text(value: str, zone: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(value.strip())
        return found.astimezone(UTC) if found.tzinfo else parse_bound(value, zone, end=False)
    except (TextError, ValueError, OverflowError):
        return None


def text(value: Any) -> str:
    """A text without space around it; "" for what is none."""
    return value.strip() if isinstance(value, str) else ""


def mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def sequence(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def tags(*given: Any) -> tuple[str, ...]:
    """Tags out of lists and texts parted by commas, each once; what cannot be a tag is none."""
    found: list[str] = []
    for each in given:
        parts = each.split(",") if isinstance(each, str) else each if isinstance(each, list) else []
        found += [tag for part in parts if isinstance(part, str) and (tag := _tag(part))]
    return tuple(dict.fromkeys(found))[:MAX_TAGS]


def _tag(part: str) -> str:
    try:
        return next(iter(valid_tags([part.strip().lstrip("#")])), "")
    except TextError:
        return ""


def kind(value: Any, otherwise: str) -> str:
    """A kind as a slug, or `otherwise`."""
    slug = text(value).lower().replace(" ", "_")
    try:
        return valid_slug(slug) if slug else otherwise
    except TextError:
        return otherwise


def description(value: Any) -> str | None:
    """A short line, cut where it is longer than a description may be."""
    found = " ".join(text(value).split())
    return found[: limits.MAX_DESCRIPTION] or None


def rest(given: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """What else an object told, as it can be kept: no empty values, no long texts, nothing deep."""
    return kept_beside({key: value for key, value in given.items() if key not in known})


def kept_beside(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept beside a memory, bounded in every way, without what cannot be stored. Idempotent."""
    fields = {key: kept for key, value in given.items() if (kept := _kept(value))}
    while fields and len(json.dumps(fields)) > limits.MAX_FIELDS_BYTES:
        del fields[max(fields, key=lambda key: len(json.dumps(fields[key])))]
    return {_short(key): value for key, value in fields.items()}


def _kept(value: Any, depth: int = 0) -> Any:
    """The value with long texts cut and without what is too deep; None for nothing."""
    if isinstance(value, str):
        return _short(value) or None
    if isinstance(value, int | float) and not -limits.MAX_FIELD_NUMBER < value < limits.MAX_FIELD_NUMBER:
        return None
    if isinstance(value, Mapping | list) and depth >= limits.MAX_FIELD_DEPTH:
        return None
    if isinstance(value, Mapping):
        inner = {_short(key): _kept(each, depth + 1) for key, each in value.items()}
        return {key: each for key, each in inner.items() if each is not None} or None
    if isinstance(value, list):
        return [each for one in value if (each := _kept(one, depth + 1)) is not None] or None
    return value


def _short(value: str) -> str:
    try:
        return clean(value[: limits.MAX_FIELD_CHARACTERS])
    except TextError:
        return ""
