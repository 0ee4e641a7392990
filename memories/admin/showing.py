"""What the list shows of each proposal, and what it can be narrowed to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from unfold.views import ChangeList

from memories.admin.filters import StateFilter
from memories.admin.neighbours import address_of
from memories.admin.queue import PREVIEW, State, count_states, listed, states_of
from memories.admin.rows import actor_of
from memories.models import Revision, Sensitivity
from memories.services.policy import LOW_TRUST
from memories.visible import visible


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the queue. `again` counts the times the same text was proposed once more."""

    id: UUID
    url: str
    decide_url: str
    name: SafeString
    plain_name: str
    preview: SafeString
    longer: bool
    states: list[tuple[str, str]]
    failure: str
    again: int
    kind: str
    origin: SafeString
    trust: str
    low_trust: bool
    similar: SafeString
    against: SafeString
    replaces: bool
    private: bool
    workspace: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Tab:
    label: str
    address: str
    chosen: bool
    waiting: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One filter as a drop-down."""

    title: str
    parameter: str
    chosen: str
    options: list[tuple[str, str]]


_ANY = str(UUID(int=0))


@dataclass(frozen=True, slots=True)
class Here:
    """What all rows of a page share, worked out once; addresses hold `_ANY` in place of an id."""

    url: str
    decide_url: str
    labels: dict[State, str]
    workspaces: dict[UUID, str]

    @classmethod
    def of(cls, request: HttpRequest) -> Here:
        return cls(
            url=address_of(_ANY, request.GET.urlencode()),
            decide_url=reverse("admin:memories_proposal_decide", args=[_ANY]),
            labels={state: str(state.label) for state in State},
            workspaces={known: name for name, known in actor_of(request).workspaces.items()},
        )


class ShorteningPaginator(Paginator):
    """A page beyond the end is the last one: the queue grows shorter while it is worked through."""

    def page(self, number: int | str) -> Any:
        return super().page(min(int(number), self.num_pages))


class QueueChangeList(ChangeList):
    """Django's list, with rows ready to be shown."""

    queryset: QuerySet[Any]
    result_list: Any
    rows: list[Row]

    def get_results(self, request: HttpRequest) -> None:
        self.queryset = listed(self.queryset, actor_of(request))
        super().get_results(request)
        here = Here.of(request)
        self.rows = [_row(proposal, here) for proposal in self.result_list]
        self.result_list = [row.id for row in self.rows]
        self.waiting = count_states(self.root_queryset)
        self.tabs = [tab for spec in self.filter_specs for tab in self._tabs(spec)]
        self.choices = [_choice(spec) for spec in self.filter_specs if not isinstance(spec, StateFilter)]
        self.chosen_state = next(
            (spec.value() or "" for spec in self.filter_specs if isinstance(spec, StateFilter)), ""
        )

    def _tabs(self, spec: Any) -> list[Tab]:
        if not isinstance(spec, StateFilter):
            return []
        values = ["", *(value for value, _ in spec.lookup_choices)]
        return [
            Tab(str(choice["display"]), choice["query_string"], choice["selected"], self.waiting[value])
            for value, choice in zip(values, spec.choices(self), strict=True)
        ]


def _choice(spec: Any) -> Choice:
    options = [(str(value), str(label)) for value, label in spec.lookup_choices]
    return Choice(str(spec.title), spec.parameter_name, spec.value() or "", options)


def _row(proposal: Any, here: Here) -> Row:
    memory = proposal.memory
    return Row(
        id=proposal.pk,
        url=here.url.replace(_ANY, str(proposal.pk)),
        decide_url=here.decide_url.replace(_ANY, str(proposal.pk)),
        name=visible(memory.name),
        plain_name=memory.name,
        preview=visible(" ".join(proposal.preview.split())),
        longer=proposal.length > PREVIEW,
        states=[(state.value, here.labels[state]) for state in states_of(proposal)],
        failure=proposal.failure,
        again=proposal.again,
        kind=proposal.changes.get("kind", memory.kind),
        origin=visible(origin_of(proposal)),
        trust=proposal.get_trust_display(),
        low_trust=proposal.trust in LOW_TRUST,
        similar=visible(proposal.similar_name or ""),
        against=visible(proposal.against_name or ""),
        replaces=bool(proposal.similar or proposal.conflicts_with),
        private=proposal.changes.get("sensitivity", memory.sensitivity) == Sensitivity.PRIVATE,
        workspace=here.workspaces[proposal.workspace_id],
        created_at=proposal.created_at,
    )


def origin_of(proposal: Revision) -> str:
    """Who proposed it: the agent by its name, else the client it came through."""
    return proposal.agent or proposal.client
