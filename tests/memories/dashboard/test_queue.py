"""The review queue: what it shows, and every decision by its buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from continuum.kernel.actor import Actor
from memories.models import Memory, Revision
from memories.recall.reading import get_memory
from memories.services.removal import archive
from oauth.models import User
from tests.stories import remember

PAGE = "/review"


def propose(actor: Actor, text: str, **fields: Any) -> UUID:
    return UUID(remember(actor, text, trust="web", **fields).revision_id)


def decide(browser: Client, revision: UUID, decision: str, **fields: Any) -> Any:
    address = reverse("review-decide", args=[revision])
    return browser.post(address, {"decision": decision, **fields}, follow=True)


def status(revision: UUID) -> str:
    return Revision.objects.get(pk=revision).status


def test_the_queue_shows_what_waits_and_the_first_of_it(browser: Client, actor: Actor) -> None:
    propose(actor, "Coffee at ten.", name="coffee")
    propose(actor, "Never on Fridays.", name="friday", workspace="team")
    page = browser.get(PAGE).text
    assert "2 proposals wait for you." in page and "Coffee at ten." in page
    assert "Reads like a standing rule" in page
    assert "Coffee at ten." not in browser.get(f"{PAGE}?workspace=team").text


def test_a_change_is_shown_against_what_is_remembered(browser: Client, actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea", kind="decision")
    page = browser.get(
        reverse("review-one", args=[propose(actor, "Tea at five.", name="tea", tags=["x"])])
    ).text
    assert (
        "<del>four</del><ins>five</ins>" in page
        and "would change version 1" in page
        and "<ins>x</ins>" in page
    )


def test_what_it_is_like_stands_beside_it_and_can_be_replaced(browser: Client, actor: Actor) -> None:
    remember(actor, "The shop is deployed every Tuesday at ten.", name="deploys")
    proposed = propose(actor, "The shop is deployed every Wednesday at ten.", name="release")
    page = browser.get(reverse("review-one", args=[proposed])).text
    assert "Contradicts" in page and "<mark>Tuesday</mark>" in page and "Approve and replace" in page
    decide(browser, proposed, "replace")
    assert (status(proposed), Revision.objects.get(memory__name="deploys").status) == ("active", "superseded")


def test_the_same_text_once_more_is_folded(browser: Client, actor: Actor) -> None:
    propose(actor, "Coffee at ten.", name="coffee")
    propose(actor, "Coffee at ten.", name="coffee")
    page = browser.get(PAGE).text
    assert "1 proposal waits" in page and "and once more" in page and "proposed once more" in page


def test_a_button_decides_and_goes_on_with_the_next(browser: Client, actor: Actor) -> None:
    one, two = propose(actor, "One.", name="one"), propose(actor, "Two.", name="two")
    page = decide(browser, two, "approve", next=str(one))
    assert page.redirect_chain[-1][0] == reverse("review-one", args=[one])
    assert "Approved." in page.text and status(two) == "active" and "Undo the last decision" in page.text
    assert "Nothing waits" in decide(browser, one, "reject").text and status(one) == "rejected"


def test_a_stale_one_is_told_and_approved_only_on_purpose(browser: Client, actor: Actor) -> None:
    proposed = propose(actor, "Tea at five.", name="tea")
    remember(replace(actor, client="another"), "Tea at four.", name="tea")
    assert "The memory has changed since" in decide(browser, proposed, "approve").text
    page = browser.get(reverse("review-one", args=[proposed])).text
    assert "Its approval failed:" in page and "Approve anyway" in page
    decide(browser, proposed, "approve", anyway="1", expected_version="1")
    assert get_memory(actor, name="tea").content == "Tea at five."


def test_what_changed_while_it_was_looked_at_is_not_approved(browser: Client, actor: Actor) -> None:
    proposed = propose(actor, "Tea at five.", name="tea")
    assert 'class="message error"' in decide(browser, proposed, "approve", expected_version="7").text
    assert status(proposed) == "proposed"


def test_it_is_approved_in_other_words(browser: Client, actor: Actor) -> None:
    proposed = propose(actor, "Tea at fife.", name="tea")
    answer = browser.post(reverse("review-edit", args=[proposed]), {"text": "Tea at five."}, follow=True)
    now = get_memory(actor, name="tea")
    assert "Approved in your words." in answer.text and (now.content, now.trust) == ("Tea at five.", "web")
    assert "decided already" in browser.get(reverse("review-one", args=[proposed]), follow=True).text


def test_many_are_decided_at_once_and_each_failure_is_told(browser: Client, actor: Actor) -> None:
    ids = [propose(actor, f"Number {number}.", name=f"n{number}") for number in range(3)]
    decide(browser, ids[0], "reject")
    answer = browser.post(reverse("review-selected"), {"ids": ids, "decision": "approve"}, follow=True)
    assert "2 approved." in answer.text and "1: This proposal was decided already" in answer.text
    assert [status(one) for one in ids] == ["rejected", "active", "active"]
    nothing = browser.post(reverse("review-selected"), {"decision": "approve"}, follow=True)
    assert "Select at least one" in nothing.text


def undo(browser: Client) -> str:
    return browser.post(reverse("review-undo"), follow=True).text


def test_a_rejection_is_taken_back_and_the_text_waits_again(browser: Client, actor: Actor) -> None:
    proposed = propose(actor, "Coffee at ten.", name="coffee", tags=["x"])
    decide(browser, proposed, "reject")
    assert "it waits again" in undo(browser)
    (waiting,) = Revision.objects.filter(status="proposed")
    assert (waiting.content, waiting.agent, waiting.trust) == ("Coffee at ten.", "codex", "web")
    assert waiting.changes["tags"] == ["x"]
    decide(browser, waiting.pk, "approve")
    assert get_memory(actor, name="coffee").content == "Coffee at ten."


def test_an_approval_is_taken_back(browser: Client, actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    decide(browser, propose(actor, "Tea at five.", name="tea"), "approve")
    assert "it waits again" in undo(browser) and get_memory(actor, name="tea").content == "Tea at four."
    new = propose(actor, "Coffee at ten.", name="coffee")
    decide(browser, new, "approve")
    assert "it is archived" in undo(browser) and Memory.objects.get(name="coffee").archived_at
    assert "nothing to take back" in undo(browser)


def test_what_changed_since_is_not_taken_back(browser: Client, actor: Actor) -> None:
    decide(browser, propose(actor, "Tea at five.", name="tea"), "approve")
    remember(actor, "Tea at six.", name="tea")
    assert "Something has changed since" in undo(browser)
    assert get_memory(actor, name="tea").content == "Tea at six."


def test_a_proposal_for_what_is_archived_says_so(browser: Client, actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    proposed = propose(actor, "Tea at five.", name="tea")
    archive(actor, name="tea")
    assert "Approving brings it back" in browser.get(reverse("review-one", args=[proposed])).text


def test_keys_are_answered_in_json(browser: Client, actor: Actor) -> None:
    proposed = propose(actor, "Coffee.", name="coffee")
    address, asked = reverse("review-decide", args=[proposed]), {"Accept": "application/json"}
    first = browser.post(address, {"decision": "approve"}, headers=asked).json()
    again = browser.post(address, {"decision": "reject"}, headers=asked).json()
    assert first == {"done": True, "gone": True, "message": "Approved.", "undo": True, "waiting": 0}
    assert (again["done"], again["gone"]) == (False, True) and "decided already" in again["message"]
    assert browser.post(address, {"decision": "keep"}, headers=asked).json()["done"] is False


def test_htmx_takes_the_proposal_alone(browser: Client, actor: Actor) -> None:
    proposed = propose(actor, "Coffee.", name="coffee")
    part = browser.get(reverse("review-one", args=[proposed]), headers={"HX-Request": "true"}).text
    assert part.lstrip().startswith("<article") and "<html" not in part


@pytest.mark.parametrize("what", ["review-decide", "review-edit"])
def test_a_stranger_decides_nothing(browser: Client, actor: Actor, charlie: User, what: str) -> None:
    proposed = propose(actor, "Coffee.")
    browser.force_login(charlie)
    for wanted in (proposed, uuid4()):
        page = browser.post(reverse(what, args=[wanted]), {"decision": "approve", "text": "x"}, follow=True)
        assert "No memory of that name" in page.text and "Coffee" not in page.text
    assert status(proposed) == "proposed"
    assert browser.get(reverse(what, args=[proposed])).status_code == 405


def test_queries_do_not_grow_with_the_queue(
    browser: Client, actor: Actor, django_assert_num_queries: Any
) -> None:
    for rounds in (2, 8):
        for number in range(rounds):
            remember(actor, f"The port {number} of {rounds} is 5433.", name=f"p{rounds}{number}")
            propose(actor, f"The port {number} of {rounds} is 5434.", name=f"q{rounds}{number}")
        browser.get(PAGE)
        with django_assert_num_queries(13):
            browser.get(PAGE)
