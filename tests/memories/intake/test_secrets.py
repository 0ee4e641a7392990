"""Secrets on their way in. What looks like one is put together here, at run time, and nowhere in the tree."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connections

from continuum.kernel.actor import Actor
from continuum.kernel.errors import SecretRefused
from memories.intake.submit import submit_each
from memories.models import Memory, Workspace
from memories.recall.reading import get_memory
from memories.services.drafts import Draft
from tests.stories import append, remember

BODY = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
TOKEN = "ghp" + "_" + BODY
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
}


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


def test_in_bulk_the_one_with_a_secret_is_refused_alone(actor: Actor) -> None:
    answers = submit_each(actor, drafts=[Draft(content="milk"), Draft(content=f"key {TOKEN}", name=TOKEN)])
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
            remember(actor, idempotency_key="k", **fields)
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^(memories|oauth)_'")
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT count(*) FROM {table} t WHERE t::text LIKE %s", [f"%{BODY[:12]}%"])
            assert cursor.fetchone() == (0,), table
