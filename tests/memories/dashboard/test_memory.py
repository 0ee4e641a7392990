"""The page of one memory, and what a person does to it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from continuum.kernel.actor import Actor
from memories.models import Memory, Revision
from memories.recall.reading import get_memory
from memories.services.removal import archive
from oauth.models import User
from tests.stories import remember

PAGE = "/memory?name=tea"


def press(browser: Client, what: str, **fields: Any) -> str:
    return browser.post(reverse(f"memory-{what}"), {"name": "tea", **fields}, follow=True).text


@pytest.fixture
def tea(actor: Actor) -> Actor:
    """Tea, twice rewritten, and a memory that links to it."""
    for hour in ("three", "four", "five"):
        remember(actor, f"Tea at {hour}. See [[nowhere]].", name="tea")
    remember(actor, "As [[tea]] says.", name="biscuits")
    return actor


def edited(browser: Client, text: str, **fields: Any) -> Any:
    given = {"name": "tea", "text": text, "kind": "decision", "tags": "food, hours", "expected_version": 3}
    return browser.post("/memory/edit", {**given, **fields}, follow=True)


def test_it_shows_text_links_and_every_version(browser: Client, tea: Actor) -> None:
    page = browser.get(PAGE).text
    assert all(f"Tea at {hour}" in page for hour in ("three", "four", "five"))
    assert "leads nowhere" in page and 'href="/memory?name=biscuits"' in page and "in force" in page


def test_what_is_private_looks_as_if_it_were_absent(browser: Client, actor: Actor) -> None:
    remember(actor, "Dear diary.", name="tea", sensitivity="private")
    answer = browser.get(PAGE)
    assert answer.status_code == 404 and "Dear diary." not in answer.text
    assert "Dear diary." in browser.get(f"{PAGE}&private=1").text


def test_an_edit_keeps_what_was_and_changes_what_stands_beside(browser: Client, tea: Actor) -> None:
    page = edited(browser, "Tea at six.\r\nSharp.").text
    assert "Saved as version 4." in page
    now = get_memory(tea, name="tea")
    assert (now.content, now.kind, list(now.tags)) == ("Tea at six.\nSharp.", "decision", ["food", "hours"])
    assert now.trust == "owner" and Revision.objects.filter(memory_id=now.memory_id).count() == 4


def test_who_edits_what_has_changed_sees_both_and_can_save_again(browser: Client, tea: Actor) -> None:
    page = edited(browser, "Tea at six.", expected_version=2).text
    assert "Save again" in page and "<ins>" in page and "Tea at six.</textarea>" in page
    assert 'name="expected_version" value="3"' in page and get_memory(tea, name="tea").version == 3


@pytest.mark.parametrize("text", ["", "   ", "x" * 1_100_000])
def test_what_cannot_be_kept_stays_in_the_form(browser: Client, tea: Actor, text: str) -> None:
    assert 'role="alert"' in edited(browser, text).text
    assert get_memory(tea, name="tea").version == 3


def test_a_value_is_edited_as_json(browser: Client, actor: Actor) -> None:
    remember(actor, value={"hour": 4}, name="tea")
    assert "&quot;hour&quot;: 4" in browser.get("/memory/edit?name=tea").text
    assert 'role="alert"' in edited(browser, "{hour: 5", expected_version=1).text
    edited(browser, '{"hour": 5}', expected_version=1)
    assert get_memory(actor, name="tea").value == {"hour": 5}


def test_any_two_versions_are_compared(browser: Client, tea: Actor) -> None:
    first, second, third = Revision.objects.filter(memory__name="tea").order_by("number")
    page = browser.get(f"/memory/changes?name=tea&from={first.pk}&to={third.pk}").text
    assert "<del>three</del><ins>five</ins>" in page
    assert "<del>four</del><ins>five</ins>" in browser.get("/memory/changes?name=tea").text
    assert browser.get(f"/memory/changes?name=biscuits&from={second.pk}").status_code == 404


def test_it_is_set_back_to_an_earlier_version(browser: Client, tea: Actor) -> None:
    assert "as version 4" in press(browser, "revert", to_number=1, expected_version=3)
    assert get_memory(tea, name="tea").content.startswith("Tea at three")
    assert 'class="message error"' in press(browser, "revert", to_number=2, expected_version=3)


def test_the_tier_moves(browser: Client, tea: Actor) -> None:
    assert 'class="message success"' in press(browser, "tier", tier="manual")
    assert get_memory(tea, name="tea").recall == "manual"
    assert 'class="message error"' in press(browser, "tier", tier="sometimes")


def test_it_is_archived_and_comes_back_whole(browser: Client, tea: Actor) -> None:
    page = press(browser, "archive")
    assert "nobody reads it" in page and "Restore" in page and "Tea at five" in page
    assert "Restored, whole." in press(browser, "restore")
    assert get_memory(tea, name="tea").version == 3


def test_forgetting_asks_first_and_shows_a_receipt(browser: Client, tea: Actor) -> None:
    assert "This cannot be undone" in browser.get("/memory/forget?name=tea").text
    page = press(browser, "forget")
    assert (
        "<td>versions of the text</td><td>3</td>" in page and not Memory.objects.filter(name="tea").exists()
    )
    assert browser.get(PAGE).status_code == 404


def test_what_is_in_quarantine_is_told_and_not_shown(browser: Client, tea: Actor) -> None:
    memory = Memory.objects.get(name="tea")
    memory.quarantined_at = memory.created_at
    memory.save()
    page = browser.get(PAGE)
    assert page.status_code == 404 and "In quarantine" in page.text and "Tea at" not in page.text


@pytest.mark.parametrize("what", ["archive", "restore", "revert", "tier"])
def test_a_stranger_changes_nothing(browser: Client, tea: Actor, charlie: User, what: str) -> None:
    browser.force_login(charlie)
    assert "no such memory here" in press(browser, what, to_number=1, tier="always")
    assert browser.get("/memory/forget?name=tea").status_code == 404
    assert get_memory(tea, name="tea").version == 3


@pytest.mark.parametrize("what", ["archive", "restore", "revert", "tier"])
def test_a_link_changes_nothing(browser: Client, what: str) -> None:
    assert browser.get(reverse(f"memory-{what}")).status_code == 405


def test_queries_do_not_grow_with_history(
    browser: Client, actor: Actor, django_assert_num_queries: Any
) -> None:
    for rounds in (2, 9):
        for number in range(rounds):
            remember(actor, f"Tea at {number} past {rounds}. [[a{number}]]", name="tea")
        browser.get(PAGE)
        with django_assert_num_queries(15):
            browser.get(PAGE)


def test_what_was_archived_can_be_found_with_its_place(browser: Client, actor: Actor) -> None:
    remember(actor, "Tea.", name="tea", workspace="team")
    archive(actor, name="tea", workspace="team")
    assert browser.get(PAGE).status_code == 404
    assert "is archived" in browser.get(f"{PAGE}&workspace=team").text
