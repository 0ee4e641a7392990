"""Forms of a page that is no longer true: what was typed stays, what was done is told, nothing twice."""

from __future__ import annotations

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Event, Membership, Revision, Role
from memories.services.removal import forget
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.memories.dashboard.odd import PRESSED
from tests.stories import remember


def test_words_that_cannot_be_approved_stay_in_the_form(browser: Client, actor: Actor) -> None:
    remember(actor, value={"tea": "green"}, name="tea")
    proposed = remember(actor, value={"tea": "black"}, name="tea", trust="web").revision_id
    answer = browser.post(
        f"/review/{proposed}/edit", {"text": '{"tea": whyte}', "kept": "?workspace=default"}
    )
    assert answer.status_code == 400 and "This is not JSON" in answer.text
    assert "{&quot;tea&quot;: whyte}</textarea>" in answer.text
    deep = browser.post(f"/review/{proposed}/edit", {"text": "[" * 100_000})
    assert deep.status_code == 400 and "nested too deep" in deep.text


def test_words_for_a_proposal_that_was_decided_in_another_tab_are_told(browser: Client, actor: Actor) -> None:
    proposed = remember(actor, "Tea at four.", trust="web").revision_id
    browser.post(f"/review/{proposed}/decide", {"decision": "reject"})
    answer = browser.post(f"/review/{proposed}/edit", {"text": "Tea at five."}, follow=True)
    assert answer.status_code == 200 and 'class="message' in answer.text
    assert Revision.objects.get().status == "rejected"


def test_a_first_memory_that_is_refused_stays_in_the_form(browser: Client, alice: User) -> None:
    secret = "gh" + "p_" + "a1B2c3D4" * 5
    answer = browser.post("/welcome/remember", {"text": f"The robot's key is {secret[:40]}."})
    assert answer.status_code in {400, 422} and "robot&#x27;s key" in answer.text
    assert browser.post("/welcome/remember", {"text": " "}).status_code == 400


def test_an_edit_says_what_it_is_by_its_status(browser: Client, person: Actor) -> None:
    remember(person, "Tea at four.", name="tea")
    fields = {"name": "tea", "kind": "project", "expected_version": "1"}
    assert browser.post("/memory/edit", {**fields, "text": ""}).status_code == 400
    assert browser.post("/memory/edit", {**fields, "text": "Tea at five."}).status_code == 302
    late = browser.post("/memory/edit", {**fields, "text": "Tea at six."})
    assert late.status_code == 409 and "Tea at six." in late.text


@pytest.mark.parametrize("path", ["tier", "archive", "restore", "forget", "revert", "elsewhere", "edit"])
def test_a_button_of_a_memory_that_is_gone_leads_to_a_page(browser: Client, person: Actor, path: str) -> None:
    remember(person, "Tea at four.", name="tea")
    forget(person, name="tea")
    fields = {
        "name": "tea",
        "tier": "always",
        "text": "x",
        "to": "team",
        "kind": "x",
        "expected_version": "1",
    }
    answer = browser.post(f"/memory/{path}", fields, follow=True)
    assert answer.status_code == 404 and '<main id="main"' in answer.text


@pytest.mark.parametrize(
    "wanted",
    [
        "second",
        "home",
        "//evil.example",
        "https://evil.example",
        "javascript:x",
        "\\\\evil.example",
        "/\\evil",
    ],
)
@pytest.mark.parametrize("path", ["/review/undo", "/preferences"])
def test_next_leads_to_our_own_paths_alone(browser: Client, path: str, wanted: str) -> None:
    answer = browser.post(path, {"next": wanted, "theme": "dark"})
    assert answer.headers["Location"] in {"/review", "/preferences"}


def test_a_reader_presses_every_button_and_nothing_comes_of_it(alice: User, charlie: User) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "Ann lives in Ghent.", name="shop", workspace="team")
        team = person.workspaces["team"]
    with access.acting(agent_actor(alice)) as codex:
        proposed = remember(codex, "Tea at four.", name="tea", trust="web", workspace="team").revision_id
    Membership.objects.create(workspace_id=team, name="team", user=charlie, role=Role.READER)
    reader, happened = Client(), Event.objects.filter(workspace_id=team)
    reader.force_login(charlie)
    with access.acting(person_actor(alice)):
        before = happened.count()
    for path, fields in PRESSED.items():
        if path.startswith(("/settings/members/leave", "/settings/make", "/tokens")):
            continue  # theirs to do
        aimed = (
            {**fields, "workspace": "team", "ids": proposed}
            if "{" not in path
            else {**fields, "workspace": "team"}
        )
        answer = reader.post(path.replace("{proposal}", proposed).replace("{", "").replace("}", ""), aimed)
        assert answer.status_code < 500
    with access.acting(person_actor(alice)):
        assert happened.count() == before
