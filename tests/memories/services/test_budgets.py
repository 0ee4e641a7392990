from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import connections

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, ValidationFailed
from memories import access
from memories.models import Event, ExtractionBudget
from memories.services.budgets import Budget, get_budget, set_budget

PARALLEL = 20


@pytest.fixture
def budget(actor: Actor, settings: Any) -> Budget:
    settings.EXTRACTION_TOKENS, settings.EXTRACTION_MICROS = 1_000, 5_000
    return Budget(actor.workspaces["default"])


def test_what_is_reserved_counts_until_it_is_settled(actor: Actor, budget: Budget) -> None:
    assert budget.reserve(tokens=800, micros=10)
    assert not budget.reserve(tokens=800, micros=10)
    budget.settle(reserved=(800, 10), spent=(100, 1))
    assert budget.reserve(tokens=800, micros=10)
    row = get_budget(actor)
    assert (row.tokens, row.micros, row.calls, row.refused) == (900, 11, 2, 1)


@pytest.mark.parametrize(("tokens", "micros"), [(1_001, 0), (0, 5_001)])
def test_either_limit_stops(budget: Budget, tokens: int, micros: int) -> None:
    assert not budget.reserve(tokens=tokens, micros=micros)
    assert budget.reserve(tokens=1_000, micros=5_000)


def test_a_new_month_begins_with_nothing_spent(actor: Actor, budget: Budget) -> None:
    assert budget.reserve(tokens=1_000, micros=0)
    ExtractionBudget.objects.update(month=date(2020, 1, 1))
    assert get_budget(actor).tokens == 0
    budget.settle(reserved=(1_000, 0), spent=(900, 0))
    assert budget.reserve(tokens=1_000, micros=0), "a call of last month takes nothing from this one"


def test_a_workspace_may_have_limits_of_its_own(person: Actor, budget: Budget) -> None:
    set_budget(person, tokens=10)
    assert not budget.reserve(tokens=11, micros=0)
    row = get_budget(person)
    assert (row.most_tokens, row.most_micros) == (10, 5_000)
    assert Event.objects.latest("sequence").details == {"extraction": {"tokens": 10, "micros": None}}
    with pytest.raises(ValidationFailed):
        set_budget(person, tokens=-1)
    with pytest.raises(Forbidden):
        set_budget(replace(person, permissions=frozenset()), tokens=1)


def test_however_many_race_for_it_it_is_never_overspent(
    committed: None, actor: Actor, budget: Budget
) -> None:
    def race(_: int) -> bool:
        with access.acting(actor):
            mine = Budget(actor.workspaces["default"])
            taken = mine.reserve(tokens=90, micros=1)
            if taken:
                mine.settle(reserved=(90, 1), spent=(80, 1))
        connections.close_all()
        return taken

    with ThreadPoolExecutor(PARALLEL) as threads:
        taken = sum(threads.map(race, range(PARALLEL)))
    row = get_budget(actor)
    assert row.tokens == 80 * taken <= 1_000 and row.calls == taken and row.refused == PARALLEL - taken
    assert 11 <= taken <= 12
