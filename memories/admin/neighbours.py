"""Where a proposal stands in the queue as the person had narrowed it, and what is next to it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.http import urlencode

FILTERS = "_changelist_filters"
LOOKED_THROUGH = 2_000  # proposals among which a neighbour is looked for


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The ids before and after, as texts, empty at an end; `place` counts from 1 and is 0 when unknown."""

    before: str = ""
    after: str = ""
    place: int = 0
    among: int = 0


def address_of(revision_id: UUID | str, kept: str) -> str:
    """The page of a proposal, reached from a queue narrowed like this."""
    page = reverse("admin:memories_proposal_change", args=[revision_id])
    return f"{page}?{urlencode({FILTERS: kept})}" if kept else page


def next_of(posted: Mapping[str, str]) -> UUID | None:
    """The proposal that the page named as the one to go on with."""
    try:
        return UUID(posted.get("next", ""))
    except ValueError:
        return None


def neighbours_of(model_admin: Any, request: HttpRequest, revision_id: UUID) -> Neighbours:
    """Read from the very list that the person came from; a bad filter in the address narrows nothing."""
    found = _narrowed(model_admin, request, request.GET.get(FILTERS, ""))
    ids = list(found.values_list("pk", flat=True)[:LOOKED_THROUGH])
    if revision_id not in ids:
        return Neighbours(after=str(ids[0]) if ids else "", among=len(ids))
    place = ids.index(revision_id)
    return Neighbours(
        before=str(ids[place - 1]) if place else "",
        after=str(ids[place + 1]) if place + 1 < len(ids) else "",
        place=place + 1,
        among=len(ids),
    )


def _narrowed(model_admin: Any, request: HttpRequest, kept: str) -> QuerySet[Any]:
    listing = copy(request)
    listing.GET = QueryDict(kept)
    try:
        found: QuerySet[Any] = model_admin.get_changelist_instance(listing).queryset
    except (IncorrectLookupParameters, DisallowedModelAdminLookup):
        return _narrowed(model_admin, request, "") if kept else model_admin.get_queryset(request)
    return found
