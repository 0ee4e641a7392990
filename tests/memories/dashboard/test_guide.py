"""The guide: edited, compared, brought back, and the newer default that is offered."""

from __future__ import annotations

import pytest
from django.test import Client

from memories import access
from memories.intake.guide import save_guide
from memories.models import GuideVersion
from memories.services.guide import get_guide
from oauth.models import User
from tests.conftest import person_actor


@pytest.fixture
def written(alice: User) -> User:
    with access.acting(person_actor(alice)) as person:
        save_guide(person, text="Recall before you answer.")
        save_guide(person, text="Recall before you answer. Be brief.")
    return alice


def test_the_shipped_words_are_shown_until_somebody_writes(browser: Client) -> None:
    shown = browser.get("/guide").text
    assert "These words ship with Continuum" in shown and "Nobody has changed it" in shown


def test_new_words_come_into_force_as_a_new_version(browser: Client, alice: User) -> None:
    fields = {"text": "Recall first.\r\nAlways.", "expected_number": "0"}
    told = browser.post("/guide/edit", fields, follow=True).text
    assert "Version 1 is in force" in told and "Recall first." in told


def test_who_edits_an_old_version_is_told_and_loses_nothing(browser: Client, written: User) -> None:
    fields = {"text": "Something else.", "expected_number": "1"}
    answer = browser.post("/guide/edit", fields)
    assert answer.status_code == 400 and "Something else." in answer.text and 'role="alert"' in answer.text


def test_what_a_version_changed_is_shown_and_an_old_one_brought_back(browser: Client, written: User) -> None:
    assert "<ins>" in browser.get("/guide/changes?to=2").text
    assert browser.get("/guide/changes?to=9").status_code == 404
    told = browser.post("/guide/back", {"to": "1"}, follow=True).text
    assert "Version 3 is in force" in told
    with access.acting(person_actor(written)) as person:
        assert get_guide(person).text == "Recall before you answer."


def test_newer_words_that_ship_are_offered_and_taken(browser: Client, written: User) -> None:
    assert "Newer words ship" not in browser.get("/guide").text
    with access.acting(person_actor(written)):
        GuideVersion.objects.update(shipped="0" * 64)
        assert "Newer words ship" in browser.get("/guide").text
        assert "Take the newer words" in browser.get("/guide/changes?to=default").text
        assert "Version 3 is in force" in browser.post("/guide/back", {"to": "default"}, follow=True).text
        assert "Newer words ship" not in browser.get("/guide").text
