"""Golden questions: what a person wants a question to bring, and whether it did."""

from __future__ import annotations

from math import inf

from django.db import models
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.memory import Memory
from memories.models.workspace import Workspace


class GoldenQuestion(models.Model):
    """This question must bring this memory among the first `within`. It goes with its memory. `place` is
    where the last run found it, empty for nowhere, and `place_before` where the run before that did.
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
    place_before = models.PositiveSmallIntegerField(null=True, blank=True)
    run_before = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "memory", "question"], name="golden_question_once")
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def moved(self) -> int:
        """1 where its memory came further behind than in the run before, -1 further in front, else 0."""
        if self.run_at is None or self.run_before is None:
            return 0
        now, before = (inf if place is None else place for place in (self.place, self.place_before))
        return (now > before) - (now < before)


class GoldenRun(models.Model):
    """What came of asking all of a workspace's: numbers, by which one model compares with another, and how
    many questions came out `worse` and `better` than in the run before. `setup` is what else decides.
    """

    LONGEST_SETUP = 200

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now())
    model = models.CharField(max_length=120, blank=True, default="")
    asked = models.PositiveIntegerField()
    kept = models.PositiveIntegerField()
    recall_at_5 = models.FloatField()
    recall_at_10 = models.FloatField()
    mrr = models.FloatField()
    setup = models.CharField(max_length=LONGEST_SETUP, blank=True, default="", db_default="")
    worse = models.PositiveIntegerField(default=0, db_default=0)
    better = models.PositiveIntegerField(default=0, db_default=0)
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["workspace", "-at"], name="golden_newest_first")]

    def __str__(self) -> str:
        return f"{self.kept} of {self.asked}"

    @property
    def by_itself(self) -> bool:
        """Whether the worker asked, because something had changed, and no person."""
        return self.user_id == 0
