"""Why a memory did not come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories.models import Memory, Passage
from memories.recall.answers import Explanation
from memories.recall.recall import recall
from memories.services.removal import archive
from tests.stories import remember

ASKED = "Which database does the Falcon project use?"
SAID = "The Falcon project uses the database PostgreSQL 16."


def why(actor: Actor, name: str = "falcon", **asked: Any) -> Explanation:
    explanation = recall(actor, **{"query": ASKED, **asked}, explain=name).explanation
    assert explanation is not None and explanation.reason
    return explanation


def test_nothing_is_explained_unasked(actor: Actor) -> None:
    assert recall(actor, query=ASKED).explanation is None


def test_what_came_back_has_its_place(actor: Actor) -> None:
    remember(actor, SAID, name="falcon")
    told = why(actor)
    assert (told.stage, told.place) == ("found", 1) and told.similarity > 0.4


@pytest.mark.parametrize(
    ("asked", "stage"),
    [
        ({"kinds": ["decision"]}, "filter"),
        ({"tags": ["db"]}, "filter"),
        ({"tiers": ["always"]}, "tier"),
        ({"scopes": ["agent"]}, "filter"),
        ({"statuses": ["proposed"]}, "filter"),
        ({"names": ["x"]}, "filter"),
        ({"trust": ["owner"]}, "filter"),
        ({"until": "2020-01-01"}, "filter"),
        ({"since": "2100-01-01"}, "filter"),
    ],
)
def test_the_filter_that_kept_it_out_is_named_with_a_question_and_without(
    actor: Actor, asked: dict[str, Any], stage: str
) -> None:
    remember(actor, SAID, name="falcon")
    assert why(actor, **asked) == why(actor, query=None, **asked)
    assert why(actor, **asked).stage == stage


def test_what_is_hidden_says_how(actor: Actor, person: Actor) -> None:
    for name in ("archived", "expired", "replaced"):
        remember(actor, f"{SAID} So says {name}.", name=name)
    archive(actor, name="archived")
    Memory.objects.filter(name="expired").update(expires_at=timezone.now() - timedelta(days=1))
    remember(actor, "Falcon moved to Oracle.", name="new", supersedes=["replaced"])
    remember(person, f"{SAID} In secret.", name="private", sensitivity="private")
    said = {name: why(person, name) for name in ("archived", "expired", "replaced", "private")}
    assert {told.stage for told in said.values()} == {"filter"}
    for name, told in said.items():
        assert name in told.reason


def test_what_a_reader_may_not_see_is_absent_like_what_never_was(actor: Actor, person: Actor) -> None:
    remember(person, SAID, name="private", sensitivity="private")
    remember(replace(actor, agent="claude"), f"{SAID} So claude.", name="other", scope="agent")
    for name in ("private", "other", "nothing", "half \ud800", "nul \x00"):
        told = why(actor, name)
        assert (told.stage, told.reason) == (
            "absent", "There is no memory of that name here that you may see.",
        )  # fmt: skip


def test_a_task_that_was_not_named_is(actor: Actor) -> None:
    remember(actor, SAID, name="falcon", scope="task", task_id="db")
    assert "task_id" in why(actor).reason
    assert why(actor, task_id="db").stage == "found"


def test_what_stands_further_behind_has_its_place(actor: Actor) -> None:
    for number in range(4):
        remember(actor, f"The Falcon project's database number {number} has a name.", name=f"n{number}")
    names = [memory.name for memory in recall(actor, query=ASKED).memories]
    told = why(actor, names[3], limit=2)
    assert (told.stage, told.place) == ("rank", 4)
    first = recall(actor, query=ASKED, limit=2)
    back = recall(actor, query=ASKED, limit=2, cursor=first.next_cursor, explain=names[0]).explanation
    assert back.stage == "rank" and "before" in back.reason


def test_what_says_nothing_about_it_met_the_gate(actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    told = why(actor, "tea")
    assert told.stage == "gate" and told.place is None and told.similarity < 0.2


def test_what_was_crowded_out_met_the_budget(actor: Actor, settings: Any) -> None:
    settings.EMBEDDING = "none"
    remember(actor, "Falcon once, among many other words about weather and boats and bread.", name="falcon")
    for number in range(60):
        remember(actor, f"Falcon database project {number}", name=f"n{number}")
    told = why(actor)
    assert told.stage == "budget" and "50 passages" in told.reason


def test_what_waits_for_its_vectors_says_so(actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    Passage.objects.update(vector=None, dimensions=None, model="")
    assert why(actor, "tea").stage == "indexing"


def test_what_has_a_vector_of_another_model_says_so(actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    Passage.objects.update(model="the-one-before")
    assert why(actor, "tea").stage == "indexing"
    assert recall(actor, query="zeppelin").still_indexing == 1
