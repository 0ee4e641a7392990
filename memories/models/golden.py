"""Golden questions: what a person wants a question to bring, and whether it did."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.memory import Memory
from memories.models.workspace import Workspace


class GoldenQuestion(models.Model):
    """This question must bring this memory among the first `within`. It goes with its memory. `place` is
    where the last run found it, empty for nowhere.
    """

    LONGEST = 500

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    question = models.CharField(max_length=LONGEST)
    within = models.PositiveSmallIntegerField(default=10)
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(db_default=Now())
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    run_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "memory", "question"], name="golden_question_once")
        ]

    def __str__(self) -> str:
        return str(self.id)


class GoldenRun(models.Model):
    """What came of asking all of a workspace's: numbers, by which one model compares with another."""

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now())
    model = models.CharField(max_length=120, blank=True, default="")
    asked = models.PositiveIntegerField()
    kept = models.PositiveIntegerField()
    recall_at_5 = models.FloatField()
    recall_at_10 = models.FloatField()
    mrr = models.FloatField()
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["workspace", "-at"], name="golden_newest_first")]

    def __str__(self) -> str:
        return f"{self.kept} of {self.asked}"
