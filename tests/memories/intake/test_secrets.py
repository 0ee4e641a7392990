"""Secrets on their way in. What looks like one is put together here, at run time, and nowhere in the tree."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connections

from continuum.kernel.actor import Actor
from continuum.kernel.errors import SecretRefused, ValidationFailed
from memories.intake.batches import MAX_LABEL, open_batch
from memories.intake.capture.session import capture_session
from memories.intake.guide import save_guide
from memories.intake.submit import submit_bulk
from memories.models import Batch, GuideVersion, Memory, Revision, Workspace
from memories.recall.reading import get_memory
from memories.services.contents import MAX_CONTENT_BYTES
from memories.services.drafts import Draft, WriteMode
from memories.services.policies import set_policy
from memories.services.workspaces import change_workspace, create_workspace
from tests.stories import append, remember

BODY = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
TOKEN = "ghp" + "_" + BODY
SLUG = "gl" + "pat-" + BODY[:20].lower()
SAID = json.dumps({"role": "user", "content": "We always deploy on Tuesdays, never on Fridays."})
FIELDS: dict[str, dict[str, Any]] = {
    "content": {"content": f"The deploy key is {TOKEN}."},
    "glued to another script": {"content": f"密钥{TOKEN}在这里"},
    "name": {"content": "ok", "name": TOKEN},
    "description": {"content": "ok", "description": f"see {TOKEN}"},
    "tag": {"content": "ok", "tags": ["deploy", TOKEN]},
    "source": {"content": "ok", "source": f"chat with {TOKEN}"},
    "value": {"value": {"deploy": {"key": TOKEN}}},
    "key of a value": {"value": {TOKEN: 1}},
    "password by its name": {"value": {"password": "tr0ub4dor" + "-and-3"}},
    "kind": {"content": "ok", "kind": "AKIA" + "Q3ERDHLTWNBVZX7C"},
    "task": {"content": "ok", "scope": "task", "task_id": TOKEN},
    "what it supersedes": {"content": "ok", "supersedes": [TOKEN]},
    "idempotency key": {"content": "ok", "idempotency_key": TOKEN},
}


def say(**policies: str) -> None:
    Workspace.objects.filter(name="default").update(secret_policies=policies)


@pytest.mark.parametrize("fields", FIELDS.values(), ids=FIELDS)
def test_a_secret_in_any_field_is_refused_and_nothing_is_kept(actor: Actor, fields: dict[str, Any]) -> None:
    with pytest.raises(SecretRefused) as refusal:
        remember(actor, **fields)
    assert BODY[:12] not in f"{refusal.value} {refusal.value.details}"
    assert Memory.objects.count() == 0


def test_a_secret_does_not_come_in_by_append_in_halves_or_whole(actor: Actor) -> None:
    remember(actor, "The deploy key is ", name="key")
    with pytest.raises(SecretRefused):
        append(actor, "key", TOKEN)
    remember(actor, "token = " + "gh", name="half")
    with pytest.raises(SecretRefused):
        append(actor, "half", "password: " + "tr0ub4dor" + "-and-3x")
    assert get_memory(actor, name="key").content == "The deploy key is "


@pytest.mark.parametrize("policy", ["refuse", "redact"])
def test_halves_are_joined_by_the_workspace_s_own_policies(actor: Actor, policy: str) -> None:
    say(password=policy)
    remember(actor, "The password:", name="wiki")
    with pytest.raises(SecretRefused):
        append(actor, "wiki", "tr0ub4dor" + "-and-3x")
    assert get_memory(actor, name="wiki").version == 1


@pytest.mark.parametrize("policy", ["off", "warn"])
def test_halves_of_what_the_workspace_lets_in_are_let_in(actor: Actor, policy: str) -> None:
    say(password=policy)
    remember(actor, "The password:", name="wiki")
    append(actor, "wiki", "tr0ub4dor" + "-and-3x")
    assert get_memory(actor, name="wiki").content.startswith("The password:")


def test_what_stood_there_before_does_not_stop_what_is_added(actor: Actor) -> None:
    say(github_token="off")
    remember(actor, f"The key is {TOKEN}.", name="key")
    say()
    append(actor, "key", "It is used for deploys.")
    assert get_memory(actor, name="key").content.endswith("deploys.")


def test_a_secret_does_not_come_in_by_merge_in_halves(actor: Actor) -> None:
    remember(actor, value={"name": "DB_PASSWORD"}, name="setting")
    with pytest.raises(SecretRefused):
        remember(actor, value={"value": "tr0ub4dor" + "-and-3x"}, name="setting", write_mode=WriteMode.MERGE)
    remember(actor, value={"value": "see the vault"}, name="setting", write_mode=WriteMode.MERGE)
    assert get_memory(actor, name="setting").value == {"name": "DB_PASSWORD", "value": "see the vault"}


@pytest.mark.parametrize(("field", "limit"), [("description", 500), ("source", 500)])
def test_a_field_stays_within_its_limit_when_a_secret_is_taken_out(
    actor: Actor, field: str, limit: int
) -> None:
    say(email="redact")
    short = "a@" + "bc.de"
    longest = limit - len("<redacted:email>") - 1
    remember(actor, "ok", name="fits", **{field: f"{'x' * longest} {short}"})
    with pytest.raises(ValidationFailed, match=f"{field} is longer than {limit}"):
        remember(actor, "ok", **{field: f"{'x' * (longest + 1)} {short}"})


def test_a_text_stays_within_its_limit_when_a_secret_is_taken_out(actor: Actor) -> None:
    say(email="redact")
    line = "a@" + "bc.de\n"
    with pytest.raises(ValidationFailed, match="at most 1,048,576"):
        remember(actor, line * (MAX_CONTENT_BYTES // len(line)))


def test_a_label_stays_within_its_limit_when_a_secret_is_taken_out(actor: Actor) -> None:
    say(email="redact")
    with pytest.raises(ValidationFailed, match="at most 200"):
        open_batch(actor, label="x" * (MAX_LABEL - 8) + " a@" + "bc.de")


PLACES: dict[str, Callable[[Actor], object]] = {
    "policy client": lambda actor: set_policy(actor, client=f"token:{TOKEN}", decision="refuse"),
    "policy kind": lambda actor: set_policy(actor, kind=SLUG, decision="refuse"),
    "workspace": lambda actor: create_workspace(actor, name=SLUG),
    "workspace renamed": lambda actor: change_workspace(actor, workspace="team", name=SLUG),
    "batch label": lambda actor: open_batch(actor, label=f"with {TOKEN}"),
    "guide": lambda actor: save_guide(actor, text=f"Use {TOKEN}."),
    "session": lambda actor: capture_session(actor, transcript=SAID, session_id=TOKEN),
    "agent": lambda actor: remember(replace(actor, agent=TOKEN), "ok"),
    "client": lambda actor: remember(replace(actor, client=f"token:{TOKEN}"), "ok"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("policy", ["refuse", "redact"])
def test_names_and_notes_beside_memories_hold_no_secret(actor: Actor, place: str, policy: str) -> None:
    say(github_token=policy, gitlab_token=policy)
    if policy == "redact" and place in {"batch label", "guide"}:
        PLACES[place](actor)
        kept = [str(row) for row in (*Batch.objects.values(), *GuideVersion.objects.values())]
        assert all(BODY not in row and "<redacted:github_token>" in row for row in kept)
        return
    with pytest.raises(SecretRefused) as refusal:
        PLACES[place](actor)
    assert BODY[:12] not in f"{refusal.value} {refusal.value.details}"


def test_a_session_s_folder_that_holds_a_secret_is_left_out_whole(actor: Actor) -> None:
    hook = "https://hooks.slack" + f".com/services/T{BODY[:8].upper()}/B{BODY[8:18].upper()}/{BODY[:24]}"
    captured = capture_session(actor, transcript=SAID, session_id="s-1", cwd=f"/srv/{hook}")
    assert len(captured.proposals) == 1
    assert Revision.objects.get().source == "session s-1"


def test_a_client_may_be_called_what_looks_like_nothing(actor: Actor) -> None:
    assert remember(replace(actor, client="token:laptop-key-2024x"), "ok").status == "stored"


def test_in_bulk_the_one_with_a_secret_is_refused_alone(actor: Actor) -> None:
    drafts = [Draft(content="milk"), Draft(content=f"key {TOKEN}", name=TOKEN)]
    answers = submit_bulk(actor, drafts=drafts).answers
    assert [answer.status for answer in answers] == ["stored", "refused"]
    assert BODY[:12] not in str(answers)


def test_a_workspace_may_have_a_kind_taken_out_instead(actor: Actor) -> None:
    Workspace.objects.filter(name="default").update(secret_policies={"github_token": "redact"})
    remember(actor, f"The deploy key is {TOKEN}.", name="key")
    assert get_memory(actor, name="key").content == "The deploy key is <redacted:github_token>."


@pytest.mark.parametrize(
    "text",
    [
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "id 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "export TOKEN=${GITHUB_TOKEN}",
        "password: <your-password>",
        "Order 4929-1123-0042 arrives on 2026-11-30",
    ],
)
def test_what_only_looks_like_one_is_kept(actor: Actor, text: str) -> None:
    assert remember(actor, text).status == "stored"


def test_sd_11_a_refused_secret_leaves_no_trace_in_the_database(actor: Actor) -> None:
    for fields in FIELDS.values():
        with pytest.raises(SecretRefused):
            remember(actor, **{"idempotency_key": "k", **fields})
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^(memories|oauth)_'")
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT count(*) FROM {table} t WHERE t::text LIKE %s", [f"%{BODY[:12]}%"])
            assert cursor.fetchone() == (0,), table


LONE = "Tr0ub4" + "dor&3xyz!Q"


@pytest.mark.parametrize(
    "label", [{"description": "the root password"}, {"name": "root-password"}, {"tags": ["password"]}]
)
def test_a_lone_word_is_a_secret_by_what_it_is_called(actor: Actor, label: dict[str, Any]) -> None:
    with pytest.raises(SecretRefused):
        remember(actor, LONE, **label)
    assert remember(actor, "correct-horse", name="the-dog").status == "stored"


@pytest.mark.parametrize("field", ["name", "tag", "task", "what it supersedes", "idempotency key"])
def test_a_name_that_holds_what_would_be_taken_out_is_refused(actor: Actor, field: str) -> None:
    say(github_token="redact")
    with pytest.raises(SecretRefused):
        remember(actor, **FIELDS[field])
    assert Memory.objects.count() == 0
