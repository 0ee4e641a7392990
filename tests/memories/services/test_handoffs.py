"""The ledger of handoffs: who may do what, once, and what is written down of it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden, IdempotencyConflict, NotFound, Refused
from memories import access
from memories.intake.handoffs import create_handoff, decline_handoff
from memories.models import Event, Handoff, HandoffLink, IdempotentAnswer, Policy
from memories.pipeline.clean_up import clean_up
from memories.pipeline.worker import worker_for
from memories.recall.handoffs import get_handoff
from memories.services import handoffs
from memories.services.handoffs import acknowledge_handoff, erase_handoff, expire_handoffs, withdraw_handoff
from memories.services.policies import set_policy
from memories.services.removal import forget
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember


def handed(actor: Actor, **more: Any) -> Handoff:
    return create_handoff(actor, **{"task_id": "shop", "summary": "The cart is done.", **more}).handoff


def other(actor: Actor, agent: str = "claude") -> Actor:
    return replace(actor, agent=agent, client=f"token:{agent}")


def actions() -> list[str]:
    return list(Event.objects.filter(action__startswith="handoff").values_list("action", flat=True))


def over(handoff: Handoff) -> None:
    Handoff.objects.filter(pk=handoff.pk).update(expires_at=timezone.now() - timedelta(minutes=1))


def test_a_handoff_is_written_down_with_what_it_rests_on_and_without_a_word_in_the_event(
    actor: Actor,
) -> None:
    answer = remember(actor, "Payment by Mollie.", name="payment")
    handoff = handed(actor, decisions=["Use Mollie."], ruled_out=["Stripe: too dear."], memories=["payment"])
    (link,) = HandoffLink.objects.all()
    assert (str(link.memory_id), str(link.revision_id), link.version) == (
        answer.memory_id, answer.revision_id, 1,
    )  # fmt: skip
    event = Event.objects.get(action="handoff.created")
    assert event.details == {"handoff": str(handoff.pk), "memories": [answer.memory_id]}
    assert (handoff.agent, handoff.state, handoff.ruled_out) == ("codex", "open", ["Stripe: too dear."])


def test_the_same_request_again_is_the_same_handoff_and_another_is_a_conflict(actor: Actor) -> None:
    asked = {"task_id": "shop", "summary": "Done.", "idempotency_key": "1"}
    first, again = create_handoff(actor, **asked), create_handoff(actor, **asked)
    assert (first.handoff.pk, first.repeated) == (again.handoff.pk, False)
    assert again.repeated and Handoff.objects.count() == 1
    with pytest.raises(IdempotencyConflict):
        create_handoff(actor, **{**asked, "summary": "Half done."})


def test_a_new_one_replaces_my_earlier_open_one_for_the_same_task_and_addressee_only(actor: Actor) -> None:
    first, for_claude, blog = handed(actor), handed(actor, addressee="claude"), handed(actor, task_id="blog")
    second, others = handed(actor), handed(other(actor))
    states = dict(Handoff.objects.values_list("pk", "state"))
    assert states.pop(first.pk) == "replaced"
    assert states == dict.fromkeys([for_claude.pk, blog.pk, second.pk, others.pk], "open")


def test_whoever_comes_first_takes_what_is_for_anybody(actor: Actor) -> None:
    handoff = handed(actor)
    taken = acknowledge_handoff(other(actor), handoff_id=handoff.pk)
    assert (taken.state, taken.settled_agent) == ("acknowledged", "claude")
    assert acknowledge_handoff(other(actor), handoff_id=handoff.pk).settled_at == taken.settled_at
    with pytest.raises(Conflict, match="it is acknowledged"):
        acknowledge_handoff(other(actor, "cursor"), handoff_id=handoff.pk)
    assert actions() == ["handoff.created", "handoff.acknowledged"]


def take(alice: User, agent: str, handoff: Handoff, ready: threading.Barrier) -> str:
    """What comes of it when this agent takes the handoff at the same moment as others."""
    try:
        with access.acting(agent_actor(alice, agent)) as taker:
            ready.wait(10)
            return acknowledge_handoff(taker, handoff_id=handoff.pk).settled_agent
    except Conflict as conflict:
        return conflict.code
    finally:
        connection.close()


def test_of_several_who_take_it_at_once_one_wins(committed: None, alice: User) -> None:
    with access.acting(agent_actor(alice)) as actor:
        handoff = handed(actor)
    ready = threading.Barrier(6)
    with ThreadPoolExecutor(6) as pool:
        taking = [pool.submit(take, alice, f"agent-{number}", handoff, ready) for number in range(6)]
        outcomes = [each.result() for each in taking]
    assert outcomes.count("CONFLICT") == 5
    assert Handoff.objects.count() == 0  # outside of acting
    (winner,) = set(outcomes) - {"CONFLICT"}
    with access.acting(agent_actor(alice)):
        assert Handoff.objects.get().settled_agent == winner


def test_only_the_addressee_its_maker_and_a_person_see_and_settle_it(actor: Actor, person: Actor) -> None:
    handoff = handed(actor, addressee="Claude")
    cursor = other(actor, "cursor")
    for verb in (acknowledge_handoff, decline_handoff, withdraw_handoff, erase_handoff, get_handoff):
        with pytest.raises(NotFound):
            verb(cursor, handoff_id=handoff.pk)
    with pytest.raises(Forbidden, match="for another agent"):
        acknowledge_handoff(actor, handoff_id=handoff.pk)
    with pytest.raises(Forbidden, match="Who made"):
        withdraw_handoff(other(actor), handoff_id=handoff.pk)
    assert acknowledge_handoff(person, handoff_id=handoff.pk).settled_client == "dashboard"


def test_the_addressee_declines_with_a_word_and_nobody_declines_for_everyone(actor: Actor) -> None:
    handoff, open_to_all = handed(actor, addressee="claude"), handed(actor)
    declined = decline_handoff(other(actor), handoff_id=handoff.pk, answer="I have no shell.")
    assert (declined.state, declined.answer) == ("declined", "I have no shell.")
    with pytest.raises(Forbidden):
        decline_handoff(other(actor), handoff_id=open_to_all.pk)
    with pytest.raises(Conflict, match="it is declined"):
        withdraw_handoff(actor, handoff_id=handoff.pk)


def test_its_maker_takes_it_back(actor: Actor) -> None:
    handoff = handed(actor)
    assert withdraw_handoff(actor, handoff_id=handoff.pk).state == "withdrawn"
    assert withdraw_handoff(actor, handoff_id=handoff.pk).state == "withdrawn"
    assert actions() == ["handoff.created", "handoff.withdrawn"]


def test_an_expired_one_is_taken_by_nobody_also_before_that_is_written_down(actor: Actor) -> None:
    handoff = handed(actor)
    over(handoff)
    with pytest.raises(Conflict, match="it is expired"):
        acknowledge_handoff(other(actor), handoff_id=handoff.pk)
    clean_up(handoff.workspace_id, [])
    clean_up(handoff.workspace_id, [])
    assert Handoff.objects.get().state == "expired"
    assert actions() == ["handoff.created", "handoff.expired"]


def test_expiring_is_for_who_runs_it(actor: Actor) -> None:
    with pytest.raises(Forbidden):
        expire_handoffs(replace(actor, permissions=frozenset({Permission.WRITE})))
    assert (
        expire_handoffs(worker_for(actor.workspaces["default"]), workspace=str(actor.workspaces["default"]))
        == 0
    )


def test_erasing_leaves_ids_alone(actor: Actor) -> None:
    remember(actor, "Payment by Mollie.", name="payment")
    handoff = handed(actor, memories=["payment"], idempotency_key="1")
    with pytest.raises(Forbidden):
        erase_handoff(other(actor), handoff_id=handoff.pk)
    erase_handoff(actor, handoff_id=handoff.pk)
    assert not Handoff.objects.exists() and not HandoffLink.objects.exists()
    assert not IdempotentAnswer.objects.exists()
    assert Event.objects.get(action="handoff.erased").details == {"handoff": str(handoff.pk)}


def test_forgetting_a_memory_leaves_none_of_its_text_where_a_handoff_rests_on_it(actor: Actor) -> None:
    remember(actor, "Payment by Mollie.", name="payment")
    handoff = handed(
        actor, summary="payment by  mollie.", decisions=["Payment by Mollie.", "Ship."], memories=["payment"]
    )
    forget(actor, name="payment")
    left = Handoff.objects.get(pk=handoff.pk)
    assert (left.summary, left.decisions) == (handoffs.FORGOTTEN, ["Ship."])
    (linked,) = get_handoff(actor, handoff_id=handoff.pk).memories
    assert (linked.name, linked.change) == ("", "gone")


def test_a_policy_may_keep_handing_over_for_a_person(actor: Actor, person: Actor) -> None:
    set_policy(person, decision="propose", client="token:codex")
    assert handed(actor).state == "open"  # a handoff is no memory, and waits for nobody
    set_policy(person, decision="propose", action="handoff")
    with pytest.raises(Refused, match="leaves it to a person"):
        handed(actor)
    assert handed(person).state == "open" and Policy.objects.count() == 2


def test_strangers_and_who_may_not_write_make_and_settle_none(actor: Actor, stranger: Actor) -> None:
    handoff = handed(actor)
    reader = replace(actor, permissions=frozenset({Permission.READ}))
    for verb in (acknowledge_handoff, decline_handoff, withdraw_handoff):
        with pytest.raises(Forbidden, match="memory:write"):
            verb(reader, handoff_id=handoff.pk)
    with pytest.raises(Forbidden, match="memory:write"):
        handed(reader)
    with access.acting(stranger):
        with pytest.raises(NotFound):
            acknowledge_handoff(stranger, handoff_id=handoff.pk)
        with pytest.raises(NotFound):
            handed(stranger, workspace="team")


def test_one_that_fails_half_way_was_never_written(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    first = handed(actor)
    monkeypatch.setattr("memories.services.turns.Turn.record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        handed(actor)
    assert list(Handoff.objects.values_list("pk", "state")) == [(first.pk, "open")]


def test_a_member_of_the_workspace_takes_what_is_for_anybody(actor: Actor, bob: User) -> None:
    handoff = handed(actor, workspace="team")
    with access.acting(replace(person_actor(bob), person=False, agent="gemini", client="token:g")) as gemini:
        assert acknowledge_handoff(gemini, handoff_id=handoff.pk).settled_user_id == bob.pk
