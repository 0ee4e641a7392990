"""Backups that are being made, and restores, for a person: what they look at while it goes on."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from continuum.kernel.ids import new_id


class Transfer(models.Model):
    """A whole vault on its way out or in. It belongs to a person and to no workspace: a restore replaces
    those. `report` is what came of it, `error` and `code` why nothing did; neither holds a remembered text.
    """

    class Kind(models.TextChoices):
        BACKUP = "backup"
        RESTORE = "restore"

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    flag = models.BooleanField(default=False, help_text="A backup: vectors too. A restore: replace.")
    stage = models.CharField(max_length=20, blank=True, default="")
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    report = models.JSONField(default=dict, blank=True)
    code = models.CharField(max_length=40, blank=True, default="")
    error = models.CharField(max_length=500, blank=True, default="")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    client = models.CharField(max_length=200, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    person = models.BooleanField(default=False)
    timezone = models.CharField(max_length=64, default="UTC")
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["user", "-created_at"], name="transfer_newest_first")]
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(state__in=("waiting", "running")),
                name="one_transfer_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
