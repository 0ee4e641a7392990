"""What the API shows of the review queue, and of decisions on what waits in it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from memories.api.answers import Base, rules
from memories.api.fields import AnyJSON
from memories.models import Scope
from memories.recall.proposals import Proposal


class ProposalShape(Base):
    """A text that waits for a person."""

    revision_id = serializers.UUIDField(source="revision.pk")
    workspace = serializers.CharField()
    name = serializers.CharField(source="revision.memory.name")
    kind = serializers.CharField(source="becomes.kind", help_text=_("Once approved, like all of these."))
    tags = serializers.ListField(source="becomes.tags", child=serializers.CharField())
    recall = serializers.CharField(source="becomes.recall_tier")
    sensitivity = serializers.CharField(source="becomes.sensitivity")
    expires_at = serializers.DateTimeField(source="becomes.expires_at", allow_null=True)
    check_by = serializers.DateTimeField(source="becomes.check_by", allow_null=True)
    changes = serializers.ListField(
        source="revision.changes", child=serializers.CharField(), help_text=_("Which of them it sets.")
    )
    scope = serializers.CharField(source="revision.memory.scope")
    task_id = serializers.SerializerMethodField()
    content = serializers.CharField(source="revision.content")
    value = AnyJSON(source="revision.value", allow_null=True)
    description = serializers.CharField(source="revision.description")
    trust = serializers.CharField(source="revision.trust")
    source = serializers.CharField(source="revision.source")  # type: ignore[assignment]
    client = serializers.CharField(source="revision.client")
    agent = serializers.CharField(source="revision.agent")
    created_at = serializers.DateTimeField(source="revision.created_at")
    against_version = serializers.IntegerField(source="revision.base_number")
    current_version = serializers.IntegerField(source="revision.memory.version")
    outdated = serializers.BooleanField(help_text=_("Something that it would change has moved on since."))
    outdated_because = serializers.ListField(
        child=serializers.CharField(), help_text=_("What has moved on, a sentence each.")
    )
    failure = serializers.CharField(source="revision.failure", help_text=_("Why its approval failed."))
    confidence = serializers.FloatField(source="revision.confidence", allow_null=True)
    basis = serializers.CharField(source="revision.basis")
    user_confirmed = serializers.BooleanField(source="revision.user_confirmed")
    source_date = serializers.DateTimeField(source="revision.source_date", allow_null=True)
    valid_from = serializers.DateTimeField(source="revision.valid_from", allow_null=True)
    valid_until = serializers.DateTimeField(source="revision.valid_until", allow_null=True)
    supersedes = serializers.ListField(
        child=serializers.CharField(), help_text=_("Memories that approving it retires.")
    )
    similar = serializers.ListField(
        child=serializers.CharField(), help_text=_("Memories that say nearly the same.")
    )
    may_conflict_with = serializers.ListField(
        child=serializers.CharField(), help_text=_("Memories that say something else of the same.")
    )
    rule_sentences = rules()

    def get_task_id(self, proposal: Proposal) -> str | None:
        memory = proposal.revision.memory
        return memory.scope_key if memory.scope == Scope.TASK else None


class QueueShape(Base):
    proposals = ProposalShape(many=True)
    waiting = serializers.IntegerField(help_text=_("In all, on every page."))
    next_cursor = serializers.CharField(allow_null=True)


class DecidedShape(Base):
    """A proposal after the decision."""

    revision_id = serializers.UUIDField(source="pk")
    status = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class ManyDecidedShape(Base):
    """One of many decisions: the proposal's new status, or why it still waits."""

    revision_id = serializers.UUIDField()
    done = serializers.BooleanField()
    status = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class AllDecidedShape(Base):
    decided = ManyDecidedShape(many=True)


class TakenBackShape(Base):
    """What a decision that was taken back leaves."""

    name = serializers.CharField(help_text=_("The memory's."))
    waits = serializers.BooleanField(
        help_text=_("Whether the text waits again. A memory that was new when it was approved is archived.")
    )
