"""What the API shows of the verbs' answers."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from continuum.kernel.roles import Role
from memories.api.fields import AnyJSON

Base = serializers.Serializer[Any]


class ProblemShape(Base):
    """An error (RFC 9457). Further members depend on the code."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField(help_text="VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, MEMORY_NOT_FOUND, ...")


class WriteAnswer(Base):
    """What became of a write."""

    status = serializers.CharField(help_text="stored, proposed, duplicate, refused")
    memory_id = serializers.CharField()
    revision_id = serializers.CharField()
    name = serializers.CharField()
    workspace = serializers.CharField()
    version = serializers.IntegerField(help_text=_("Of the active revision; 0 while there is none."))
    found_by = serializers.CharField(help_text="words, words+meaning, nothing")
    reason = serializers.CharField()
    similar = serializers.ListField(
        child=serializers.CharField(), help_text=_("Memories that say nearly the same, by name.")
    )
    may_conflict_with = serializers.ListField(
        source="conflicts",
        child=serializers.CharField(),
        help_text=_("Memories that say something else of the same, by name."),
    )
    duplicate = serializers.BooleanField(
        source="repeated", help_text=_("The answer of an earlier request with the same idempotency key.")
    )


class BulkAnswer(Base):
    """What became of each, in their order."""

    answers = WriteAnswer(many=True)
    batch = serializers.UUIDField(
        allow_null=True, help_text=_("What was written can be undone by it; nothing was when it is null.")
    )


class ReceiptShape(Base):
    """Why a memory was found."""

    score = serializers.FloatField(help_text=_("Orders the hits; no probability."))
    ranks = serializers.DictField(child=serializers.IntegerField(), help_text=_("Its place in each channel."))
    similarity = serializers.FloatField(allow_null=True)
    word_rank = serializers.FloatField()
    passage = serializers.CharField()
    section = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField())
    reranked = serializers.FloatField(allow_null=True, help_text=_("What the reranker said of it."))


class MemoryShape(Base):
    """One live revision of a memory, with where it stands."""

    memory_id = serializers.UUIDField()
    revision_id = serializers.UUIDField()
    workspace = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    kind = serializers.CharField()
    tags = serializers.ListField(child=serializers.CharField())
    scope = serializers.CharField()
    task_id = serializers.CharField(allow_null=True)
    recall = serializers.CharField()
    sensitivity = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    content = serializers.CharField()
    value = AnyJSON(allow_null=True)
    trust = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    source_date = serializers.DateTimeField(allow_null=True)
    confidence = serializers.FloatField(allow_null=True)
    basis = serializers.CharField()
    user_confirmed = serializers.BooleanField()
    client = serializers.CharField()
    agent = serializers.CharField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    archived_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)
    check_by = serializers.DateTimeField(allow_null=True)
    valid_from = serializers.DateTimeField(allow_null=True)
    valid_until = serializers.DateTimeField(allow_null=True)
    may_conflict_with = serializers.ListField(
        child=serializers.CharField(),
        help_text=_("Memories that say something else of the same, by name; of those in force."),
    )
    receipt = ReceiptShape(allow_null=True)


def names_of(help_text: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=help_text)


def rules() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(),
        help_text=_("What reads like a standing rule, while the memory is not always recalled."),
    )


class RuledShape(MemoryShape):
    """A memory, and the sentences for which a person may want to have it always recalled."""

    rule_sentences = rules()


class OneShape(RuledShape):
    """A memory that is read by itself, with its links."""

    links = names_of(_("What its text links to."))
    broken_links = names_of(_("Those of them that lead nowhere."))
    backlinks = names_of(_("What links to it."))


class ExplanationShape(Base):
    """Why a named memory came back, or not."""

    name = serializers.CharField()
    stage = serializers.CharField(help_text="found, absent, filter, tier, indexing, gate, budget, rank")
    reason = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    similarity = serializers.FloatField(allow_null=True)


class ListedShape(Base):
    """One page of memories."""

    memories: Base = MemoryShape(many=True)
    mode = serializers.CharField(help_text="hybrid, words-only, list, as-of")
    mode_reason = serializers.CharField()
    candidates = serializers.IntegerField()
    still_indexing = serializers.IntegerField()
    next_cursor = serializers.CharField(allow_null=True)
    explanation = ExplanationShape(allow_null=True)


class RecalledShape(ListedShape):
    """One page of memories, and how they were found."""

    memories = RuledShape(many=True)


class MemoryState(Base):
    """A memory after a change that left its text alone."""

    name = serializers.CharField()
    version = serializers.IntegerField()
    recall = serializers.CharField(source="recall_tier")
    archived_at = serializers.DateTimeField(allow_null=True)


class TierState(Base):
    """A memory after it was asked to another tier."""

    name = serializers.CharField(source="memory.name")
    version = serializers.IntegerField(source="memory.version")
    recall = serializers.CharField(source="memory.recall_tier", help_text=_("As it is now."))
    archived_at = serializers.DateTimeField(source="memory.archived_at", allow_null=True)
    reason = serializers.CharField(help_text=_("Why it waits for a person; empty when it is done."))


class ForgetReceipt(Base):
    """What forgetting did."""

    erased = serializers.BooleanField(help_text=_("False: archived, until a person decides."))
    name = serializers.CharField()
    revisions = serializers.IntegerField()
    passages = serializers.IntegerField()
    fingerprints = serializers.IntegerField()
    facts = serializers.IntegerField()
    entities = serializers.IntegerField()
    activity = serializers.IntegerField()
    exclusions = serializers.IntegerField()
    reason = serializers.CharField()


class VersionShape(Base):
    revision_id = serializers.UUIDField()
    number = serializers.IntegerField(allow_null=True)
    status = serializers.CharField()
    content = serializers.CharField()
    description = serializers.CharField()
    trust = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    client = serializers.CharField()
    agent = serializers.CharField()
    created_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    retired_at = serializers.DateTimeField(allow_null=True)


class EventShape(Base):
    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    action = serializers.CharField()
    user_id = serializers.IntegerField(allow_null=True)
    client = serializers.CharField()
    agent = serializers.CharField()
    revision_id = serializers.UUIDField(allow_null=True)
    details = serializers.DictField(child=AnyJSON())


class HistoryShape(Base):
    """Revisions and events, newest first."""

    memory_id = serializers.UUIDField()
    name = serializers.CharField()
    workspace = serializers.CharField()
    version = serializers.IntegerField()
    revisions = VersionShape(many=True)
    events = EventShape(many=True)


class WorkspaceShape(Base):
    id = serializers.UUIDField()
    name = serializers.CharField()
    mode = serializers.CharField()
    role = serializers.ChoiceField(
        choices=[role.value for role in Role], help_text=_("What you are there: it says what you may do.")
    )
    created_at = serializers.DateTimeField()


class WorkspacesShape(Base):
    workspaces = WorkspaceShape(many=True)


class JobShape(Base):
    """A step that was tried to the end and failed. `error` is its kind."""

    id = serializers.UUIDField()
    step = serializers.CharField()
    revision_id = serializers.UUIDField(allow_null=True)
    attempts = serializers.IntegerField()
    error = serializers.CharField()
    created_at = serializers.DateTimeField()


class JobsShape(Base):
    waiting = serializers.IntegerField()
    failed = serializers.IntegerField()
    failures = JobShape(many=True, help_text=_("The latest of them."))
