"""Memories that a scan found a secret in: what it was taken for, and a person's answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from continuum.kernel.errors import ContinuumError, NotFound
from memories.admin.rows import actor_of
from memories.services.quarantine import Answer, Suspect, decide_quarantine, excerpts, list_quarantine
from memories.visible import visible

ANSWERS: dict[Answer, Promise] = {
    Answer.RELEASE: gettext_lazy("It is no secret"),
    Answer.REDACT: gettext_lazy("Take it out of every version"),
    Answer.FORGET: gettext_lazy("Forget the memory for good"),
}
DONE: dict[Answer, Promise] = {
    Answer.RELEASE: gettext_lazy("Released: a scan passes over the same letters from now on."),
    Answer.REDACT: gettext_lazy("Taken out of every version; the memory is back."),
    Answer.FORGET: gettext_lazy("Forgotten, with all its versions."),
}


class QuarantinePages:
    """Beside the pages of memories: the list, which shows no secret; one memory, which does; the answer."""

    def __init__(self, memories: ModelAdmin[Any]) -> None:
        self._memories = memories

    @property
    def urls(self) -> list[URLPattern]:
        guarded = self._memories.admin_site.admin_view
        return [
            path("quarantine/", guarded(self.list), name="memories_quarantine"),
            path("quarantine/<uuid:memory_id>/", guarded(self.show), name="memories_quarantine_one"),
            path(
                "quarantine/<uuid:memory_id>/decide/", guarded(self.decide), name="memories_quarantine_decide"
            ),
        ]

    @method_decorator(require_safe)
    def list(self, request: HttpRequest) -> HttpResponse:
        self._require_view(request)
        return self._page(request, title=_("Quarantine"), suspects=list_quarantine(actor_of(request)))

    @method_decorator([require_safe, never_cache])
    def show(self, request: HttpRequest, memory_id: UUID) -> HttpResponse:
        """What was taken for a secret, with some letters around it: for the person who decides."""
        self._require_view(request)
        suspect = _find(request, memory_id)
        if suspect is None:
            return self._back(request, messages.INFO, _("This memory is in quarantine no more."))
        found = [
            (each.place, each.kind, visible(each.text))
            for each in excerpts(actor_of(request), memory_id=memory_id)
        ]
        return self._page(
            request, title=suspect.name, suspect=suspect, excerpts=found, answers=ANSWERS.items()
        )

    @method_decorator(require_POST)
    def decide(self, request: HttpRequest, memory_id: UUID) -> HttpResponse:
        self._require_view(request)
        answer = request.POST.get("answer", "")
        try:
            decide_quarantine(actor_of(request), memory_id=memory_id, answer=answer)
        except NotFound:
            return self._back(request, messages.INFO, _("This memory is in quarantine no more."))
        except ContinuumError as error:
            return self._back(request, messages.ERROR, error.message)
        return self._back(request, messages.SUCCESS, str(DONE[Answer(answer)]))

    def _require_view(self, request: HttpRequest) -> None:
        """Django's permission, on top of the verbs', which ask whose the workspace is."""
        if not self._memories.has_view_permission(request):
            raise PermissionDenied

    def _page(self, request: HttpRequest, **context: Any) -> HttpResponse:
        shared = {**self._memories.admin_site.each_context(request), "opts": self._memories.opts}
        return TemplateResponse(request, "admin/review/quarantine.html", {**shared, **context})

    def _back(self, request: HttpRequest, level: int, told: str) -> HttpResponse:
        messages.add_message(request, level, told)
        return HttpResponseRedirect(reverse("admin:memories_quarantine"))


def _find(request: HttpRequest, memory_id: UUID) -> Suspect | None:
    suspects = list_quarantine(actor_of(request))
    return next((each for each in suspects if each.memory_id == memory_id), None)
