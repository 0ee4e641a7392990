"""What has moved under a proposal since it was made. Nobody approves what they did not see."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeVar

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, Func, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTransform

from memories.models.events import FIELD_SETTING, Event
from memories.models.revision import Revision, Status

Row = TypeVar("Row", bound=Revision)


class Moved(StrEnum):
    """What can have moved: the memory's own text, a field that the proposal would set, a memory that it
    supersedes, one that it is like or contradicts.
    """

    TEXT = "text"
    FIELDS = "fields"
    SUPERSEDED = "superseded"
    BESIDE = "beside"

    @property
    def sentence(self) -> str:
        return _SENTENCES[self]


_SENTENCES = {
    Moved.TEXT: "The memory has changed since this was proposed.",
    Moved.FIELDS: "A field that this would set was changed since it was proposed.",
    Moved.SUPERSEDED: "A memory that this would retire has said something new since it was proposed.",
    Moved.BESIDE: "A memory that this is like or contradicts has said something new since it was proposed.",
}


class _Among(Func):
    """Whether a value stands in an array."""

    template = "%(expressions)s)"
    arg_joiner = " = ANY("
    output_field = BooleanField()


class _SharesAKey(Func):
    """Whether one of the names in a JSON array is a key of a JSON object."""

    template = "jsonb_exists_any(%(expressions)s)))"
    arg_joiner = ", ARRAY(SELECT jsonb_object_keys("
    output_field = BooleanField()


def _newer(linked: str) -> Exists:
    """Of the memories that this field of a proposal names, one says something new."""
    active = Revision.objects.filter(
        workspace_id=OuterRef("workspace_id"),
        status=Status.ACTIVE,
        decided_at__gt=OuterRef("created_at"),
    )
    return Exists(active.filter(_Among(F("memory_id"), OuterRef(linked))))


def _fields_set() -> Exists:
    since = Event.objects.filter(  # the memory's id alone: with the workspace's, the wrong index may be taken
        memory_id=OuterRef("memory_id"),
        action__in=FIELD_SETTING,
        at__gt=OuterRef("created_at"),
    )
    return Exists(since.filter(_SharesAKey(KeyTransform("fields", "details"), OuterRef("changes"))))


_MOVED: dict[Moved, Any] = {
    Moved.TEXT: ExpressionWrapper(~Q(base_number=F("memory__version")), output_field=BooleanField()),
    Moved.FIELDS: _fields_set(),
    Moved.SUPERSEDED: _newer("supersedes"),
    Moved.BESIDE: _newer("similar") | _newer("conflicts_with"),
}
OUTDATED = (
    Q(_MOVED[Moved.TEXT]) | Q(_MOVED[Moved.FIELDS]) | Q(_MOVED[Moved.SUPERSEDED]) | _MOVED[Moved.BESIDE]
)


def with_moves(proposals: QuerySet[Row]) -> QuerySet[Row]:
    """The proposals, each with what `moves_under` reads."""
    return proposals.annotate(**{f"moved_{move}": found for move, found in _MOVED.items()})


def moves_under(proposal: Revision) -> list[Moved]:
    """What has moved under a proposal that was read `with_moves`."""
    return [move for move in Moved if getattr(proposal, f"moved_{move}")]
