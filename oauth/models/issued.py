"""What the authorization server handed out, as hashes: nothing in these tables opens anything."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from oauth.models.connection import Connection


class AuthorizationCode(models.Model):
    """A code, for one exchange. It is kept for a while after, so that a second exchange is noticed; `family`
    is what the first one gave.
    """

    id = models.BigAutoField(primary_key=True)
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="codes")
    digest = models.CharField(max_length=64, unique=True)
    redirect_uri = models.TextField()
    permissions = ArrayField(models.CharField(max_length=32))
    resource = models.TextField()
    challenge = models.CharField(max_length=64)
    family = models.UUIDField(default=new_id, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"code {self.pk}"


class TokenPair(models.Model):
    """An access token and the refresh token that came with it. All pairs that follow from one code are a
    family. `used_at` is when the refresh token gave the next pair, which for a short while can be read out of
    `successor` with the refresh token itself (docs/adr/0017).
    """

    id = models.BigAutoField(primary_key=True)
    connection = models.ForeignKey(Connection, on_delete=models.CASCADE, related_name="pairs")
    family = models.UUIDField(db_index=True)
    permissions = ArrayField(models.CharField(max_length=32))
    resource = models.TextField()
    access_digest = models.CharField(max_length=64, unique=True)
    access_expires_at = models.DateTimeField()
    refresh_digest = models.CharField(max_length=64, unique=True)
    refresh_expires_at = models.DateTimeField()
    created_at = models.DateTimeField(db_default=Now())
    used_at = models.DateTimeField(null=True, blank=True)
    successor = models.BinaryField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"pair {self.pk}"
