"""What a person lays down about how agents may write: policy rows, batches, the guide, captured sessions."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.workspace import Workspace


class Policy(models.Model):
    """One row that decides what becomes of a write. An empty condition fits anything; the row with the most
    conditions wins, and of equals the most careful one.
    """

    class Decision(models.TextChoices):
        STORE = "store"
        PROPOSE = "propose"
        REFUSE = "refuse"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    client = models.CharField(max_length=200, blank=True, default="")
    kind = models.CharField(max_length=64, blank=True, default="")
    trust = models.CharField(max_length=12, blank=True, default="")
    action = models.CharField(max_length=20, blank=True, default="")
    decision = models.CharField(max_length=8, choices=Decision.choices)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "policies"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "client", "kind", "trust", "action"], name="policy_once_per_condition"
            )
        ]

    def __str__(self) -> str:
        conditions = (self.client, self.kind, self.trust, self.action)
        return f"{' '.join(condition or '*' for condition in conditions)}: {self.decision}"


class Batch(models.Model):
    """Writes made as one and undone as one. Its revisions carry its id."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    label = models.CharField(max_length=200, blank=True, default="")
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(db_default=Now())
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "batches"

    def __str__(self) -> str:
        return self.label or str(self.id)


class GuideVersion(models.Model):
    """One version of the owner's standing words to agents. The highest number is in force; without any, the
    shipped default is. `shipped` is the hash of the default that it was written against.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    text = models.TextField()
    shipped = models.CharField(max_length=64, blank=True, default="")
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "number"], name="guide_number_once")]

    def __str__(self) -> str:
        return f"guide {self.number}"


class CapturedSession(models.Model):
    """That a session was captured, so that posting it again changes nothing. Its transcript is not kept."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    session_id = models.CharField(max_length=200)
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")
    proposals = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "user_id", "session_id"], name="session_captured_once"
            )
        ]

    def __str__(self) -> str:
        return self.session_id
