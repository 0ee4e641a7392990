"""What was done for a client: names, ids, counts and times, never content."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from memories.models.workspace import Workspace


class Activity(models.Model):
    """One injection: which memories of this workspace were put into a context unasked, and why. Or one call
    of a web tool (`done`, `failed`): its `items` hold the hosts, their number and the code of an error.

    A context that drew on two workspaces leaves a row in each, with that workspace's own memories. `items`
    says of each memory its revision, tier, score, similarity, reasons and how it was shown. `session` and
    `block` are keyed hashes, by which a block that is unchanged in its session is known.
    """

    class Outcome(models.TextChoices):
        INJECTED = "injected"
        UNCHANGED = "unchanged"
        NOTHING = "nothing"
        DONE = "done"
        FAILED = "failed"

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now())
    what = models.CharField(max_length=40)
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    session = models.CharField(max_length=64, blank=True, default="")
    block = models.CharField(max_length=64, blank=True, default="")
    memory_ids = ArrayField(models.UUIDField(), default=list, blank=True)
    items = models.JSONField(default=list, blank=True)
    best_similarity = models.FloatField(null=True, blank=True)
    expanded = models.BooleanField(default=False)
    characters = models.PositiveIntegerField(default=0)
    milliseconds = models.FloatField(default=0)

    class Meta:
        verbose_name_plural = "activity"
        indexes = [
            models.Index(fields=["workspace", "-at"], name="activity_newest_first"),
            models.Index(
                fields=["workspace", "session", "-id"],
                condition=~models.Q(session=""),
                name="activity_of_session",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.outcome}"
