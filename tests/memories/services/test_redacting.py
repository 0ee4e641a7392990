"""What redacting a memory takes out, where, and in whose name."""

from __future__ import annotations

from random import Random

import pytest

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Memory, Revision, Workspace
from memories.services.drafts import WriteMode
from memories.services.quarantine import decide_quarantine
from memories.services.secret_scan import scan_secrets
from memories.text.normalise import content_hash
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember

BODY = "".join(Random("redacting").choices("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789", k=36))
TOKEN = "gh" + "p_" + BODY
SLUG = "gl" + "pat-" + BODY[:20].lower()
TAKEN_OUT = "<redacted:github_token>"


def let_in(**policies: str) -> None:
    Workspace.objects.filter(name="default").update(secret_policies=policies)


def redact(actor: Actor, alice: User) -> None:
    let_in()
    scan_secrets(actor)
    with access.acting(person_actor(alice)) as person:
        for memory in Memory.objects.exclude(quarantined_at=None):
            decide_quarantine(person, memory_id=memory.pk, answer="redact")


@pytest.fixture
def lax(actor: Actor) -> Actor:
    let_in(github_token="off", gitlab_token="off")
    return actor


def test_a_task_and_a_kind_that_are_secrets_get_other_names(lax: Actor, alice: User) -> None:
    remember(lax, "The build is green.", name="build", scope="task", task_id=TOKEN, kind=SLUG)
    redact(lax, alice)
    with access.acting(lax):
        memory = Memory.objects.get(name="build")
        assert memory.scope_key.startswith("redacted-") and memory.kind == "reference"


def test_a_patch_holds_it_no_more_than_the_value_it_made(lax: Actor, alice: User) -> None:
    remember(lax, value={"a": 1}, name="config")
    remember(lax, value={"note": f"see {TOKEN}"}, name="config", write_mode=WriteMode.MERGE)
    redact(lax, alice)
    with access.acting(lax):
        rows = Revision.objects.filter(memory__name="config").exclude(patch=None)
        assert {row.patch["note"] for row in rows} == {f"see {TAKEN_OUT}"}
        assert not [row for row in Revision.objects.values() if BODY in str(row)]


def test_what_a_version_would_have_set_goes_where_it_holds_it(lax: Actor, alice: User) -> None:
    remember(lax, "The build is green.", name="build", tags=["ops", TOKEN], propose_only=True)
    redact(lax, alice)
    with access.acting(lax):
        assert not [row for row in Revision.objects.values() if BODY in str(row)]


def test_what_is_longer_without_its_secret_is_cut_to_its_column(lax: Actor, alice: User) -> None:
    let_in(email="off")
    short = "a@" + "bc.de"
    remember(lax, "The build is green.", name="build", description=f"{'x' * (499 - len(short))} {short}")
    let_in(email="refuse")
    scan_secrets(lax)
    with access.acting(person_actor(alice)) as person:
        decide_quarantine(person, memory_id=Memory.objects.get().pk, answer="redact")
        description = Revision.objects.get(status="active").description
    assert len(description) == 500 and short not in description


def test_the_hash_is_that_of_what_is_left(lax: Actor, alice: User) -> None:
    remember(lax, f"Use {TOKEN}.", name="deploy")
    redact(lax, alice)
    with access.acting(lax):
        assert {row.content_hash for row in Revision.objects.all()} == {content_hash(f"Use {TAKEN_OUT}.")}


def test_the_new_version_is_the_persons_and_retires_nothing_again(lax: Actor, alice: User) -> None:
    remember(lax, "Use the old key.", name="old")
    remember(lax, f"Use {TOKEN}.", name="deploy", supersedes=["old"])
    redact(lax, alice)
    with access.acting(lax):
        again = Revision.objects.get(memory__name="deploy", status="active")
        assert (again.number, again.client, again.agent) == (2, "dashboard", "")
        assert (again.supersedes, again.changes, again.batch_id) == ([], {}, None)
