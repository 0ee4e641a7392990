"""The review queue: a list and a page for each proposal, made to be emptied fast."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from memories.admin import filters
from memories.admin.bulk import decide_selected
from memories.admin.deciding import Decision, decide, version_seen
from memories.admin.detail import detail_of, find_waiting
from memories.admin.editing import editable, save_edited
from memories.admin.neighbours import FILTERS, address_of, neighbours_of, next_of
from memories.admin.queue import waiting
from memories.admin.rows import LookOnly, actor_of
from memories.admin.showing import QueueChangeList, ShorteningPaginator
from memories.models import Proposal, Revision


@admin.register(Proposal)
class ProposalAdmin(LookOnly):
    """Every decision is a POST, taken by a verb; a link only shows."""

    change_list_template = "admin/review/queue.html"
    actions = ("approve", "replace", "reject")
    list_per_page = 50
    paginator = ShorteningPaginator
    list_display = ("memory",)
    list_filter = (
        filters.StateFilter,
        filters.TrustFilter,
        filters.KindFilter,
        filters.AgentFilter,
        filters.ClientFilter,
        filters.WorkspaceFilter,
    )
    show_facets = admin.ShowFacets.NEVER
    search_fields = ("memory__name", "content", "source")
    ordering = ("-created_at", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return waiting(super().get_queryset(request), actor_of(request))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[QueueChangeList]:
        return QueueChangeList

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        told = {"may_decide": self.has_decide_permission(request), "title": _("Review queue")}
        return super().changelist_view(request, {**told, **(extra_context or {})})

    def get_urls(self) -> list[URLPattern]:
        def guarded(view: Any) -> Any:
            return self.admin_site.admin_view(view)

        return [
            path("<uuid:revision_id>/change/", guarded(self.show), name="memories_proposal_change"),
            path("<uuid:revision_id>/edit/", guarded(self.edit), name="memories_proposal_edit"),
            path("<uuid:revision_id>/decide/", guarded(self.decide), name="memories_proposal_decide"),
            *super().get_urls(),
        ]

    # --- Permissions: Django's, on top of the verbs', which ask whose the workspace is.

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        codename = f"{self.opts.app_label}.view_{self.opts.model_name}"
        changing = f"{self.opts.app_label}.change_{self.opts.model_name}"
        return request.user.has_perm(codename) or request.user.has_perm(changing)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    # --- One proposal

    @property
    def list_url(self) -> str:
        return reverse("admin:memories_proposal_changelist")

    @method_decorator(require_safe)
    def show(self, request: HttpRequest, revision_id: UUID) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        proposal = find_waiting(actor_of(request), revision_id)
        if proposal is None:
            messages.info(request, _("This proposal is not in the queue: it was decided already."))
            return HttpResponseRedirect(self._queue(request))
        return self._page(request, proposal)

    def _page(self, request: HttpRequest, proposal: Revision, typed: str | None = None) -> HttpResponse:
        """The page of a proposal; with what a person `typed`, its editor is open."""
        context = {
            **self.admin_site.each_context(request),
            **detail_of(actor_of(request), proposal),
            "neighbours": neighbours_of(self, request, proposal.pk),
            "may_decide": self.has_decide_permission(request),
            "kept": request.GET.get(FILTERS, ""),
            "queue_url": self._queue(request),
            "editing": typed is not None,
            "editable": editable(proposal) if typed is None else typed,
            "title": proposal.memory.name,
            "history_url": reverse("admin:memories_memory_change", args=[proposal.memory_id]),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/review/proposal.html", context)

    def _queue(self, request: HttpRequest) -> str:
        kept = request.GET.get(FILTERS, "")
        return f"{self.list_url}?{kept}" if kept else self.list_url

    # --- Deciding

    @method_decorator(require_POST)
    def decide(self, request: HttpRequest, revision_id: UUID) -> HttpResponse:
        """Approve, approve and replace, or reject: one proposal, from the list or from its own page."""
        if not self.has_decide_permission(request):
            raise PermissionDenied
        outcome = decide(
            actor_of(request),
            revision_id=revision_id,
            decision=request.POST.get("decision", ""),
            anyway="anyway" in request.POST,
            expected_version=version_seen(request.POST),
        )
        if request.accepts("text/html"):
            return self._told(request, revision_id, done=outcome.done, message=outcome.message)
        return JsonResponse({"done": outcome.done, "gone": outcome.gone, "message": outcome.message})

    @method_decorator(require_POST)
    def edit(self, request: HttpRequest, revision_id: UUID) -> HttpResponse:
        """Approve a proposal in the person's own words, which stay on the page when they cannot be kept."""
        if not self.has_decide_permission(request):
            raise PermissionDenied
        text = request.POST.get("text", "")
        outcome = save_edited(
            actor_of(request),
            revision_id=revision_id,
            text=text,
            anyway="anyway" in request.POST,
            expected_version=version_seen(request.POST),
            replace_similar="replace" in request.POST,
        )
        proposal = None if outcome.done else find_waiting(actor_of(request), revision_id)
        if proposal is not None:
            messages.error(request, outcome.message)
            return self._page(request, proposal, text)
        return self._told(request, revision_id, done=outcome.done, message=outcome.message)

    def _told(self, request: HttpRequest, revision_id: UUID, *, done: bool, message: str) -> HttpResponse:
        """Say how it went; go on to the next proposal, or stay where it could not be decided."""
        messages.add_message(request, messages.SUCCESS if done else messages.ERROR, message)
        if "next" not in request.POST:
            return HttpResponseRedirect(self._queue(request))
        waits = find_waiting(actor_of(request), revision_id) is not None
        following = revision_id if waits else next_of(request.POST)
        if following is None:
            return HttpResponseRedirect(self._queue(request))
        return HttpResponseRedirect(address_of(following, request.GET.get(FILTERS, "")))

    # --- Many at once

    @admin.action(description=gettext_lazy("Approve"), permissions=["decide"])
    def approve(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> None:
        decide_selected(request, queryset, Decision.APPROVE)

    @admin.action(description=gettext_lazy("Approve and replace similar"), permissions=["decide"])
    def replace(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> None:
        decide_selected(request, queryset, Decision.REPLACE)

    @admin.action(description=gettext_lazy("Reject"), permissions=["decide"])
    def reject(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> None:
        decide_selected(request, queryset, Decision.REJECT)
