"""One version of a memory: the text and where it came from."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.memory import Memory
from memories.models.workspace import Workspace


class Status(models.TextChoices):
    """Only this moves in a revision: proposed -> active -> superseded, or proposed -> rejected."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


LIVE = (Status.ACTIVE, Status.PROPOSED)


class Trust(models.TextChoices):
    """Where the words came from; it travels with the text."""

    OWNER = "owner"
    AGENT = "agent"
    TOOL_OUTPUT = "tool_output"
    DOCUMENT = "document"
    WEB = "web"
    IMPORT = "import"


class Basis(models.TextChoices):
    """What a confidence rests on."""

    USER_ASSERTED = "user_asserted"
    AGENT_INFERRED = "agent_inferred"
    SOURCE_SUPPORTED = "source_supported"


class Revision(models.Model):
    """Immutable but for its status. `number` is given when it becomes active; proposals have none.

    `value` is the JSON of a structured memory, `patch` the input that was merged into it, `content` what is
    searched: the text, or the value written out. `base_number` is the active number a proposal was made
    against.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(null=True, blank=True)
    base_number = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status.choices)
    content = models.TextField()
    description = models.CharField(max_length=500, blank=True, default="")
    value = models.JSONField(null=True, blank=True)
    patch = models.JSONField(null=True, blank=True)
    changes = models.JSONField(
        default=dict, blank=True, help_text="What it sets on the memory when it is activated."
    )
    content_hash = models.CharField(max_length=64)
    trust = models.CharField(max_length=12, choices=Trust.choices, default=Trust.AGENT)
    source = models.CharField(max_length=500, blank=True, default="")
    source_date = models.DateTimeField(null=True, blank=True)
    confidence = models.FloatField(null=True, blank=True)
    basis = models.CharField(max_length=16, choices=Basis.choices, blank=True, default="")
    user_confirmed = models.BooleanField(default=False)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    supersedes = ArrayField(
        models.UUIDField(), default=list, blank=True, help_text="Memories this one retires."
    )
    similar = ArrayField(
        models.UUIDField(), default=list, blank=True, help_text="Memories that say nearly the same."
    )
    conflicts_with = ArrayField(
        models.UUIDField(),
        default=list,
        blank=True,
        help_text="Memories that say something else of the same.",
    )
    batch_id = models.UUIDField(null=True, blank=True)
    failure = models.CharField(max_length=300, blank=True, default="", help_text="Why its approval failed.")
    client = models.CharField(max_length=200, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    author_id = models.BigIntegerField()
    created_at = models.DateTimeField(db_default=Now())
    decided_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["memory"], condition=Q(status=Status.ACTIVE), name="revision_one_active"
            ),
            models.UniqueConstraint(
                fields=["memory", "number"], condition=Q(number__isnull=False), name="revision_number_once"
            ),
            models.CheckConstraint(
                condition=~Q(status=Status.ACTIVE) | Q(number__isnull=False),
                name="revision_active_has_number",
            ),
            models.CheckConstraint(
                condition=Q(confidence__isnull=True, basis="")
                | Q(confidence__gte=0, confidence__lte=1) & ~Q(basis=""),
                name="revision_confidence_with_basis",
            ),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "-created_at", "id"],
                condition=Q(status__in=["active", "proposed"]),
                name="revision_newest_live",
            ),
            models.Index(
                fields=["workspace", "-created_at"],
                condition=Q(status=Status.PROPOSED),
                name="revision_queue",
            ),
            models.Index(
                fields=["workspace", "batch_id"], condition=Q(batch_id__isnull=False), name="revision_batch"
            ),
            models.Index(fields=["workspace", "client", "-created_at"], name="revision_by_client"),
            models.Index(
                fields=["workspace", "content_hash"],
                condition=Q(status__in=["active", "proposed"]),
                name="revision_live_hash",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} r{self.number or '-'} {self.status}"


class ProposalManager(models.Manager["Proposal"]):
    def get_queryset(self) -> models.QuerySet[Proposal]:
        return super().get_queryset().filter(status=Status.PROPOSED)


class Proposal(Revision):
    """A revision that waits for a person: the review queue is the list of them."""

    objects: ClassVar[ProposalManager] = ProposalManager()

    class Meta:
        proxy = True
