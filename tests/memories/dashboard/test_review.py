"""The buttons of the review queue."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from continuum.kernel.actor import Actor
from memories.models import Revision
from oauth.models import User
from tests.stories import remember


def _press(browser: Client, button: str, revision: object, **fields: str):
    return browser.post(reverse(f"proposal-{button}", args=[revision]), fields, follow=True)


@pytest.mark.parametrize(("button", "status"), [("approve", "active"), ("reject", "rejected")])
def test_a_button_decides_and_says_so(browser: Client, actor: Actor, button: str, status: str) -> None:
    answer = remember(actor, "The web says coffee.", trust="web")
    page = _press(browser, button, answer.revision_id)
    assert Revision.objects.get(pk=answer.revision_id).status == status
    assert 'class="message success"' in page.text


def test_pressing_twice_is_told(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "The web says coffee.", trust="web")
    _press(browser, "approve", answer.revision_id)
    assert "was decided already" in _press(browser, "reject", answer.revision_id).text


def test_an_outdated_proposal_has_a_button_of_its_own(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink", trust="web")
    remember(replace(actor, client="another"), "Tea.", name="drink")
    assert "Approve anyway" in browser.get("/").text
    assert "has changed since" in _press(browser, "approve", answer.revision_id).text
    assert "Approved." in _press(browser, "approve", answer.revision_id, anyway="1").text


def test_it_leads_back_to_the_workspace_it_came_from(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", trust="web", workspace="team")
    page = _press(browser, "approve", answer.revision_id, workspace="team")
    assert page.redirect_chain[-1][0] == "/?workspace=team#review"


def test_a_stranger_decides_nothing(browser: Client, actor: Actor, charlie: User) -> None:
    answer = remember(actor, "Coffee.", trust="web")
    browser.force_login(charlie)
    told = {_press(browser, "approve", wanted).text.count("No memory of that name") for wanted in
            (answer.revision_id, uuid4())}  # fmt: skip
    assert told == {1}
    assert Revision.objects.get(pk=answer.revision_id).status == "proposed"


def test_a_link_decides_nothing(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", trust="web")
    assert browser.get(reverse("proposal-approve", args=[answer.revision_id])).status_code == 405


def test_another_site_decides_nothing(alice: User, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", trust="web")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    refused = strict.post(reverse("proposal-approve", args=[answer.revision_id]))
    assert refused.status_code == 403 and "Please try again" in refused.text
    assert Revision.objects.get(pk=answer.revision_id).status == "proposed"
