"""The verb: what it answers, and what it leaves behind."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, SecretRefused
from memories import access
from memories.injection.inject import inject
from memories.models import Activity
from memories.pipeline.work import work
from memories.services.removal import forget
from memories.services.retention import clean_up
from tests.memories.secrets.made import token
from tests.stories import remember

ASKED = "Which database does the Falcon project use?"
SAID = "The Falcon project uses the database PostgreSQL 16."
RULE = "Never deploy on Fridays."


@pytest.fixture(autouse=True)
def _stored(actor: Actor) -> None:
    remember(actor, SAID, name="falcon", workspace="team")
    remember(actor, RULE, name="fridays", recall_tier="always")


def rows() -> list[Activity]:
    return list(Activity.objects.order_by("id"))


def test_what_is_close_and_what_always_holds_is_injected(actor: Actor) -> None:
    found = inject(actor, prompt=ASKED, workspace="team")
    assert found.outcome == "injected"
    assert SAID in str(found.text) and RULE in str(found.text)


def test_every_workspace_keeps_what_it_gave_with_ids_reasons_and_scores(actor: Actor) -> None:
    inject(actor, prompt=ASKED, workspace="team", session_id="s")
    team, default = rows()
    assert (team.workspace_id, default.workspace_id) == (
        actor.workspaces["team"],
        actor.workspaces["default"],
    )
    (hit,), (rule,) = team.items, default.items
    assert hit["reasons"] and hit["similarity"] >= 0.45 and hit["score"] > 0
    assert (rule["reasons"], rule["recall"], rule["shown"]) == (["standing rule"], "always", "whole")
    assert [str(each) for each in team.memory_ids] == [hit["memory_id"]]
    assert (team.agent, team.client, team.user_id) == (actor.agent, actor.client, actor.user_id)


def test_no_word_of_message_session_or_memory_is_recorded(actor: Actor) -> None:
    inject(actor, prompt=ASKED, recent="Recent words.", workspace="team", session_id="session-7")
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(a)::text FROM memories_activity a")
        kept = " ".join(row[0] for row in cursor.fetchall()).lower()
    for word in ("falcon", "fridays", "postgresql", "recent", "database", "session-7", "continuum-context"):
        assert word not in kept


def test_a_block_is_not_repeated_while_it_is_unchanged_in_its_session(actor: Actor) -> None:
    told = [inject(actor, prompt=ASKED, session_id=session).outcome for session in ("a", "a", "b", "a")]
    assert told == ["injected", "unchanged", "injected", "unchanged"]
    assert inject(actor, prompt=ASKED, session_id="a", afresh=True).text
    remember(actor, "Answer in German.", recall_tier="always")
    assert "German" in str(inject(actor, prompt=ASKED, session_id="a").text)
    unchanged = [row for row in rows() if row.outcome == "unchanged"]
    assert all(row.items == [] and row.block == "" for row in unchanged)


def test_without_a_session_nothing_is_held_back(actor: Actor) -> None:
    assert inject(actor, prompt=ASKED).text == inject(actor, prompt=ASKED).text is not None


def test_anothers_session_of_the_same_name_is_another(actor: Actor) -> None:
    inject(actor, prompt=ASKED, session_id="a")
    assert inject(replace(actor, client="token:other"), prompt=ASKED, session_id="a").text


def test_nothing_relevant_is_nothing_and_says_how_close_it_came(actor: Actor) -> None:
    forget(actor, name="fridays")
    found = inject(actor, prompt="Write me a poem about a database of feelings.", workspace="team")
    assert (found.text, found.outcome) == (None, "nothing")
    assert rows()[-1].outcome == "nothing" and rows()[-1].best_similarity < 0.45


def test_forgetting_a_memory_erases_what_was_recorded_of_it(actor: Actor) -> None:
    inject(actor, prompt=ASKED, workspace="team")
    inject(actor, prompt=ASKED, workspace="team")
    assert forget(actor, name="falcon", workspace="team").activity == 2
    assert {row.workspace_id for row in rows()} == {actor.workspaces["default"]}
    assert "falcon" not in json.dumps([row.items for row in rows()])


def test_activity_is_cleared_away_after_its_days(actor: Actor, person: Actor) -> None:
    inject(actor, prompt=ASKED)
    Activity.objects.update(at=timezone.now() - timedelta(days=31))
    inject(actor, prompt=ASKED)
    assert clean_up(person).activity == 1
    assert clean_up(person).activity == 0
    assert Activity.objects.count() == 1


def test_a_stranger_sees_neither_memories_nor_activity(actor: Actor, stranger: Actor) -> None:
    inject(actor, prompt=ASKED)
    with access.acting(stranger):
        assert inject(stranger, prompt=ASKED).text is None
        assert {row.user_id for row in rows()} == {stranger.user_id}
        with pytest.raises(NotFound):
            inject(stranger, prompt=ASKED, workspace="team")


def test_who_may_not_read_gets_nothing_recorded(actor: Actor) -> None:
    with pytest.raises(Forbidden):
        inject(replace(actor, permissions=frozenset({Permission.WRITE})), prompt=ASKED)
    assert rows() == []


def test_an_agent_called_by_a_secret_is_refused_and_not_recorded(actor: Actor) -> None:
    with pytest.raises(SecretRefused):
        inject(replace(actor, agent=token("github_token")), prompt=ASKED)
    assert rows() == []


def test_what_comes_along_is_shown_with_its_reasons(actor: Actor) -> None:
    remember(actor, f"{SAID} See [[cluster]].", name="falcon", workspace="team")
    remember(actor, "Call extension 204 before nine.", name="cluster", workspace="team")
    remember(actor, "Marta Novak lives in Ghent. Rakes and hoses belong into the shed.", name="marta")
    work()
    found = inject(
        actor, prompt=f"{ASKED} Whoever lives where Marta Novak does should know.", workspace="team"
    )
    assert found.text and "Call extension 204" in found.text
    assert "- from marta [default" in found.text and "Marta Novak lives in Ghent." in found.text
    shown = [(item["shown"], item["reasons"]) for row in rows() for item in row.items]
    assert ("fact", ["a fact about what the message names"]) in shown
    assert ("whole", ["linked from another hit"]) in shown
