"""The note that a session was captured, and its proposals: together or not at all."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from django.db import connections

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden
from memories import access
from memories.models import CapturedSession, Policy, Revision
from memories.services.captured import is_captured, remember_session
from memories.services.drafts import Answer, Draft, Screened, Verdict
from memories.services.pieces import pieces_of
from memories.text.normalise import content_hash
from oauth.models import User
from tests.conftest import agent_actor

Decision = Policy.Decision


def screened(text: str, decision: Decision = Decision.PROPOSE) -> Screened:
    return Screened(
        draft=Draft(content=text),
        text=text,
        content_hash=content_hash(text),
        pieces=pieces_of(text),
        verdict=Verdict(decision),
    )


def kept(actor: Actor, *items: Screened, session_id: str = "s-1") -> list[Answer] | None:
    where = access.workspace_id(actor, None, Permission.READ)
    return remember_session(actor, workspace=where, session_id=session_id, screened=items)


def test_proposals_and_the_note_are_written(actor: Actor) -> None:
    answers = kept(actor, screened("One."), screened("Two."))
    assert answers is not None and [answer.status for answer in answers] == ["proposed", "proposed"]
    row = CapturedSession.objects.get()
    assert (row.session_id, row.user_id, row.client, row.proposals) == ("s-1", actor.user_id, actor.client, 2)


def test_a_session_is_captured_once(actor: Actor) -> None:
    kept(actor, screened("One."))
    assert kept(actor, screened("Two.")) is None
    assert Revision.objects.count() == 1
    assert is_captured(actor, workspace=access.workspace_id(actor, None, Permission.READ), session_id="s-1")


def test_the_same_id_in_another_workspace_is_another_session(actor: Actor) -> None:
    kept(actor, screened("One."))
    assert not is_captured(
        actor, workspace=access.workspace_id(actor, "team", Permission.READ), session_id="s-1"
    )


def test_a_session_without_proposals_leaves_no_note(actor: Actor) -> None:
    kept(actor, screened("One."))
    answers = kept(actor, screened("One."), session_id="s-2")
    assert answers is not None and [answer.status for answer in answers] == ["duplicate"]
    assert CapturedSession.objects.count() == 1


def test_neither_is_kept_when_one_fails(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CapturedSession._meta.get_field("client"), "get_db_prep_save", _broken)
    with pytest.raises(RuntimeError):
        kept(actor, screened("One."))
    assert not Revision.objects.exists() and not CapturedSession.objects.exists()


def _broken(*_: object, **__: object) -> None:
    raise RuntimeError


def test_a_missing_permission_is_refused(actor: Actor) -> None:
    reader = replace(actor, permissions=frozenset({Permission.READ}))
    with pytest.raises(Forbidden):
        kept(reader, screened("One."))


def test_posted_twice_at_once_it_is_captured_once(committed: None, alice: User) -> None:
    done: list[list[Answer] | None] = []
    start = threading.Barrier(4)

    def post(number: int) -> None:
        start.wait()
        with access.acting(agent_actor(alice)) as acting:
            done.append(kept(acting, screened(f"Text {number}.")))
        connections.close_all()

    threads = [threading.Thread(target=post, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers is None for answers in done) == [False, True, True, True]
