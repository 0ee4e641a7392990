"""What happened to an account, in an append-only chain for each person."""

from __future__ import annotations

from django.db import models


class AccountChain(models.Model):
    """The end of a person's chain. It outlives the person, as the events do."""

    user_id = models.BigIntegerField(primary_key=True)
    sequence = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)

    def __str__(self) -> str:
        return f"{self.user_id}@{self.sequence}"


class AccountEvent(models.Model):
    """Signing in, keys and grants given and taken back: ids and codes, no name, no address, no secret.

    `subject` is what it happened to, as events elsewhere call it (`oauth:12`, `token:5`), if anything.
    """

    id = models.BigAutoField(primary_key=True)
    user_id = models.BigIntegerField()
    sequence = models.BigIntegerField()
    at = models.DateTimeField()
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=100, blank=True, default="")
    details = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user_id", "sequence"], name="account_event_sequence")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action}"
