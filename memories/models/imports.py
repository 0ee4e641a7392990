"""What was imported: each import as it goes on, and where the texts that it made come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.db.models.functions import Now
from django.db.models.signals import post_delete
from django.dispatch import receiver

from continuum.kernel.ids import new_id
from memories.models.memory import Memory
from memories.models.revision import Revision
from memories.models.workspace import Workspace


class Import(models.Model):
    """One file that is, or was, imported. `filename` is what it was called, `report` what came of it (of the
    dry run until it is done): counts, and places with reasons; no text.
    """

    class State(models.TextChoices):
        """`waiting` for a look; `looking`; `looked` at, and waiting for a yes; `confirmed`, `importing`,
        `done`; or `failed`, which changed nothing.
        """

        WAITING = "waiting"
        LOOKING = "looking"
        LOOKED = "looked"
        CONFIRMED = "confirmed"
        IMPORTING = "importing"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    filename = models.CharField(max_length=200, blank=True, default="")
    format = models.CharField(max_length=40, blank=True, default="")
    one_workspace = models.BooleanField(default=False, help_text="Whatever the file says of workspaces.")
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    stage = models.CharField(max_length=20, blank=True, default="")
    report = models.JSONField(default=dict, blank=True)
    error = models.CharField(max_length=500, blank=True, default="")
    batch_id = models.UUIDField(null=True, blank=True)
    user_id = models.BigIntegerField()
    client = models.CharField(max_length=200, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    person = models.BooleanField(default=False)
    private = models.BooleanField(default=False)
    via = models.CharField(max_length=200, blank=True, default="")
    mode = models.CharField(max_length=8, blank=True, default="")
    timezone = models.CharField(max_length=64, default="UTC")
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["workspace", "-created_at"], name="import_newest_first")]

    def __str__(self) -> str:
        return f"{self.filename} {self.state}"

    @property
    def upload(self) -> Path:
        """Where its file lies for as long as there is one."""
        return Path(settings.IMPORTS) / str(self.pk)


@receiver(post_delete, sender=Import)
def discard_upload(*, instance: Import, **_: Any) -> None:
    """The file goes with the row, whatever takes that: a workspace that is deleted, an account that is
    closed, starting over.
    """
    upload = instance.upload  # Django takes the key away from the instance before the commit
    transaction.on_commit(lambda: upload.unlink(missing_ok=True), robust=True)


class Origin(models.Model):
    """Where an imported revision comes from: its place in the file, and what the file told of it that has no
    place of its own here. It goes with its revision.
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+")
    format = models.CharField(max_length=40)
    place = models.CharField(max_length=300, blank=True, default="")
    fields = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"{self.format}: {self.place}"
