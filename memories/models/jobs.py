"""Work that must still happen: written with its cause, done after the commit."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.workspace import Workspace


class Job(models.Model):
    """One step to take for one revision. The row is the truth, the broker's message only a knock.

    A worker claims by setting `leased_until`; a worker that dies lets the lease run out and another takes
    over. Done jobs are deleted. `error` names the kind of failure, never the text that met it.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    step = models.CharField(max_length=40)
    revision_id = models.UUIDField(null=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    run_after = models.DateTimeField(db_default=Now())
    leased_until = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [models.Index(fields=["run_after"], condition=Q(state="waiting"), name="job_due")]

    def __str__(self) -> str:
        return f"{self.step} {self.revision_id}"
