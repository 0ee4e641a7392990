"""A text that is there already: nothing that comes with it is lost, and nothing that waits is in its way."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden
from memories.models import Event, Revision, Status, Trust
from memories.recall.reading import get_memory
from memories.services import turns
from memories.services.drafts import Outcome
from memories.services.removal import archive
from memories.services.review import approve
from tests.stories import append, names_found, remember

TEXT = "The gate code is kept by the porter."
LATER = datetime(2027, 5, 3, tzinfo=UTC)


def approved_from_the_web(actor: Actor, person: Actor) -> None:
    answer = remember(actor, TEXT, name="gate", trust=Trust.WEB)
    approve(person, revision_id=Revision.objects.get(pk=answer.revision_id).pk)


@pytest.mark.parametrize("more", [{}, {"description": "Where it is"}, {"kind": "rule"}])
def test_words_from_outside_become_no_standing_rule_by_being_said_again(
    actor: Actor, person: Actor, more: dict[str, str]
) -> None:
    approved_from_the_web(actor, person)
    answer = remember(actor, TEXT, name="gate", recall_tier="always", **more)
    assert (answer.status, get_memory(actor, name="gate").recall) == (Outcome.PROPOSED, "relevance")
    assert Revision.objects.get(pk=answer.revision_id).trust == Trust.WEB
    reviewer = replace(actor, permissions=person.permissions)
    with pytest.raises(Forbidden):
        approve(reviewer, revision_id=Revision.objects.get(pk=answer.revision_id).pk)


def test_a_person_makes_them_one(actor: Actor, person: Actor) -> None:
    approved_from_the_web(actor, person)
    remember(person, TEXT, name="gate", recall_tier="always")
    assert get_memory(actor, name="gate").recall == "always"


@pytest.mark.parametrize("name", ["gate", "other", None])
def test_what_waits_keeps_nobody_from_saying_it(actor: Actor, person: Actor, name: str | None) -> None:
    remember(actor, TEXT, name="gate", trust=Trust.WEB)
    for who in (replace(actor, agent="claude"), person):
        answer = remember(who, TEXT, name=name)
        assert answer.version == 1
    assert Revision.objects.filter(status=Status.ACTIVE).count() == 1


def test_what_waited_with_the_same_text_is_withdrawn_and_the_trace_says_so(actor: Actor) -> None:
    waiting = remember(actor, TEXT, name="gate", trust=Trust.WEB)
    remember(replace(actor, client="token:other"), TEXT, name="gate")
    assert not Revision.objects.filter(status=Status.PROPOSED).exists()
    assert (
        Event.objects.get(action="proposal.withdrawn").revision_id
        == Revision.objects.get(pk=waiting.revision_id).pk
    )


def test_a_change_back_to_what_waits_is_a_change(actor: Actor, person: Actor) -> None:
    remember(actor, TEXT, name="gate")
    remember(actor, "The porter is gone.", name="gate", trust=Trust.WEB)
    answer = remember(person, "The porter is gone.", name="gate")
    assert (answer.status, answer.version) == (Outcome.STORED, 2)


MORE = {
    "description": "Where it is",
    "valid_until": LATER,
    "source_date": LATER,
    "user_confirmed": True,
}


@pytest.mark.parametrize("field", sorted(MORE))
@pytest.mark.parametrize("propose_only", [False, True])
def test_what_comes_with_the_same_text_is_kept(actor: Actor, field: str, propose_only: bool) -> None:
    remember(actor, TEXT, name="gate", propose_only=propose_only)
    answer = remember(actor, TEXT, name="gate", propose_only=propose_only, **{field: MORE[field]})
    kept = Revision.objects.get(pk=answer.revision_id)
    assert answer.status is (Outcome.PROPOSED if propose_only else Outcome.STORED)
    assert getattr(kept, field) == MORE[field]


def test_saying_it_again_keeps_what_is_not_said_anew(actor: Actor) -> None:
    first = {"source": "chat", "confidence": 0.0, "basis": "agent_inferred", "valid_from": LATER}
    remember(actor, TEXT, name="gate", **first, description="Where it is")
    answer = remember(actor, TEXT, name="gate", user_confirmed=True)
    kept = Revision.objects.get(pk=answer.revision_id)
    assert {field: getattr(kept, field) for field in first} == first
    assert (kept.description, kept.user_confirmed) == ("Where it is", True)


def test_another_source_alone_is_no_new_version(actor: Actor) -> None:
    remember(actor, TEXT, name="gate", source="chat (via A)")
    assert remember(actor, TEXT, name="gate", source="chat (via B)").status is Outcome.DUPLICATE


def test_what_a_known_text_replaces_is_retired(actor: Actor) -> None:
    remember(actor, TEXT, name="gate")
    remember(actor, "The key is under the mat.", name="key")
    assert remember(actor, TEXT, name="gate", supersedes=["key"]).status is Outcome.STORED
    assert names_found(actor, "gate key") == ["gate"]


def test_a_memory_is_renamed_by_replacing_it(actor: Actor) -> None:
    remember(actor, TEXT, name="gate")
    answer = remember(actor, TEXT, name="porter", supersedes=["gate"])
    assert (answer.status, names_found(actor, "gate code")) == (Outcome.STORED, ["porter"])


def test_a_proposal_said_again_asks_for_everything_that_was_asked(actor: Actor, person: Actor) -> None:
    remember(actor, TEXT, name="gate", propose_only=True, tags=["house"], recall_tier="always")
    answer = remember(actor, TEXT, name="gate", propose_only=True, description="Where it is")
    approve(person, revision_id=Revision.objects.get(pk=answer.revision_id).pk)
    memory = get_memory(actor, name="gate")
    assert (memory.tags, memory.recall, memory.description) == (["house"], "always", "Where it is")


def test_agents_of_one_token_have_proposals_of_their_own(actor: Actor) -> None:
    remember(actor, "Kiwis are green.", name="k", propose_only=True)
    remember(replace(actor, agent="claude"), "The router is blue.", name="k", propose_only=True)
    assert Revision.objects.filter(status=Status.PROPOSED).count() == 2


@pytest.mark.parametrize("name", ["gate", "other", None])
def test_what_is_over_does_not_swallow_the_same_text(
    actor: Actor, person: Actor, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    with monkeypatch.context() as past:
        past.setattr(turns.timezone, "now", lambda: now - timedelta(hours=2))
        remember(actor, TEXT, name="gate", expires_at=now - timedelta(hours=1))
    answer = remember(person, TEXT, name=name)
    assert answer.status is Outcome.STORED
    assert names_found(actor, "gate code") == [answer.name]


def test_the_same_text_as_an_archived_one_brings_it_back(actor: Actor, person: Actor) -> None:
    remember(actor, TEXT, name="gate")
    archive(person, name="gate")
    assert remember(person, TEXT, name="gate").status is Outcome.STORED


def test_lines_that_are_there_are_not_added_twice(actor: Actor) -> None:
    remember(actor, "Notes on the flat.", name="flat")
    append(actor, "flat", "The rent is 950 euro.\nThe lift is old.")
    again = append(actor, "flat", "the rent is 950 euro.")
    assert (again.status, again.version) == (Outcome.DUPLICATE, 2)
    assert append(actor, "flat", "The rent is 950").status is Outcome.STORED


def test_what_is_added_is_compared_too(actor: Actor) -> None:
    remember(actor, "The rent is 900 euro.", name="rent")
    remember(actor, "Notes on the flat in Ghent.", name="flat")
    assert append(actor, "flat", "The rent is 950 euro.").conflicts == ["rent"]
    append(actor, "flat", "The lift is old.")
    assert get_memory(actor, name="rent").may_conflict_with == ("flat",)
    remember(actor, "The rent is paid by the firm.", name="rent")
    append(actor, "flat", "The cellar is dry.")
    assert get_memory(actor, name="flat").may_conflict_with == ()


ONE_NORMAL_FORM = [
    ("The quota is 5 MB.", "The quota is 5 Mb."),
    ("It holds 2⁵ items.", "It holds 25 items."),
    ("Logs are in /Data/Log.", "Logs are in /data/log."),
    ("if x:\n    y()\nz()", "if x:\n    y()\n    z()"),
]


@pytest.mark.parametrize(("one", "other"), ONE_NORMAL_FORM)
@pytest.mark.parametrize("name", ["same", "another"])
def test_what_only_looks_the_same_when_it_is_folded_is_kept(
    actor: Actor, one: str, other: str, name: str
) -> None:
    remember(actor, one, name="same")
    answer = remember(actor, other, name=name)
    assert answer.status is Outcome.STORED
    assert get_memory(actor, name=name).content == other
