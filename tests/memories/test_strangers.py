"""Another person's memory costs a verb the same steps as one that never was (case MT-01)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from continuum.kernel.actor import Actor
from continuum.kernel.errors import NotFound
from memories import access
from memories.recall.reading import get_memory, history
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget, restore
from tests.stories import names_found, remember

VERBS: dict[str, Callable[..., Any]] = {
    "get": get_memory,
    "history": history,
    "archive": archive,
    "restore": restore,
    "forget": forget,
    "set_recall": lambda actor, name: set_recall(actor, name=name, recall="manual"),
}


def statements(verb: Callable[..., Any], actor: Actor, name: str) -> list[str]:
    """What a refused verb asks the database; names of savepoints are numbered."""
    with (
        CaptureQueriesContext(
            connection,
        ) as asked,
        pytest.raises(NotFound),
    ):
        verb(actor, name=name)
    return [SAVEPOINT.sub("", query["sql"].replace(name, "NAME")) for query in asked]


SAVEPOINT = re.compile(r'"s\d+_x\d+"')


@pytest.mark.parametrize("verb", list(VERBS))
def test_anothers_name_takes_the_same_steps_as_one_that_never_was(
    actor: Actor, stranger: Actor, verb: str
) -> None:
    remember(actor, "Tea at four.", name="tea")
    with access.acting(stranger):
        assert statements(VERBS[verb], stranger, "tea") == statements(VERBS[verb], stranger, "elk")
    assert names_found(actor, "tea") == ["tea"]
