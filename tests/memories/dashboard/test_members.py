"""Members of a workspace as pages: inviting, changing, leaving, and what a role does not see."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from memories import access
from memories.intake.handoffs import create_handoff
from memories.models import Membership
from memories.services.invitations import find_offer, invite_member
from memories.services.members import change_role
from memories.services.workspaces import ways_in
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember

MEMBERS = "/settings/members?workspace=team"


def press(browser: Client, what: str, **fields: object) -> str:
    answer = browser.post(f"/settings/members/{what}", {"workspace": "team", **fields}, follow=True)
    return str(answer.text)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def reader(alice: User, bob: User) -> Client:
    """Bob's browser; he only reads in alice's team."""
    with access.acting(person_actor(alice)) as owner:
        change_role(owner, workspace="team", member=bob.pk, role="reader")
    return signed_in(bob)


def test_a_link_is_shown_once_and_waits_until_it_is_withdrawn(browser: Client, alice: User) -> None:
    told = press(browser, "invite", role="editor", note="Dora from work")
    secret = re.search(r"http://localhost:8787/join/([\w-]+)", told)
    assert secret is not None and find_offer(secret[1]) is not None
    again = browser.get(MEMBERS).text
    assert secret[1] not in again and "Dora from work" in again
    row = re.search(r'name="invitation" value="([\w-]+)"', again)
    assert row is not None and "Withdrawn" in press(browser, "withdraw", invitation=row[1])
    assert find_offer(secret[1]) is None


def test_a_role_is_changed_and_a_member_removed(browser: Client, bob: User) -> None:
    assert "Changed. It counts" in press(browser, "change", member=bob.pk, role="reviewer")
    assert Membership.objects.get(user=bob, name="team").role == "reviewer"
    assert "Removed" in press(browser, "change", member=bob.pk, role="out")
    assert "team" not in ways_in(bob.pk).workspaces


def test_a_workspace_is_handed_over(browser: Client, alice: User, bob: User) -> None:
    assert "Handed over" in press(browser, "change", member=bob.pk, role="owner")
    page = browser.get(MEMBERS).text
    assert "Leave" in page and "Make a link" not in page


def test_what_is_refused_is_told(browser: Client, alice: User, bob: User) -> None:
    assert "The role is one of" in press(browser, "invite", role="owner")
    assert "Nobody of this number" in press(browser, "change", member="x", role="reader")
    with access.acting(person_actor(alice)) as owner:
        remember(owner, "The safe is behind the clock.", sensitivity="private")
    assert "yours alone" in press(browser, "invite", workspace="default", role="reader")


def test_a_member_sees_who_is_there_and_leaves(reader: Client, bob: User) -> None:
    page = reader.get(MEMBERS).text
    assert "alice" in page and "Invite somebody" not in page
    assert "does not let you do this" in press(reader, "invite", role="reader")
    assert "You left team" in press(reader, "leave")
    assert "team" not in ways_in(bob.pk).workspaces


def test_who_shares_nothing_is_told_how(charlie: User) -> None:
    assert "Nothing here can be shared yet" in signed_in(charlie).get("/settings/members").text


def forms(page: str) -> set[str]:
    """Where the forms of a page are posted to, but for the frame's own."""
    main = page[page.index("<main") : page.index("</main>")]
    posts = re.findall(r'<form[^>]*method="post"[^>]*>', main)
    return {re.sub(r'.*action="([^"]*)".*', r"\1", each) for each in posts}


def test_a_reader_is_shown_nothing_that_they_may_not(reader: Client, alice: User) -> None:
    with access.acting(person_actor(alice)) as owner:
        remember(owner, "Always call Anna Berg before noon.", name="office", workspace="team")
        handoff = create_handoff(owner, task_id="t", summary="Go on.", workspace="team").handoff
    for page in ("/memory?name=office&workspace=team", "/guide?workspace=team", f"/handoffs/{handoff.pk}"):
        answer = reader.get(page)
        assert answer.status_code == 200 and forms(answer.text) <= {"/memory/elsewhere"}, page
        assert "/memory/edit" not in answer.text and "/guide/edit" not in answer.text
    assert "reader" in reader.get("/memory?name=office&workspace=team").text


def test_a_readers_settings_are_their_own(reader: Client) -> None:
    page = reader.get("/settings").text
    assert page.count('name="mode" value="auto"') == 1 and "Rename or delete" not in page
    for tab in ("policies", "retention", "secrets", "exclusions", "golden", "upkeep"):
        assert reader.get(f"/settings/{tab}?workspace=team").status_code == 403, tab
        assert "team" not in reader.get(f"/settings/{tab}").text


def test_a_reader_reviews_only_what_is_their_own(reader: Client, alice: User) -> None:
    with access.acting(agent_actor(alice)) as agent:
        found = remember(agent, "The oven is broken.", trust="web", workspace="team")
    assert "The oven is broken." not in reader.get("/review").text
    assert reader.get(f"/review/{found.revision_id}").status_code == 403
    assert reader.get("/memory?name=nothing&workspace=team").status_code == 404


def test_a_link_made_by_the_verb_is_the_pages_own(browser: Client, alice: User) -> None:
    with access.acting(person_actor(alice)) as owner:
        invite_member(owner, workspace="team", role="reader", note="for Eve")
    assert "for Eve" in browser.get(MEMBERS).text


def test_what_somebody_else_did_is_told_by_their_name(browser: Client, alice: User, bob: User) -> None:
    with access.acting(person_actor(bob)) as editor:
        remember(editor, "The door is green.", name="door", workspace="team")
    for page in ("/timeline?workspace=team", "/memory?name=door&workspace=team", "/"):
        assert "bob" in browser.get(page).text, page
        assert "bob" not in signed_in(bob).get(page).text.replace('title="bob">bob<', ""), page
