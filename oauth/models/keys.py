"""Secrets a person hands out. Only their SHA-256 is kept: a stolen table opens nothing."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now


class PersonalToken(models.Model):
    """A bearer for scripts, hooks and local clients: shown once, kept as a hash, narrowed and revocable.

    An empty `workspaces` list means every workspace of the person; ids, since a name may come to mean
    another one.
    """

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="personal_tokens"
    )
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    permissions = ArrayField(models.CharField(max_length=32), default=list)
    workspaces = ArrayField(models.UUIDField(), default=list, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class SignInLink(models.Model):
    """Opens a session once, soon. The local profile prints one at each start."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.digest[:12]


class Invitation(models.Model):
    """Lets one person make an account, where not everybody may. `note` is the operator's: for whom."""

    id = models.BigAutoField(primary_key=True)
    digest = models.CharField(max_length=64, unique=True)
    note = models.CharField(max_length=200, blank=True, default="")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.note or self.digest[:12]


class KeyVersion(models.Model):
    """How often a person's keys, or what they open, have changed. Triggers count
    (oauth/sql/key_versions.sql); nobody else writes here. No row stands for none, and the row outlives the
    person.
    """

    user_id = models.BigIntegerField(primary_key=True)
    version = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.user_id}: {self.version}"
