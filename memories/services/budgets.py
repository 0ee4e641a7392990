"""What a workspace may spend on language models in a month: reserved before a call, settled after it, never
more.

Each step is one statement, so that any number of calls at once cannot spend the same tokens twice.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Greatest

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import ExtractionBudget
from memories.services import events
from memories.services.turns import turn


def this_month() -> date:
    return datetime.now(UTC).date().replace(day=1)


class Budget:
    """The budget of one workspace as an extractor's meter (engines.extraction.base.Meter)."""

    def __init__(self, workspace: UUID) -> None:
        self._rows = ExtractionBudget.objects.filter(workspace_id=workspace)
        self._workspace = workspace
        self._month = this_month()

    def reserve(self, *, tokens: int, micros: int) -> bool:
        """Take so many tokens and millionths of a dollar, if they are left of this month's."""
        self._begin_month()
        left = Q(tokens__lte=Coalesce("most_tokens", settings.EXTRACTION_TOKENS) - tokens) & Q(
            micros__lte=Coalesce("most_micros", settings.EXTRACTION_MICROS) - micros
        )
        taken = self._rows.filter(left).update(
            tokens=F("tokens") + tokens, micros=F("micros") + micros, calls=F("calls") + 1
        )
        if not taken:
            self._rows.update(refused=F("refused") + 1)
        return bool(taken)

    def settle(self, *, reserved: tuple[int, int], spent: tuple[int, int]) -> None:
        """Give back what was not used. A call that ended in another month than it began takes nothing from
        that.
        """
        self._rows.filter(month=self._month).update(
            tokens=Greatest(F("tokens") - reserved[0] + spent[0], 0),
            micros=Greatest(F("micros") - reserved[1] + spent[1], 0),
        )

    def _begin_month(self) -> None:
        self._month = month = this_month()
        if self._rows.filter(month__lt=month).update(month=month, tokens=0, micros=0, calls=0, refused=0):
            return
        row = ExtractionBudget(workspace_id=self._workspace, month=month)
        ExtractionBudget.objects.bulk_create([row], ignore_conflicts=True)


def get_budget(actor: Actor, *, workspace: str | None = None) -> ExtractionBudget:
    """What this month's extraction has cost the workspace, and its limits. Raises Forbidden, NotFound."""
    actor.require(Permission.READ)
    where = access.workspace_id(actor, workspace, Permission.READ)
    month = this_month()
    found = ExtractionBudget.objects.filter(workspace_id=where).first()
    budget = found or ExtractionBudget(workspace_id=where, month=month)
    if budget.month < month:
        budget.month, budget.tokens, budget.micros, budget.calls, budget.refused = month, 0, 0, 0, 0
    budget.most_tokens = settings.EXTRACTION_TOKENS if budget.most_tokens is None else budget.most_tokens
    budget.most_micros = settings.EXTRACTION_MICROS if budget.most_micros is None else budget.most_micros
    return budget


def set_budget(
    actor: Actor, *, tokens: int | None = None, micros: int | None = None, workspace: str | None = None
) -> ExtractionBudget:
    """Give the workspace limits of its own for a month; None stands for the installation's, 0 for none at
    all. Raises Forbidden, NotFound, ValidationFailed.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    for field, limit in (("tokens", tokens), ("micros", micros)):
        if limit is not None and limit < 0:
            raise invalid(field, "The limit is a number from 0 on.")
    with turn(actor, where, Permission.ADMIN) as writing:
        Budget(where)._begin_month()
        ExtractionBudget.objects.filter(workspace_id=where).update(most_tokens=tokens, most_micros=micros)
        details = {"extraction": {"tokens": tokens, "micros": micros}}
        writing.record(events.WORKSPACE_CHANGED, details=details)
    return get_budget(actor, workspace=workspace)
