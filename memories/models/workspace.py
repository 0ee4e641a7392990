"""The boundary of ownership, and who may cross it."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from continuum.kernel.roles import Role

EXCLUSION_KEY_BYTES = 32


def new_exclusion_key() -> bytes:
    return secrets.token_bytes(EXCLUSION_KEY_BYTES)


class Mode(models.TextChoices):
    """What happens to an agent's writes: `review` proposes them to a person, `auto` stores them."""

    REVIEW = "review"
    AUTO = "auto"


ROLES = [(role.value, role.value.capitalize()) for role in Role]


class Workspace(models.Model):
    """Every other row carries one, and row-level security lets no row of another be seen.

    `exclusion_key` keys the hashes of forgotten text, so that a copied table does not tell what was
    forgotten.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=64)
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.REVIEW)
    exclusion_key = models.BinaryField(default=new_exclusion_key, editable=False)
    retention = models.JSONField(default=dict, blank=True, help_text="Days by class; absent: the default.")
    secret_policies = models.JSONField(default=dict, blank=True, help_text="By secret kind; absent: default.")
    secrets_scanned_with = models.CharField(
        max_length=16, blank=True, default="", help_text="The rules of the last whole scan for secrets."
    )
    words_version = models.PositiveSmallIntegerField(
        default=1, db_default=1, editable=False, help_text="How words were read when its index was made."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="workspace_name_once_per_owner")
        ]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """Who may work in a workspace, as what, and what they call it. Read before there is an actor, so it is
    exempt from row-level security.
    """

    workspace = models.ForeignKey(
        Workspace, on_delete=models.CASCADE, related_name="memberships", db_index=False
    )
    name = models.CharField(max_length=64, help_text="What this person calls it.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=ROLES, default=Role.OWNER)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "user"], name="membership_once_per_user"),
            models.UniqueConstraint(fields=["user", "name"], name="membership_name_once_per_user"),
            models.UniqueConstraint(
                fields=["workspace"], condition=models.Q(role=Role.OWNER), name="workspace_has_one_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.name} as {self.role}"


class WorkspaceInvitation(models.Model):
    """A link that lets one person into a workspace. The secret in it is kept as its digest only; `note` is
    for whom it is, in the words of who invited. Used, withdrawn or expired it is no more: events tell of it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=8, choices=ROLES)
    note = models.CharField(max_length=200, blank=True, default="")
    user_id = models.BigIntegerField(help_text="Who invites.")
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["workspace", "expires_at"], name="invitation_of_workspace")]

    def __str__(self) -> str:
        return f"{self.workspace_id} as {self.role}"
