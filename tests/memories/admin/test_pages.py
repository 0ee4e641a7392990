"""What staff look at beside the queue, and the little they change there."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from memories.injection.inject import inject
from memories.models import Activity, Event, Fact, Policy, Workspace
from memories.pipeline.work import work
from memories.services.policies import set_policy
from oauth.models import User
from tests.stories import remember

ADMIN = "/admin/memories"


def test_the_side_bar_leads_everywhere(browser: Client, actor: Actor) -> None:
    remember(actor, "Coffee.", trust="web")
    shown = browser.get("/admin/").text
    pages = ("proposal", "memory", "fact", "entity", "event", "handoff", "activity", "policy", "workspace")
    assert all(f'href="{ADMIN}/{name}/"' in shown for name in pages)


def test_the_side_bar_leads_to_people_and_what_they_let_in(browser: Client) -> None:
    shown = browser.get("/admin/").text
    pages = ("user", "invitation", "personaltoken", "connection", "client", "accountevent")
    for page in (*(f"oauth/{name}" for name in pages), "mfa/authenticator", "memories/memory/quarantine"):
        assert f'href="/admin/{page}/"' in shown, page
        assert browser.get(f"/admin/{page}/").status_code == 200


@pytest.mark.parametrize("model", ["memory", "event"])
def test_looking_changes_nothing(browser: Client, actor: Actor, model: str) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    row = answer.memory_id if model == "memory" else Event.objects.latest("pk").pk
    assert browser.get(f"{ADMIN}/{model}/").status_code == 200
    shown = browser.get(f"{ADMIN}/{model}/{row}/change/")
    assert shown.status_code == 200 and "Ghent" not in shown.text
    assert browser.post(f"{ADMIN}/{model}/{row}/change/", {"name": "x"}).status_code == 403
    assert browser.get(f"{ADMIN}/{model}/add/").status_code == 403
    assert browser.post(f"{ADMIN}/{model}/{row}/delete/", {"post": "yes"}).status_code == 403


def test_facts_and_things_are_looked_at(browser: Client, actor: Actor, charlie: User) -> None:
    remember(actor, "Ann lives in Ghent.", name="ann")
    work()
    shown = browser.get(f"{ADMIN}/fact/").text
    assert "lives_in" in shown and "Ann lives in Ghent." not in shown
    assert "Ghent" in browser.get(f"{ADMIN}/entity/").text
    fact = Fact.objects.get()
    assert "Ann lives in Ghent." in browser.get(f"{ADMIN}/fact/{fact.pk}/change/").text
    assert browser.post(f"{ADMIN}/fact/{fact.pk}/delete/", {"post": "yes"}).status_code == 403
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    browser.force_login(charlie)
    assert "Ghent" not in browser.get(f"{ADMIN}/fact/").text + browser.get(f"{ADMIN}/entity/").text


def test_the_lists_hold_no_text(browser: Client, actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    shown = browser.get(f"{ADMIN}/memory/").text
    assert "office" in shown and "Ghent" not in shown


def test_staff_see_their_own_workspaces_only(browser: Client, actor: Actor, charlie: User) -> None:
    answer = remember(actor, "The office is in Ghent.", name="office")
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    browser.force_login(charlie)
    assert "office" not in browser.get(f"{ADMIN}/memory/").text
    assert answer.memory_id not in browser.get(f"{ADMIN}/event/").text
    assert browser.get(f"{ADMIN}/memory/{answer.memory_id}/change/").status_code == 302
    assert browser.get(f"{ADMIN}/workspace/").text.count('name="_selected_action"') <= 1


def test_a_workspaces_mode_is_changed_by_the_verb(browser: Client, person: Actor) -> None:
    where = person.workspaces["team"]
    browser.post(f"{ADMIN}/workspace/{where}/change/", {"mode": "review", "name": "other"})
    row = Workspace.objects.get(pk=where)
    assert (row.name, row.mode) == ("team", "review")
    assert Event.objects.filter(workspace_id=where, action="workspace.changed").count() == 1


def test_a_policy_is_made_changed_and_taken_back_with_an_event_each(browser: Client, person: Actor) -> None:
    asked = {"workspace": str(person.workspaces["team"]), "kind": "project", "decision": "propose"}
    browser.post(f"{ADMIN}/policy/add/", asked)
    row = Policy.objects.get()
    browser.post(f"{ADMIN}/policy/{row.pk}/change/", {"decision": "refuse", "kind": "other"})
    row.refresh_from_db()
    assert (row.kind, row.decision) == ("project", "refuse")
    browser.post(f"{ADMIN}/policy/{row.pk}/delete/", {"post": "yes"})
    told = Event.objects.filter(action__startswith="policy.").order_by("sequence")
    assert [event.action for event in told] == ["policy.set", "policy.set", "policy.deleted"]
    assert not Policy.objects.exists()


def test_a_policy_that_cannot_be_is_told_in_the_form(browser: Client, person: Actor) -> None:
    asked = {"workspace": str(person.workspaces["team"]), "kind": "Not a slug", "decision": "propose"}
    assert "starts with a letter or digit" in browser.post(f"{ADMIN}/policy/add/", asked).text
    assert not Policy.objects.exists()


def test_no_policy_reaches_anothers_workspace(browser: Client, person: Actor, charlie: User) -> None:
    asked = {"workspace": str(UUID(int=7)), "decision": "propose"}
    theirs = charlie.memberships.get().workspace_id
    for where in (asked["workspace"], str(theirs)):
        browser.post(f"{ADMIN}/policy/add/", {**asked, "workspace": where})
    assert not Policy.objects.exists()


def test_many_policies_are_taken_back_at_once(browser: Client, person: Actor) -> None:
    rows = [set_policy(person, decision="propose", kind=kind) for kind in ("project", "person")]
    chosen = [str(row.pk) for row in rows]
    browser.post(
        f"{ADMIN}/policy/",
        {"action": "delete_selected", "_selected_action": chosen, "post": "yes", "index": 0},
    )
    assert Event.objects.filter(action="policy.deleted").count() == 2


def test_every_page_leads_staff_to_the_admin(browser: Client, staff: User) -> None:
    link = '<a href="/admin/"'
    assert link in browser.get("/").text
    staff.is_staff = False
    staff.save()
    assert link not in browser.get("/").text


@pytest.mark.parametrize(
    "narrowed", ["q=office", "q=0000", "action=memory.remembered", "workspace=default", "p=9"]
)
def test_events_are_narrowed(browser: Client, actor: Actor, narrowed: str) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    assert browser.get(f"{ADMIN}/event/?{narrowed}", follow=True).status_code == 200


def test_what_went_into_a_context_is_shown_with_its_reasons_and_without_its_text(
    browser: Client, actor: Actor
) -> None:
    answer = remember(actor, "Never deploy on Fridays.", recall_tier="always")
    inject(actor, prompt="hello", session_id="s")
    (row,) = Activity.objects.all()
    for page in (f"{ADMIN}/activity/?q=codex", f"{ADMIN}/activity/{row.pk}/change/"):
        shown = browser.get(page)
        assert shown.status_code == 200 and "Fridays" not in shown.text
    assert "standing rule" in shown.text and answer.memory_id in shown.text
    assert row.block not in shown.text and row.session not in shown.text


@pytest.mark.parametrize(
    "path", ["/admin/r/1/1/", "/admin/r/99/x/", "/admin/r/0/00000000-0000-0000-0000-000000000000/"]
)
def test_what_has_no_page_of_its_own_is_not_there(browser: Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404 and "There is nothing here" in answer.text
