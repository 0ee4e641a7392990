"""What happened, in an append-only chain per workspace."""

from __future__ import annotations

from django.db import models

from memories.models.workspace import Workspace

# What takes a memory out of every read path, and what brings it back (services.events names all actions).
HIDING = ("memory.archived", "memory.erasure_proposed")
SHOWING = ("memory.restored", "memory.remembered", "proposal.approved")

# The same text once more, while it waits already.
PROPOSED_AGAIN = "memory.proposed_again"

# What sets fields without a text; `details` names them under `fields`.
FIELD_SETTING = ("memory.changed", "memory.undone")


class ChainHead(models.Model):
    """The end of a workspace's chain. Locking this row is how writers of one workspace take turns."""

    workspace = models.OneToOneField(Workspace, on_delete=models.CASCADE, primary_key=True, related_name="+")
    sequence = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)
    words_counted_at = models.BigIntegerField(
        default=0, help_text="The sequence at the last count of common terms."
    )
    memories_held = models.BigIntegerField(
        null=True, help_text="Kept by a trigger; NULL: nobody has counted."
    )
    bytes_held = models.BigIntegerField(null=True, help_text="Of texts; kept by a trigger as well.")

    def __str__(self) -> str:
        return f"{self.workspace_id}@{self.sequence}"


class Event(models.Model):
    """Who did what to what, through which client: ids and codes, never the text itself.

    `hash` is SHA-256 over the row and the hash before it (services.events), so that a change anywhere shows.
    The ids are plain values: what they point to may be forgotten, the event stays.
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    sequence = models.BigIntegerField()
    at = models.DateTimeField()
    action = models.CharField(max_length=40)
    user_id = models.BigIntegerField(null=True)
    client = models.CharField(max_length=200, blank=True, default="")
    agent = models.CharField(max_length=200, blank=True, default="")
    memory_id = models.UUIDField(null=True)
    revision_id = models.UUIDField(null=True)
    details = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "sequence"], name="event_sequence")]
        indexes = [models.Index(fields=["workspace", "memory_id", "sequence"], name="event_of_memory")]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action}"
