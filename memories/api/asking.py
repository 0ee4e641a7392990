"""What requests may hold, by endpoint."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from memories.api.fields import AnyJSON, Moment, Number, Shape, Text, optional, texts
from memories.models import Basis, Mode, RecallTier, Scope, Sensitivity, Status, Trust
from memories.services.drafts import Draft, WriteMode


def one_of(choices: list[str]) -> Any:
    return _("One of %(choices)s.") % {"choices": ", ".join(choices)}


class Where(Shape):
    """Which workspace, and for a memory of one task, which task."""

    workspace = optional(Text, help_text=_("Its name; the default workspace when left out."))
    task_id = optional(Text, help_text=_("Also see, or mean, the memories of this task."))


class One(Where):
    """Reading one memory."""

    private = serializers.BooleanField(required=False, default=False)


class Past(Shape):
    """A look back, instead of at how things stand."""

    as_of = optional(Text, help_text=_("What was true on this day or at this time."))
    known_at = optional(Text, help_text=_("What was held then; together with as_of, as it was known then."))


class OneOnce(One, Past):
    """Reading one memory, as it is or as it was."""


class HistoryOf(One):
    limit = serializers.IntegerField(required=False, default=50)


class Writing(Where):
    """What every way of writing shares."""

    scope = optional(Text, help_text=one_of(Scope.values))
    trust = Text(required=False, default=Trust.AGENT, help_text=one_of(Trust.values))
    source = Text(required=False, default="")  # type: ignore[assignment]
    source_date = optional(Moment)
    expected_version = optional(
        serializers.IntegerField, help_text=_("0 means: only if it does not exist yet.")
    )
    idempotency_key = optional(Text, help_text=_("Or in the header Idempotency-Key."))


class Remember(Writing):
    """A text (`content`) or any JSON (`value`). A field that is left out keeps what the memory has."""

    content = optional(Text, help_text=_("Markdown, up to 1 MiB."))
    value = optional(AnyJSON)
    name = optional(Text, help_text=_("Made from the text when left out."))
    description = optional(Text)
    kind = optional(Text)
    tags = texts()
    recall = optional(Text, help_text=one_of(RecallTier.values))
    sensitivity = optional(Text, help_text=one_of(Sensitivity.values))
    confidence = optional(Number, help_text=_("0 to 1, together with its basis."))
    basis = optional(Text, help_text=one_of(Basis.values))
    user_confirmed = serializers.BooleanField(required=False, default=False)
    expires_at = optional(Moment)
    check_by = optional(Moment)
    valid_from = optional(Moment)
    valid_until = optional(Moment)
    supersedes = texts(_("Names of memories that this one replaces."))
    clear = texts(_("Fields to be emptied."))
    write_mode = Text(
        required=False, default=WriteMode.REPLACE, help_text=one_of([mode.value for mode in WriteMode])
    )

    def validate_write_mode(self, value: str) -> WriteMode:
        return as_write_mode(value)


class Append(Writing):
    """A text to go behind what the memory says."""

    content = Text()


class Bulk(Shape):
    """Memories to be written together, as one batch."""

    workspace = optional(Text)
    label = Text(  # type: ignore[assignment]
        required=False, default="", help_text=_("What the batch is called in the list of batches.")
    )
    items = Remember(many=True)


class Tier(Where):
    recall = Text(help_text=one_of(RecallTier.values))


class Filters(Where):
    """What memories must be. Lists mean any of their values; in a query, repeat the parameter."""

    names = texts()
    kinds = texts()
    tags = texts()
    tiers = texts(one_of(RecallTier.values))
    scopes = texts(one_of(Scope.values))
    statuses = texts(one_of(Status.values))
    trust = texts(one_of(Trust.values))
    since = optional(Text, help_text=_("A day or a time, in your time zone unless it says otherwise."))
    until = optional(Text)
    private = serializers.BooleanField(required=False, default=False)
    limit = serializers.IntegerField(required=False, default=20, help_text=_("1 to 100."))
    cursor = optional(Text, help_text=_("From next_cursor of the page before."))


class Listing(Filters, Past):
    archived = serializers.BooleanField(required=False, default=False, help_text=_("Those archived instead."))
    rules = serializers.BooleanField(
        required=False, default=False, help_text=_("Also tell which sentences read like standing rules.")
    )


class Recall(Filters, Past):
    explain = optional(
        Text, help_text=_("A memory's name: the answer says why it did, or did not, come back.")
    )
    query = optional(Text, help_text=_("A question or words; without it, memories are listed."))


class Queue(Shape):
    workspace = optional(Text, help_text=_("All of yours when left out."))
    limit = serializers.IntegerField(required=False, default=20, help_text=_("1 to 100."))
    cursor = optional(Text)


class Approval(Shape):
    anyway = serializers.BooleanField(
        required=False,
        default=False,
        help_text=_("Even if what it would change has moved on since it was proposed, or is archived."),
    )
    replace_similar = serializers.BooleanField(
        required=False, default=False, help_text=_("Retire the memories it is like or contradicts.")
    )
    expected_version = optional(
        serializers.IntegerField,
        help_text=_("Of the memory, as it was looked at; 0 while nothing is active."),
    )


class EditedApproval(Approval):
    """Either a text or a value, as for remembering."""

    content = optional(Text)
    value = optional(AnyJSON)
    description = optional(Text, help_text=_("As proposed when left out."))


class Decisions(Approval):
    revision_ids = serializers.ListField(child=serializers.UUIDField(), max_length=500)
    decision = Text(help_text=one_of(["approve", "reject"]))


class Nothing(Shape):
    """A request without fields."""


class NewWorkspace(Shape):
    name = Text()
    mode = Text(required=False, default=Mode.REVIEW, help_text=one_of(Mode.values))


class WorkspaceChange(Shape):
    name = optional(Text)
    mode = optional(Text, help_text=one_of(Mode.values))


def as_write_mode(value: str) -> WriteMode:
    try:
        return WriteMode(value)
    except ValueError:
        raise serializers.ValidationError(one_of([mode.value for mode in WriteMode])) from None


def draft_from(fields: dict[str, Any]) -> Draft:
    """A Draft from checked fields; only the tier goes by another name outside."""
    tier = {"recall_tier": fields["recall"]} if "recall" in fields else {}
    clear = frozenset(fields.get("clear", ()))
    rest = {key: value for key, value in fields.items() if key not in {"recall", "clear"}}
    return Draft(**rest, **tier, clear=clear)
