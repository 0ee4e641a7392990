"""What was put into contexts unasked, to look at: which memories, why, and when; never a text."""

from __future__ import annotations

from django.contrib import admin

from memories.admin.filters import WorkspaceFilter
from memories.admin.rows import LookOnly
from memories.models import Activity


@admin.register(Activity)
class ActivityAdmin(LookOnly):
    list_display = (
        "at",
        "what",
        "outcome",
        "agent",
        "client",
        "workspace",
        "memories",
        "best_similarity",
        "milliseconds",
    )
    list_display_links = ("at", "what")
    list_select_related = ("workspace",)
    list_filter = ("outcome", WorkspaceFilter)
    ordering = ("-at", "-id")
    search_fields = ("agent", "client")
    search_help_text = "An agent, a client"
    exclude = ("session", "block")

    @admin.display(description="memories")
    def memories(self, row: Activity) -> int:
        return len(row.memory_ids)
