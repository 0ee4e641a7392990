"""What keeps a repeated request single, a forgotten text forgotten and a false alarm quiet. Hashes and ids
only.
"""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from memories.models.workspace import Workspace


class IdempotentAnswer(models.Model):
    """What a request with this key was answered. `answer` holds ids, numbers and codes, never text."""

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    user_id = models.BigIntegerField()
    key = models.CharField(max_length=200)
    request_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user_id", "key"], name="idempotency_key_once_per_person")
        ]

    def __str__(self) -> str:
        return self.key


class Exclusion(models.Model):
    """A text that must not be remembered again, as HMAC-SHA256 of its normal form under the workspace's
    key.
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=16, default="forgotten")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "digest"], name="exclusion_once")]

    def __str__(self) -> str:
        return self.digest[:12]


class FalseAlarm(models.Model):
    """Letters that were taken for a secret and are none, as a person said, as HMAC-SHA256 under the
    workspace's key.
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    digest = models.CharField(max_length=64)
    user_id = models.BigIntegerField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "digest"], name="false_alarm_once")]

    def __str__(self) -> str:
        return self.digest[:12]
