"""Handoffs, to look at: who passed which task to whom, and what came of it."""

from __future__ import annotations

from django.contrib import admin
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from memories.admin.filters import WorkspaceFilter
from memories.admin.rows import LookOnly
from memories.models import Handoff
from memories.visible import whole


@admin.register(Handoff)
class HandoffAdmin(LookOnly):
    list_display = ("created_at", "task_id", "stands", "agent", "addressee", "settled_agent", "workspace")
    list_display_links = ("created_at", "task_id")
    list_select_related = ("workspace",)
    list_filter = ("state", WorkspaceFilter)
    ordering = ("-created_at", "id")
    search_fields = ("task_id", "agent", "addressee", "client")
    search_help_text = "A task, an agent, a client"
    exclude = ("summary", "answer", *Handoff.LISTS)
    readonly_fields = ("words",)

    @admin.display(description="state")
    def stands(self, row: Handoff) -> str:
        return row.state_at(timezone.now())

    @admin.display(description="what it says")
    def words(self, row: Handoff) -> SafeString:
        """Escaped, with what is invisible spelt out."""
        told = [("summary", row.summary), ("answer", row.answer)]
        told += [(field.replace("_", " "), "\n".join(getattr(row, field))) for field in Handoff.LISTS]
        parts = [(name, whole(text)) for name, text in told if text]
        return format_html_join("", "<h4>{}</h4><pre class='rq-text'>{}</pre>", parts)
