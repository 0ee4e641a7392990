"""What a text links to."""

from __future__ import annotations

from django.db import models

from memories.models.memory import Memory
from memories.models.revision import Revision
from memories.models.workspace import Workspace


class Link(models.Model):
    """That a live text links to a memory, by its name: which one that is, if any, shows when it is followed.
    `place` counts the links of a text. Derived like passages: it comes and goes with them.
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="links", db_index=False)
    name = models.CharField(max_length=200)
    place = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["revision", "name"], name="link_once")]
        indexes = [models.Index(fields=["workspace", "name"], name="link_to_name")]

    def __str__(self) -> str:
        return f"{self.revision_id} -> {self.name}"
