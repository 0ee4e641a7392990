"""A connection: what one person granted to one client."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from memories.models import Mode
from oauth.models.client import Client


class Connection(models.Model):
    """Which workspaces (all of them, those to come included, with `every_workspace`), permissions and
    toolsets, and whether its writes wait for a person. Consent given again takes the place of what was.
    """

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="connections")
    client = models.ForeignKey(Client, on_delete=models.CASCADE, related_name="connections")
    permissions = ArrayField(models.CharField(max_length=32))
    every_workspace = models.BooleanField(default=False)
    workspaces = ArrayField(models.UUIDField(), default=list, blank=True)
    toolsets = ArrayField(models.CharField(max_length=32))
    mode = models.CharField(max_length=8, choices=Mode.choices)
    created_at = models.DateTimeField(db_default=Now())
    granted_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "client"], name="one_connection_for_a_client"),
        ]

    def __str__(self) -> str:
        return self.client.label

    @property
    def key(self) -> str:
        """What events and revisions call this client: no key of another table, and never used again."""
        return connection_key(self.pk)

    @property
    def is_open(self) -> bool:
        """Whether its tokens open anything: neither revoked nor of a closed account."""
        return self.revoked_at is None and self.user.is_active


def connection_key(connection_id: int) -> str:
    return f"oauth:{connection_id}"
