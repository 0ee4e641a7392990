"""Approving a proposal in the person's own words."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError
from memories.admin.deciding import Outcome, refused
from memories.admin.detail import find_waiting
from memories.intake.editing import approve_edited
from memories.intake.typed_json import read_json


def save_edited(
    actor: Actor,
    *,
    revision_id: UUID,
    text: str,
    anyway: bool = False,
    replace_similar: bool = False,
    expected_version: int | None = None,
) -> Outcome:
    """The text enters by intake like any other. Of a structured memory it is the JSON of its value."""
    proposal = find_waiting(actor, revision_id)
    structured = proposal is not None and proposal.value is not None
    try:
        said: dict[str, Any] = {"value": read_json(text)} if structured else {"content": text}
        approve_edited(
            actor,
            revision_id=revision_id,
            anyway=anyway,
            replace_similar=replace_similar,
            expected_version=expected_version,
            **said,
        )
    except ContinuumError as error:
        return refused(actor, revision_id, error.message)
    return Outcome(done=True, gone=True, message=_("Approved in your words."))


def editable(proposal: Any) -> str:
    """What the editor starts with."""
    if proposal.value is None:
        return str(proposal.content)
    return json.dumps(proposal.value, ensure_ascii=False, indent=2)
