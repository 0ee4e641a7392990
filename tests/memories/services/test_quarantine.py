"""A secret that newer rules find in what is stored: put away, and what a person then says of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden, NotFound
from memories import access
from memories.models import Event, FalseAlarm, Fingerprint, Memory, Passage, Revision, Workspace
from memories.recall.as_of import as_of
from memories.recall.comparing import diff
from memories.recall.listing import list_memories
from memories.recall.overview import overview
from memories.recall.proposals import page_of_proposals
from memories.recall.reading import get_memory, history
from memories.secrets.version import rules_version
from memories.services.quarantine import decide_quarantine, excerpts, list_quarantine
from memories.services.removal import archive, forget, restore
from memories.services.revisions import follow
from memories.services.secret_scan import scan_secrets
from memories.services.turns import turn
from memories.services.verification import verify_events
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import append, names_found, remember

BODY = "".join(Random("quarantine").choices("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789", k=36))
TOKEN = "gh" + "p_" + BODY
LET_IN = {"github_token": "off"}


def lax(**policies: str) -> None:
    """Let the workspace take in what it would not, as older rules would have."""
    Workspace.objects.filter(name="default").update(secret_policies=policies)


@pytest.fixture
def slipped_in(actor: Actor) -> Actor:
    """A token that stands in the first two of three versions, and a memory that is clean."""
    lax(**LET_IN)
    remember(actor, f"The deploy key is {TOKEN}.", name="deploy", description=f"with {TOKEN}")
    remember(actor, f"The deploy key was {TOKEN} until May.", name="deploy")
    remember(actor, "The deploy key is in the vault.", name="deploy", tags=["ops"])
    remember(actor, "The office is in Ghent.", name="office")
    lax()
    return actor


def the_memory() -> Memory:
    return Memory.objects.get(name="deploy")


def decide(alice: User, answer: str) -> None:
    with access.acting(person_actor(alice)) as person:
        decide_quarantine(
            person, memory_id=Memory.objects.exclude(quarantined_at=None).get().pk, answer=answer
        )


def actions() -> list[str]:
    return list(Event.objects.order_by("-sequence").values_list("action", flat=True)[:2])


def test_what_holds_a_secret_is_put_away_and_nothing_else(slipped_in: Actor) -> None:
    scanned = scan_secrets(slipped_in)
    assert (scanned.memories, scanned.quarantined, scanned.beside) == (2, 1, [])
    assert {(held.place, held.kind) for held in scanned.held} == {
        ("content", "github_token"),
        ("description", "github_token"),
    }
    assert BODY[:8] not in str(scanned)
    assert names_found(slipped_in, "deploy key vault") == []
    assert names_found(slipped_in, "office Ghent") == ["office"]


def test_a_dry_run_finds_the_same_and_puts_nothing_away(slipped_in: Actor) -> None:
    scanned = scan_secrets(slipped_in, dry_run=True)
    assert (len(scanned.held), scanned.quarantined) == (2, 0)
    assert names_found(slipped_in, "deploy key vault") == ["deploy"]
    assert Workspace.objects.get(name="default").secrets_scanned_with == ""


def test_a_scan_notes_its_rules_and_its_event_holds_no_text(slipped_in: Actor) -> None:
    scan_secrets(slipped_in)
    assert Workspace.objects.get(name="default").secrets_scanned_with == rules_version()
    event = Event.objects.get(action="memory.quarantined")
    assert event.details == {"kinds": ["github_token"], "places": ["content", "description"]}
    assert verify_events(slipped_in).holds


def test_a_second_scan_finds_it_again_and_puts_nothing_more_away(slipped_in: Actor) -> None:
    scan_secrets(slipped_in)
    again = scan_secrets(slipped_in)
    assert (len(again.held), again.quarantined) == (2, 0)
    assert Event.objects.filter(action="memory.quarantined").count() == 1


@pytest.mark.parametrize("policy", ["off", "warn"])
def test_the_workspace_s_own_policies_decide(slipped_in: Actor, policy: str) -> None:
    lax(github_token=policy)
    assert scan_secrets(slipped_in).clean


def test_a_kind_that_only_this_workspace_keeps_out_is_found(actor: Actor) -> None:
    remember(actor, "Write to ana.lopez" + "@" + "kiln.dev", name="contact")
    assert scan_secrets(actor, dry_run=True).clean
    lax(email="redact")
    assert [held.kind for held in scan_secrets(actor).held] == ["email"]


READS: dict[str, Any] = {
    "get": lambda actor: get_memory(actor, name="deploy"),
    "history": lambda actor: history(actor, name="deploy"),
    "diff": lambda actor: diff(actor, name="deploy"),
    "archive": lambda actor: archive(actor, name="deploy"),
    "restore": lambda actor: restore(actor, name="deploy"),
    "forget": lambda actor: forget(actor, name="deploy"),
    "append": lambda actor: append(actor, "deploy", "more"),
    "remember": lambda actor: remember(actor, "The key is elsewhere.", name="deploy"),
}


@pytest.mark.parametrize("way", READS)
@pytest.mark.parametrize("who", [agent_actor, person_actor])
def test_no_path_leads_to_what_is_in_quarantine(slipped_in: Actor, alice: User, way: str, who: Any) -> None:
    scan_secrets(slipped_in)
    with access.acting(who(alice)) as actor, pytest.raises((NotFound, Conflict)):
        READS[way](actor)
    assert not Passage.objects.filter(memory=the_memory()).exists()
    assert not Fingerprint.objects.filter(revision__memory=the_memory()).exists()


def test_no_list_and_no_count_shows_what_is_in_quarantine(slipped_in: Actor) -> None:
    archive(slipped_in, name="deploy")
    scan_secrets(slipped_in)
    listed = [list_memories(slipped_in, archived=archived).memories for archived in (True, False)]
    assert [[memory.name for memory in memories] for memories in listed] == [[], ["office"]]
    assert (overview(slipped_in).memories, overview(slipped_in).archived) == (1, 0)
    assert [memory.name for memory in as_of(slipped_in, known_at="2100-01-01").memories] == ["office"]


def test_a_proposal_with_a_secret_waits_no_longer(actor: Actor) -> None:
    lax(**LET_IN)
    remember(actor, f"Use {TOKEN}.", name="deploy", propose_only=True)
    lax()
    assert page_of_proposals(actor).waiting == 1
    scan_secrets(actor)
    assert page_of_proposals(actor).waiting == 0


def test_the_same_text_is_no_duplicate_of_what_nobody_sees(slipped_in: Actor) -> None:
    scan_secrets(slipped_in)
    answer = remember(slipped_in, "The deploy key is in the vault.", name="where the key is")
    assert answer.status == "stored"


def test_who_decides_sees_what_waits_without_the_secret(slipped_in: Actor, stranger: Actor) -> None:
    scan_secrets(slipped_in)
    (suspect,) = list_quarantine(slipped_in)
    assert (suspect.name, suspect.kinds, suspect.places) == (
        "deploy",
        ["github_token"],
        ["content", "description"],
    )
    with access.acting(stranger):
        assert list_quarantine(stranger) == []
        with pytest.raises(NotFound):
            list_quarantine(stranger, workspace="team")


def test_what_is_private_shows_in_quarantine_to_those_alone_who_may_read_it(
    actor: Actor, alice: User
) -> None:
    lax(**LET_IN)
    remember(actor, f"Use {TOKEN}.", name="diary", sensitivity="private")
    lax()
    scan_secrets(actor)
    assert list_quarantine(actor) == []
    with access.acting(person_actor(alice)) as person:
        assert [suspect.name for suspect in list_quarantine(person)] == ["diary"]


def test_nothing_makes_it_findable_again_while_it_waits(slipped_in: Actor) -> None:
    scan_secrets(slipped_in)
    with turn(slipped_in, the_memory().workspace_id, Permission.WRITE) as writing:
        follow(writing, the_memory())
    assert not Passage.objects.filter(memory=the_memory()).exists()


def test_only_a_person_sees_why_and_decides(slipped_in: Actor, alice: User, charlie: User) -> None:
    scan_secrets(slipped_in)
    wanted = the_memory().pk
    for refused in (
        lambda: decide_quarantine(slipped_in, memory_id=wanted, answer="release"),
        lambda: excerpts(slipped_in, memory_id=wanted),
    ):
        with pytest.raises(Forbidden):
            refused()
    with access.acting(person_actor(alice)) as person:
        assert {excerpt.text for excerpt in excerpts(person, memory_id=wanted)} >= {f"with {TOKEN}"}
    with access.acting(person_actor(charlie)) as other, pytest.raises(NotFound):
        decide_quarantine(other, memory_id=wanted, answer="release")


def test_a_false_alarm_is_released_and_remembered(slipped_in: Actor, alice: User) -> None:
    scan_secrets(slipped_in)
    decide(alice, "release")
    with access.acting(slipped_in):
        assert names_found(slipped_in, "deploy key vault") == ["deploy"]
        assert scan_secrets(slipped_in).clean
        assert BODY not in str(list(FalseAlarm.objects.values()))
        lax(**LET_IN)
        remember(slipped_in, f"Another: {TOKEN[:-3]}xyz", name="other")
        lax()
        assert scan_secrets(slipped_in).quarantined == 1
    assert actions()[1] == "memory.remembered"


def test_forgetting_erases_it(slipped_in: Actor, alice: User) -> None:
    scan_secrets(slipped_in)
    wanted = the_memory().pk
    decide(alice, "forget")
    with access.acting(slipped_in):
        assert not Revision.objects.filter(memory_id=wanted).exists()
        assert actions()[0] == "memory.forgotten"
        assert scan_secrets(slipped_in).clean


def test_redacting_takes_it_out_of_every_version(slipped_in: Actor, alice: User) -> None:
    scan_secrets(slipped_in)
    decide(alice, "redact")
    with access.acting(slipped_in):
        told = [(row.number, row.content) for row in history(slipped_in, name="deploy").revisions]
        assert told == [
            (4, "The deploy key is in the vault."),  # its description held it, as every one before
            (3, "The deploy key is in the vault."),
            (2, "The deploy key was <redacted:github_token> until May."),
            (1, "The deploy key is <redacted:github_token>."),
        ]
        assert scan_secrets(slipped_in).clean
        assert names_found(slipped_in, "deploy key vault") == ["deploy"]
        assert actions()[0] == "memory.redacted"
        assert verify_events(slipped_in).holds


def test_redacting_what_is_in_force_makes_a_new_version(actor: Actor, alice: User) -> None:
    lax(**LET_IN)
    remember(actor, f"Use {TOKEN}.", name="deploy", source=f"chat {TOKEN}")
    lax()
    scan_secrets(actor)
    decide(alice, "redact")
    with access.acting(actor):
        memory = get_memory(actor, name="deploy")
        assert (memory.version, memory.content) == (2, "Use <redacted:github_token>.")
        assert memory.source == "chat <redacted:github_token>"
        assert Revision.objects.filter(status="active").count() == 1
        assert names_found(actor, "use redacted") == ["deploy"]


def test_redacting_json_names_and_tags(actor: Actor, alice: User) -> None:
    lax(**LET_IN)
    remember(actor, name=TOKEN, value={"deploy": [TOKEN]}, tags=["ops", TOKEN])
    lax()
    scan_secrets(actor)
    decide(alice, "redact")
    with access.acting(actor):
        memory = list_memories(actor).memories[0]
        assert (memory.value, list(memory.tags)) == ({"deploy": ["<redacted:github_token>"]}, ["ops"])
        assert memory.name.startswith("redacted-")
        assert scan_secrets(actor).clean


def test_an_archived_memory_stays_archived_when_it_is_redacted(actor: Actor, alice: User) -> None:
    lax(**LET_IN)
    remember(actor, f"Use {TOKEN}.", name="deploy")
    archive(actor, name="deploy")
    lax()
    scan_secrets(actor)
    decide(alice, "redact")
    with access.acting(actor):
        assert the_memory().archived_at is not None
        assert names_found(actor, "use redacted") == []
        restore(actor, name="deploy")
        assert names_found(actor, "use redacted") == ["deploy"]
