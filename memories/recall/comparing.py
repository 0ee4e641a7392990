"""What changed in a memory between any two of its revisions, proposals included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import NotFound
from memories import access
from memories.errors import invalid
from memories.models import Memory, Revision, Status
from memories.recall.reading import readable
from memories.text.diffs import Stretch, stretches, unified

# What a revision says about its text, beside the text.
COMPARED = (
    "description",
    "trust",
    "source",
    "source_date",
    "confidence",
    "basis",
    "user_confirmed",
    "valid_from",
    "valid_until",
)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two revisions. Without a number it was never active; without an id there was nothing yet."""

    revision_id: UUID | None
    number: int | None
    status: str
    created_at: datetime | None

    @property
    def label(self) -> str:
        if self.revision_id is None:
            return "nothing"
        return f"version {self.number}" if self.number else f"{self.status} {self.revision_id}"


@dataclass(frozen=True, slots=True)
class FieldChange:
    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """`unified` is a diff of lines as patch reads it, `stretches` the same change word by word."""

    name: str
    workspace: str
    before: Side
    after: Side
    unified: str
    stretches: Sequence[Stretch]
    fields: Sequence[FieldChange]


def diff(
    actor: Actor,
    *,
    name: str,
    from_number: int | None = None,
    to_number: int | None = None,
    from_revision: UUID | None = None,
    to_revision: UUID | None = None,
    workspace: str | None = None,
    task_id: str | None = None,
    private: bool = False,
) -> Difference:
    """Compare two revisions, each named by its number or its id. Left out, the later one is what is active
    (else the newest proposal), the earlier one what that replaced.

    Raises Forbidden, NotFound (the memory, a revision that is not its own), ValidationFailed.
    """
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    memory = readable(actor, name=name, workspace=workspace, task_id=task_id, private=private)
    rows = access.revisions([memory.workspace_id]).filter(memory_id=memory.pk)
    after = _named(rows, "to", to_number, to_revision) or _latest(rows)
    before = _named(rows, "from", from_number, from_revision) or _replaced_by(rows, after)
    return _compared(actor, memory, before, after)


def _named(
    rows: QuerySet[Revision], side: str, number: int | None, revision_id: UUID | None
) -> Revision | None:
    if number is not None and revision_id is not None:
        raise invalid(f"{side}_revision", "Name a revision by its number or by its id, not by both.")
    if number is None and revision_id is None:
        return None
    asked = rows.filter(number=number) if revision_id is None else rows.filter(pk=revision_id)
    found = asked.first()
    if found is None:
        raise NotFound("This memory has no such revision.", revision=str(number or revision_id))
    return found


def _latest(rows: QuerySet[Revision]) -> Revision:
    found = rows.filter(status=Status.ACTIVE).first() or rows.order_by("-created_at", "-pk").first()
    if found is None:
        raise NotFound("This memory has no revision.")
    return found


def _replaced_by(rows: QuerySet[Revision], after: Revision) -> Revision | None:
    """The revision before it or, of a proposal, the one it was made against; None for the first."""
    earlier = after.base_number if after.number is None else after.number - 1
    return rows.filter(number__lte=earlier).order_by("-number").first()


def _compared(actor: Actor, memory: Memory, before: Revision | None, after: Revision) -> Difference:
    old = before.content if before else ""
    sides = _side(before), _side(after)
    return Difference(
        name=memory.name,
        workspace=access.workspace_name(actor, memory.workspace_id),
        before=sides[0],
        after=sides[1],
        unified=unified(old, after.content, before_label=sides[0].label, after_label=sides[1].label),
        stretches=stretches(old, after.content),
        fields=_changed_fields(before, after) if before else (),
    )


def _side(revision: Revision | None) -> Side:
    if revision is None:
        return Side(revision_id=None, number=None, status="", created_at=None)
    return Side(revision.pk, revision.number, revision.status, revision.created_at)


def _changed_fields(before: Revision, after: Revision) -> list[FieldChange]:
    pairs = ((field, getattr(before, field), getattr(after, field)) for field in COMPARED)
    return [FieldChange(field, old, new) for field, old, new in pairs if old != new]
