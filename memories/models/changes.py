"""What a memory was before a change that brought no new text: undo goes back to it."""

from __future__ import annotations

from django.db import models

from memories.models.memory import Memory
from memories.models.workspace import Workspace


class FieldChange(models.Model):
    """The fields before and after the event with this number. Kind and tags are words: they stand here, where
    forgetting takes them along, and not in the event, which stays.
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    sequence = models.BigIntegerField()
    before = models.JSONField()
    after = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "sequence"], name="field_change_once_per_event")
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} at {self.sequence}"
