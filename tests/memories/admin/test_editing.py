"""Edit, then approve: the person's words enter by intake."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from continuum.kernel.actor import Actor
from memories.models import Revision
from memories.recall.reading import get_memory
from tests.stories import remember

pytestmark = pytest.mark.usefixtures("review_mode")


def save(browser: Client, revision: object, text: str, **fields: str):
    address = reverse("admin:memories_proposal_edit", args=[revision])
    return browser.post(address, {"text": text, **fields}, follow=True)


def test_what_is_approved_is_what_was_typed(browser: Client, actor: Actor, person: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    assert "Approved in your words." in save(browser, answer.revision_id, "The office is in\r\nBruges.").text
    assert get_memory(person, name="office").content == "The office is in\nBruges."
    assert not Revision.objects.filter(status="proposed").exists()


def test_a_second_click_is_told_that_it_was_decided(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    save(browser, answer.revision_id, "Bruges.")
    assert save(browser, answer.revision_id, "Bruges.").status_code == 200
    assert Revision.objects.filter(status="active").count() == 1


def test_a_structured_memory_is_edited_as_json(browser: Client, actor: Actor, person: Actor) -> None:
    answer = remember(actor, None, value={"city": "Ghent"}, name="office")
    shown = save(browser, answer.revision_id, '{"city": "Br', next="").text
    assert "This is not JSON" in shown and "{&quot;city&quot;: &quot;Br</textarea>" in shown
    save(browser, answer.revision_id, '{"city": "Bruges"}')
    assert get_memory(person, name="office").value == {"city": "Bruges"}


@pytest.mark.parametrize("text", ["", "a\x00b", "x" * 2_000_000])
def test_a_text_that_cannot_be_kept_is_told(browser: Client, actor: Actor, text: str) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    assert save(browser, answer.revision_id, text, next="").status_code == 200
    assert Revision.objects.get().status == "proposed"
