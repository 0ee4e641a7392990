"""What must not come back, asked about one text or many."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from continuum.kernel.actor import Actor
from memories.intake.submit import submit_all
from memories.services.drafts import Draft
from memories.services.exclusions import FORGOTTEN, Exclusions, exclude
from memories.text.normalise import content_hash


def test_whether_anything_is_excluded_is_asked_once_for_many_texts(
    actor: Actor, django_assert_num_queries: Any
) -> None:
    exclusions = Exclusions(actor.workspaces["default"])
    with django_assert_num_queries(1):
        assert not any(exclusions.hold(content_hash(text)) for text in ("one", "two", "three"))


def test_an_excluded_text_is_held_and_another_is_not(actor: Actor) -> None:
    where = actor.workspaces["default"]
    exclude(where, [content_hash("Forget this.")], reason=FORGOTTEN)
    exclusions = Exclusions(where)
    assert exclusions.hold(content_hash("Forget this."))
    assert not exclusions.hold(content_hash("Keep this."))


def test_a_text_of_nothing_is_never_held(actor: Actor) -> None:
    exclude(actor.workspaces["default"], [content_hash("Forget this.")], reason=FORGOTTEN)
    assert not Exclusions(actor.workspaces["default"]).hold("")


def test_many_texts_cost_no_more_statements_than_few(actor: Actor) -> None:
    counts = []
    for many in (1, 2, 20):  # the first has no neighbours to be compared with
        drafts = [Draft(content=f"Note {many} of {n}: the harbour opens early.") for n in range(many)]
        with CaptureQueriesContext(connection) as statements:
            submit_all(actor, drafts=drafts)
        counts.append(len(statements))
    assert counts[1] == counts[2]
