"""What a write makes of the text that was there: replaced, appended to, or merged into."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from continuum.kernel.errors import ValidationFailed
from memories.models import Revision
from memories.services.drafts import Draft, WriteMode

MAX_CONTENT_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a revision, the JSON it stands for if any, and the patch that was merged to get there."""

    text: str
    value: Any = None
    patch: Any = None


def written_out(value: Any) -> str:
    """A JSON value as text: stable, readable, in its own script."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)


def combined(draft: Draft, text: str, base: Revision | None) -> Content:
    """The new content. `base` is what it builds on; raises ValidationFailed where the two do not fit
    together.
    """
    if draft.write_mode is WriteMode.APPEND:
        return Content(text=within_limit(f"{_appendable(base)}\n{text}"))
    if draft.write_mode is WriteMode.MERGE:
        return _merged(draft, base)
    return Content(text=within_limit(text), value=draft.value)


def within_limit(text: str) -> str:
    size = len(text.encode())
    if size > MAX_CONTENT_BYTES:
        raise ValidationFailed(
            f"The text has {size:,} bytes; a memory holds at most {MAX_CONTENT_BYTES:,}. Split it.",
            field="content",
            limit=MAX_CONTENT_BYTES,
        )
    return text


def _appendable(base: Revision | None) -> str:
    if base is None:
        raise ValidationFailed("There is no text to append to.", field="write_mode")
    if base.value is not None:
        raise ValidationFailed(
            "This memory holds JSON; merge into it instead of appending.", field="write_mode"
        )
    return base.content


def _merged(draft: Draft, base: Revision | None) -> Content:
    if not isinstance(draft.value, Mapping):
        raise ValidationFailed("Only a JSON object can be merged.", field="value")
    if base is None:
        return Content(text=within_limit(written_out(draft.value)), value=draft.value, patch=draft.value)
    if not isinstance(base.value, Mapping):
        raise ValidationFailed(
            "The stored memory is not a JSON object; replace it instead.", field="write_mode"
        )
    value = deep_merge(base.value, draft.value)
    return Content(text=within_limit(written_out(value)), value=value, patch=draft.value)


def deep_merge(stored: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Objects merge key by key; arrays and scalars of the patch replace."""
    merged = dict(stored)
    for key, new in patch.items():
        old = merged.get(key)
        merged[key] = deep_merge(old, new) if isinstance(old, Mapping) and isinstance(new, Mapping) else new
    return merged
