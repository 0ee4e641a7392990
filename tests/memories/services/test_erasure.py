"""After forget nothing of a memory stands anywhere, whatever its life was: in no column, broker key or log,
and once the tables are written anew, in no data file either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from uuid import UUID

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from continuum.embedded.paths import ADMIN_ROLE, Home
from continuum.kernel.actor import Actor
from memories import access
from memories.intake.again import revert, undo_batch, undo_client_writes
from memories.intake.batches import open_batch
from memories.intake.editing import approve_edited
from memories.intake.submit import submit_all
from memories.models import Memory
from memories.pipeline.count_words import COMMON_FROM, count_words
from memories.services import turns
from memories.services.drafts import Draft, WriteMode
from memories.services.erasures import decide_erasure
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget
from memories.services.retention import clean_up
from memories.services.review import approve, reject
from memories.services.workspaces import change_workspace
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.distinct import distinct
from tests.scanning import files_holding, places_holding
from tests.services import HOME
from tests.stories import append, remember

pytestmark = pytest.mark.usefixtures("committed")
LOG = HOME / "logs" / "postgres.log"
DATA = HOME / "postgres" / "base"
SAMPLES = "pg_catalog.pg_statistic."

Words = defaultdict[str, str]
Life = Callable[[Actor, Actor, Words], None]


@pytest.fixture
def words() -> Words:
    """A word for each thing that is said, by what it is."""
    return defaultdict(distinct)


@pytest.fixture
def acting(alice: User) -> Iterator[tuple[Actor, Actor]]:
    """Alice herself and her agent."""
    with access.acting(person_actor(alice)) as person:
        yield person, agent_actor(alice)


def superuser(statement: str) -> None:
    address = Home(HOME).address(user=ADMIN_ROLE)
    with psycopg.connect(address.url, autocommit=True) as connection:
        connection.execute(statement)


def held(words: Words) -> set[str]:
    """Where any of the words stands, the planner's samples aside."""
    places = {place for word in words.values() for place in places_holding(word, logs=[LOG])}
    return {place for place in places if not place.startswith(SAMPLES)}


def in_files(words: Words) -> list[str]:
    superuser("CHECKPOINT")
    return sorted(thing for thing, word in words.items() if files_holding(word, DATA))


# --- Lives


def with_every_field(person: Actor, agent: Actor, words: Words) -> None:
    fields = {"description": words["description"], "tags": [words["tag"]], "kind": words["kind"]}
    draft = Draft(content=f"In {words['text']}.", name=words["name"], source=words["source"],
                  idempotency_key=words["name"][:9], **fields)  # fmt: skip
    submit_all(agent, drafts=[draft])


def with_versions(person: Actor, agent: Actor, words: Words) -> None:
    remember(person, f"In {words['first']}.", name=words["name"])
    remember(agent, f"In {words['second']}.", name=words["name"], tags=[words["tag"]])
    append(agent, words["name"], f"And in {words['third']}.")
    revert(person, name=words["name"], to_number=1)


def with_proposals(person: Actor, agent: Actor, words: Words) -> None:
    change_workspace(person, workspace="default", mode="review")
    remember(person, f"In {words['text']}.", name=words["name"])
    taken = [
        remember(agent, f"In {words[n]}.", name=words["name"], idempotency_key=n + words["name"][:9])
        for n in "abc"
    ]
    reject(person, revision_id=UUID(taken[-1].revision_id))
    edited = remember(agent, f"In {words['proposed']}.", name=words["name"], source=words["source"])
    approve_edited(person, revision_id=UUID(edited.revision_id), content=f"In {words['edited']}.")
    waiting = remember(replace(agent, client="token:cursor"), f"In {words['waiting']}.", name=words["name"])
    remember(person, f"In {words['since']}.", name=words["name"])
    with pytest.raises(Exception, match="has changed"):
        approve(person, revision_id=UUID(waiting.revision_id))


def as_a_value(person: Actor, agent: Actor, words: Words) -> None:
    remember(person, None, name=words["name"], value={"city": words["value"], words["key"]: 1})
    remember(agent, None, name=words["name"], value={words["patch"]: {"x": 1}}, write_mode=WriteMode.MERGE)


def superseded_and_undone(person: Actor, agent: Actor, words: Words) -> None:
    remember(person, f"In {words['text']}.", name=words["name"], kind=words["kind"])
    remember(agent, "Elsewhere.", name="office", supersedes=[words["name"]])
    undo_client_writes(person, client=agent.client, last=1)
    remember(agent, f"In {words['text']}.", name=words["name"], tags=[words["tag"]])
    set_recall(agent, name=words["name"], recall="manual")
    undo_client_writes(person, client=agent.client, last=2)


def in_a_batch(person: Actor, agent: Actor, words: Words) -> None:
    remember(person, f"In {words['before']}.", name=words["name"])
    batch = open_batch(agent, label="moving").pk
    submit_all(agent, drafts=[Draft(content=f"In {words['moved']}.", name=words["name"])], batch_id=batch)
    undo_batch(person, batch_id=batch)


def archived(person: Actor, agent: Actor, words: Words) -> None:
    with_every_field(person, agent, words)
    archive(person, name=words["name"])


def long(person: Actor, agent: Actor, words: Words) -> None:
    """Long enough to be compressed and kept apart."""
    text = "\n\n".join(f"# Part {n}\n\n{words['text']} once more, {n}." for n in range(400))
    remember(person, text, name=words["name"])


LIVES: list[Life] = [
    *(with_every_field, with_versions, with_proposals, as_a_value),
    *(superseded_and_undone, in_a_batch, archived, long),
]


@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.__name__)
def test_nothing_of_a_forgotten_memory_stands_anywhere(
    acting: tuple[Actor, Actor], words: Words, life: Life
) -> None:
    person, agent = acting
    life(person, agent, words)
    before = held(words)
    assert {"memories_memory.name", "memories_revision.content"} <= before
    assert not {
        place for place in before if place.startswith(("memories_idempotentanswer", "memories_event"))
    }
    assert forget(person, name=words["name"]).erased
    assert held(words) == set()


def test_nothing_stands_anywhere_after_a_person_agreed_to_an_erasure(
    acting: tuple[Actor, Actor], words: Words
) -> None:
    person, agent = acting
    with_proposals(person, agent, words)
    assert not forget(agent, name=words["name"]).erased
    decide_erasure(person, memory_id=Memory.objects.get(name=words["name"]).pk, wanted=True)
    assert held(words) == set()


def test_a_rejected_text_stands_nowhere_once_its_time_is_over(
    acting: tuple[Actor, Actor], words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, agent = acting
    long_ago = timezone.now() - timedelta(days=31)
    with monkeypatch.context() as then:
        then.setattr(turns.timezone, "now", lambda: long_ago)
        answer = remember(agent, f"In {words['text']}.", name=words["name"], trust="web", tags=[words["tag"]])
        reject(person, revision_id=UUID(answer.revision_id))
    assert clean_up(person).rejected == 1
    assert held(words) == set()


def test_a_word_that_was_counted_as_common_goes_with_the_last_text_that_holds_it(
    acting: tuple[Actor, Actor], words: Words
) -> None:
    person, agent = acting
    long(person, agent, words)
    remember(person, "\n\n".join(f"# Part {n}\n\nElsewhere, {n}." * 40 for n in range(COMMON_FROM + 50)))
    count_words(person.workspaces["default"], [])
    assert "memories_commonterm.term" in held(words)
    forget(person, name=words["name"])
    assert held(words) == set()


def live_all(person: Actor, agent: Actor, words: Words) -> None:
    for life in LIVES:
        mine: Words = defaultdict(distinct)
        life(person, agent, mine)
        change_workspace(person, workspace="default", mode="auto")
        words |= {f"{life.__name__} {thing}": word for thing, word in mine.items()}


def test_the_data_files_hold_nothing_once_the_tables_are_written_anew(
    acting: tuple[Actor, Actor], words: Words
) -> None:
    person, agent = acting
    live_all(person, agent, words)
    superuser("ANALYZE")
    assert set(in_files(words)) >= set(words) - {"long text"}  # which is compressed
    for thing, name in words.items():
        if thing.endswith(" name"):
            forget(person, name=name)
    out = StringIO()
    connections["default"].close()
    call_command("vacuum_erased", stdout=out)
    assert in_files(words) == []
    assert {place for word in words.values() for place in places_holding(word, logs=[LOG])} == set()
    assert "nothing that was forgotten" in out.getvalue()


def test_the_command_says_when_something_had_to_stay(acting: tuple[Actor, Actor]) -> None:
    person, _ = acting
    remember(person, "In Zanzibar.", name="office")
    address = Home(HOME).address(user=ADMIN_ROLE)
    with psycopg.connect(address.url) as reader:
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT count(*) FROM pg_class")
        forget(person, name="office")
        with pytest.raises(CommandError, match="dead rows had to stay"):
            call_command("vacuum_erased", stdout=StringIO())
