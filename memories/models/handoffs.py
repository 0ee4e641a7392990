"""Handoffs: a task passed from one agent to the next, with what came of it."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.memory import Sensitivity
from memories.models.workspace import Workspace


class Handoff(models.Model):
    """One capsule. Its words never change; only its state moves, once: from open to one of the others.

    `addressee` is an agent's name, empty for whoever comes first. `settled_*` says who moved it, `answer`
    what they said to it. It is no memory: nothing of it is recalled or put into a context.
    """

    class State(models.TextChoices):
        OPEN = "open"
        ACKNOWLEDGED = "acknowledged"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        REPLACED = "replaced"
        EXPIRED = "expired"

    class Progress(models.TextChoices):
        READY = "ready"
        IN_PROGRESS = "in_progress"
        BLOCKED = "blocked"

    LISTS = ("decisions", "next_actions", "artifacts", "blocked_by", "ruled_out")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    task_id = models.CharField(max_length=200)
    addressee = models.CharField(max_length=200, blank=True, default="")
    progress = models.CharField(max_length=12, choices=Progress.choices, default=Progress.READY)
    state = models.CharField(max_length=12, choices=State.choices, default=State.OPEN)
    sensitivity = models.CharField(max_length=8, choices=Sensitivity.choices, default=Sensitivity.PUBLIC)
    summary = models.TextField()
    decisions = models.JSONField(default=list, blank=True)
    next_actions = models.JSONField(default=list, blank=True)
    artifacts = models.JSONField(default=list, blank=True)
    blocked_by = models.JSONField(default=list, blank=True)
    ruled_out = models.JSONField(default=list, blank=True)
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_user_id = models.BigIntegerField(null=True, blank=True)
    settled_client = models.CharField(max_length=200, blank=True, default="")
    settled_agent = models.CharField(max_length=200, blank=True, default="")
    answer = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open", settled_at__isnull=True)
                | ~Q(state="open") & Q(settled_at__isnull=False),
                name="handoff_settled_once",
            )
        ]
        indexes = [
            models.Index(fields=["workspace", "-created_at", "id"], name="handoff_newest_first"),
            models.Index(fields=["workspace", "task_id", "-created_at"], name="handoff_of_task"),
        ]

    def __str__(self) -> str:
        return f"{self.task_id} {self.state}"

    def state_at(self, moment: datetime) -> str:
        """Also before the nightly clean-up has written down that it expired."""
        over = self.expires_at is not None and self.expires_at <= moment
        return self.State.EXPIRED.value if over and self.state == self.State.OPEN else self.state


class HandoffLink(models.Model):
    """A memory that a handoff rests on, as it was then. Ids and a number, which outlive the memory: none of
    its words.
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    handoff = models.ForeignKey(Handoff, on_delete=models.CASCADE, related_name="links")
    memory_id = models.UUIDField(db_index=True)
    revision_id = models.UUIDField()
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["handoff", "memory_id"], name="handoff_links_a_memory_once")
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} at {self.version}"
