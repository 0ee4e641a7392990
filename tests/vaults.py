"""A vault in which every feature was used, and all of it as the tables themselves have it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection, connections
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import access
from memories.injection.inject import inject
from memories.intake.capture.session import capture_session
from memories.intake.entities import rename_entity, split_entity
from memories.intake.golden import pin_question
from memories.intake.guide import save_guide
from memories.intake.handoffs import create_handoff
from memories.intake.submit import submit_all, submit_bulk
from memories.models import Import, Memory, Mode, Revision, Transfer, Workspace, WorkspaceInvitation
from memories.pipeline.golden import run_golden
from memories.pipeline.work import work
from memories.portability.importing import import_file
from memories.services.budgets import set_budget
from memories.services.drafts import Draft, WriteMode
from memories.services.handoffs import acknowledge_handoff
from memories.services.merging import merge_entities
from memories.services.policies import set_policy
from memories.services.quarantine import decide_quarantine
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget
from memories.services.retention import set_retention
from memories.services.review import approve, reject
from memories.services.secret_scan import scan_secrets
from memories.services.workspaces import change_workspace
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import append, remember

LETTERS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789"
KEYS = {name: "gh" + "p_" + "".join(Random(name).choices(LETTERS, k=36)) for name in ("harmless", "leaked")}
ODD = (
    "Cafe\u0301 in Malm\u00f6 \U0001f469\u200d\U0001f4bb\r\n\u6771\u4eac\u306e\u4f1a\u8b70"
    " \u2028 \u0645\u0631\u062d\u0628\u0627 \x07"
)
MOMENT = datetime(2024, 2, 29, 23, 59, 59, 999_999, tzinfo=UTC)


def fill(user: User) -> None:
    """Use everything once, in `default` and in `team`."""
    with access.acting(agent_actor(user)) as agent:
        _write(agent)
    with access.acting(person_actor(user)) as person:
        _govern(person)
        work()
        _after_work(person)
    with access.acting(agent_actor(user)) as agent:
        remember(agent, "This one still waits for its vector.", name="waiting")
        _count_words(agent)


def _write(agent: Actor) -> None:
    remember(agent, ODD, name="odd", description="NFD, CRLF, emoji", tags=["é", "x-y"], source_date=MOMENT)
    remember(agent, "Ana lives in Ghent. She works at Umbra.", name="ana", source="mail 7", kind="user_fact")
    remember(agent, "Ana lives in Bruges since May.", name="ana", valid_from=MOMENT)
    remember(agent, "Bob Stone moved to [[ana|her]] town. See [[nowhere]].", name="bob")
    remember(agent, "Robert lives in Bruges.", name="robert")
    remember(agent, "Umbra is an organization in Ghent.", name="umbra")
    remember(agent, "Umbra is an organization in Ghent.", name="umbra", tags=["firm"])
    append(agent, "bob", "He likes tea.")
    remember(agent, value={"theme": "dark", "size": 1.10, "n": 10**30}, name="prefs")
    remember(agent, value={"size": 2}, name="prefs", write_mode=WriteMode.MERGE)
    remember(agent, "Only for release 7.", name="step", scope="task", task_id="release-7")
    remember(agent, "Codex prefers short answers.", name="style", scope="agent")
    remember(
        agent,
        "Gone in a while.",
        name="soon",
        expires_at=timezone.now() + timedelta(days=30),
        check_by=MOMENT,
    )
    remember(agent, "Confidence has a basis.", name="sure", confidence=0.75, basis="agent_inferred")
    remember(agent, "The old way of deploying.", name="old way")
    remember(agent, "The new way of deploying.", name="new way", supersedes=["old way"])
    remember(agent, "Asked twice, kept once.", name="once", idempotency_key="key-1")
    remember(agent, "In the team.", name="ours", workspace="team")
    submit_bulk(
        agent,
        drafts=[Draft(content=f"Imported line {n}.", name=f"line {n}") for n in range(3)],
        label="a file",
    )
    remember(agent, "Never say this again.", name="secret wish")
    create_handoff(agent, task_id="release-7", summary="Ship it.", memories=["ana"], decisions=["Friday"])
    capture_session(
        agent,
        transcript="User: I always drink green tea in the morning.\nAssistant: Noted.",
        session_id="s-1",
    )


def _govern(person: Actor) -> None:
    change_workspace(person, workspace="team", mode=Mode.REVIEW)
    save_guide(person, text="Remember decisions.")
    save_guide(person, text="Remember decisions, with reasons.")
    set_policy(person, decision="propose", kind="decision")
    set_retention(person, days={"events": 0, "superseded": 100})
    set_budget(person, tokens=5_000)
    remember(person, "Answer in short sentences.", name="rule", recall_tier="always", trust="owner")
    remember(person, "The garden gate code is at home.", name="private one", sensitivity="private")
    set_recall(person, name="robert", recall="manual")
    archive(person, name="umbra")
    forget(person, name="secret wish")
    _proposals(person)
    _secret(person)
    _import(person)


def _proposals(person: Actor) -> None:
    drafts = [Draft(content=f"Proposal {n}.", name=f"proposal {n}", propose_only=True) for n in range(3)]
    first, second, _ = submit_all(person, drafts=drafts)
    approve(person, revision_id=UUID(first.revision_id))
    reject(person, revision_id=UUID(second.revision_id))


def _import(person: Actor) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "list.json"
        path.write_text(
            json.dumps([{"content": "From another program.", "source": "a list", "mood": "calm"}])
        )
        report = import_file(person, path=path, workspace="default")
    done = {"state": Import.State.DONE, "filename": "list.json", "report": report.as_json()}
    where = person.workspaces["default"]
    Import.objects.create(workspace_id=where, batch_id=report.batch, user_id=person.user_id, **done)


def _secret(person: Actor) -> None:
    """One memory that was taken for a secret and is none, and one that waits for a person."""
    default = Workspace.objects.filter(name="default")
    default.update(secret_policies={"github_token": "off"})
    for name, key in KEYS.items():
        remember(person, f"The deploy key was {key} until May.", name=name)
    default.update(secret_policies={})
    scan_secrets(person)
    suspect = Memory.objects.exclude(quarantined_at=None).order_by("name")
    decide_quarantine(person, memory_id=suspect.get(name="harmless").pk, answer="release")


def _after_work(person: Actor) -> None:
    merge_entities(person, name="Robert", into="Bob Stone")
    split_entity(person, name="Ana", new_name="Ana Pop", memories=["ana"])
    rename_entity(person, name="Bob Stone", new_name="Robert Stone")
    pin_question(person, question="Where does Ana live?", name="ana")
    run_golden(person)
    inject(person, prompt="Where does Ana live now, and what are the rules?", session_id="s-2")
    from_codex = create_handoff(person, task_id="t-2", summary="Look at it.").handoff
    acknowledge_handoff(person, handoff_id=from_codex.pk)


def _count_words(agent: Actor) -> None:
    with connection.cursor() as cursor:
        for workspace in agent.workspaces.values():
            cursor.execute("SELECT continuum_count_words(%s, %s)", [workspace, 1])


def state(workspaces: Iterable[UUID] | None = None) -> dict[str, list[str]]:
    """Every row of every table of memories, to the last field, without the numbers that the database gives
    out itself. It asks the tables, not the code that it tests.
    """
    found: dict[str, list[str]] = {}
    with connections["owner"].cursor() as cursor:
        for model in apps.get_app_config("memories").get_models():
            if model._meta.proxy or model in {WorkspaceInvitation, Transfer}:  # these stay behind
                continue
            table, pk = model._meta.db_table, model._meta.pk
            plain = "to_jsonb(t)" + (" - 'id'" if pk.get_internal_type() == "BigAutoField" else "")
            where = "id" if table == "memories_workspace" else "workspace_id"
            only = f"WHERE {where} = ANY(%s)" if workspaces is not None else ""
            cursor.execute(
                f"SELECT ({plain})::text FROM {table} t {only} ORDER BY 1", [list(workspaces)] if only else []
            )
            found[table] = [row[0] for row in cursor.fetchall()]
    return found


def many(user: User, count: int, *, seed: str = "many") -> None:
    """So many more memories, written by one statement each kind of row, with two revisions every third."""
    chance = Random(seed)
    words = [f"word{n}" for n in range(2_000)]
    with access.acting(agent_actor(user)) as agent:
        for start in range(0, count, 100):
            texts = [
                f"Fact {n}: {' '.join(chance.choices(words, k=12))}"
                for n in range(start, min(start + 100, count))
            ]
            submit_all(
                agent, drafts=[Draft(content=text, name=f"many {start + n}") for n, text in enumerate(texts)]
            )
            again = [
                Draft(content=f"{text} again", name=f"many {start + n}")
                for n, text in enumerate(texts)
                if n % 3 == 0
            ]
            submit_all(agent, drafts=again)


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def texts_in(workspaces: Iterable[UUID]) -> set[str]:
    return set(Revision.objects.filter(workspace_id__in=list(workspaces)).values_list("content", flat=True))
