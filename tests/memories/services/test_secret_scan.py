"""Who may scan and decide, and what else a scan and a quarantine keep from showing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden
from memories import access, outbox
from memories.models import Job, Memory, Revision, Status, Workspace
from memories.recall.as_of import as_of
from memories.services.quarantine import decide_quarantine, list_quarantine
from memories.services.review import reject
from memories.services.secret_scan import scan_secrets
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember

BODY = "".join(Random("scan").choices("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789", k=36))
TOKEN = "gh" + "p_" + BODY
SLUG = "gl" + "pat-" + BODY[:20].lower()


@pytest.fixture
def slipped_in(actor: Actor) -> Actor:
    """A memory that holds a token, let in by what were the rules."""
    Workspace.objects.filter(name="default").update(
        secret_policies={"github_token": "off", "gitlab_token": "off"}
    )
    remember(actor, f"Use {TOKEN}.", name=TOKEN, kind=SLUG)
    Workspace.objects.filter(name="default").update(secret_policies={})
    return actor


def test_who_may_not_administer_scans_nothing(slipped_in: Actor) -> None:
    weaker = replace(slipped_in, permissions=slipped_in.permissions - {Permission.ADMIN})
    with pytest.raises(Forbidden):
        scan_secrets(weaker)
    assert Memory.objects.get().quarantined_at is None


def test_what_was_put_away_is_counted_among_common_words_no_more(slipped_in: Actor) -> None:
    Job.objects.all().delete()
    scan_secrets(slipped_in)
    assert Job.objects.filter(step=outbox.COUNT_WORDS).exists()


@pytest.mark.parametrize("right", [Permission.REVIEW, Permission.FORGET])
def test_deciding_takes_the_rights_to_review_and_to_forget(
    slipped_in: Actor, alice: User, right: Permission
) -> None:
    scan_secrets(slipped_in)
    wanted = Memory.objects.get().pk
    weaker = replace(person_actor(alice), permissions=person_actor(alice).permissions - {right})
    with access.acting(weaker) as person, pytest.raises(Forbidden):
        decide_quarantine(person, memory_id=wanted, answer="release")


def test_who_decides_sees_no_secret_as_a_name_or_a_kind(slipped_in: Actor) -> None:
    scan_secrets(slipped_in)
    (suspect,) = list_quarantine(slipped_in)
    assert (suspect.name, suspect.kind) == ("<redacted:github_token>", "<redacted:gitlab_token>")


def test_rejecting_elsewhere_decides_nothing_in_quarantine(actor: Actor, person: Actor) -> None:
    for name in ("one", "two"):
        remember(replace(actor, agent=name), "Use the key.", name=name, scope="agent", propose_only=True)
    Memory.objects.filter(name="two").update(quarantined_at="2026-01-01T00:00:00Z")
    reject(person, revision_id=Revision.objects.get(memory__name="one").pk)
    assert Revision.objects.get(memory__name="two").status == Status.PROPOSED


def test_what_is_in_quarantine_was_at_no_time(slipped_in: Actor) -> None:
    assert len(as_of(slipped_in, known_at="2100-01-01").memories) == 1
    scan_secrets(slipped_in)
    assert as_of(slipped_in, known_at="2100-01-01").memories == []
