"""The pages of batches: what an agent wrote at once, and the receipt of taking it back."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.batches import open_batch
from memories.intake.submit import submit_all
from memories.models import Batch
from memories.services.drafts import Draft
from memories.services.removal import forget
from tests.stories import remember


def written(actor: Actor, **texts: str) -> Batch:
    batch = open_batch(actor, label="The shelves")
    submit_all(actor, drafts=[Draft(content=t, name=n) for n, t in texts.items()], batch_id=batch.pk)
    return batch


def test_a_batch_is_listed_with_who_wrote_how_much(browser: Client, actor: Actor) -> None:
    written(actor, one="Shelf 1 holds oil.", two="Shelf 2 holds tar.")
    told = browser.get("/connections/batches").text
    assert "The shelves" in told and "2 texts" in told and actor.agent in told


def test_without_any_the_page_says_what_will_stand_there(browser: Client) -> None:
    assert "Nothing was written in a batch yet" in browser.get("/connections/batches").text


def test_its_page_names_what_may_be_seen(browser: Client, actor: Actor, person: Actor) -> None:
    batch = written(actor, one="Shelf 1 holds oil.", two="Shelf 2 holds tar.")
    with access.acting(person):
        forget(person, name="two")
    told = browser.get(f"/connections/batches/{batch.pk}").text
    assert 'href="/memory?name=one"' in told and "two" not in told


def test_the_receipt_says_what_went_back_and_what_stayed(
    browser: Client, actor: Actor, person: Actor
) -> None:
    remember(actor, "Shelf 3 holds nails.", name="three")
    batch = written(actor, one="Shelf 1 holds oil.", two="Shelf 2 holds tar.", three="Shelf 3 holds screws.")
    with access.acting(person):
        remember(person, "Shelf 1 was sold.", name="one")
    told = browser.post(f"/connections/batches/{batch.pk}/undo").text
    assert "1 memory stayed as it is" in told and "It was changed since." in told
    assert "Says again what it said before" in told and "Archived, for the writes had made it" in told
    assert "All of it had been undone before" not in told
    assert "It was taken back" in browser.get(f"/connections/batches/{batch.pk}").text


@pytest.mark.parametrize("page", ["", "/undo"])
def test_another_persons_batch_is_not_there(browser: Client, stranger: Actor, page: str) -> None:
    with access.acting(stranger):
        batch = written(stranger, one="Shelf 1 holds oil.")
    for pk in (batch.pk, uuid.uuid4()):
        asked: Any = browser.post if page else browser.get
        answer = asked(f"/connections/batches/{pk}{page}", follow=True)
        assert answer.status_code == 404
    with access.acting(stranger):
        assert Batch.objects.get(pk=batch.pk).undone_at is None
