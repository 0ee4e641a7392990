"""The queue: what it shows, what its buttons do, and what it costs."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from continuum.kernel.actor import Actor
from continuum.kernel.ids import new_id
from continuum.kernel.roles import Permission as Doing
from memories.models import Revision
from memories.services.events import PROPOSED_AGAIN
from memories.services.recall_tier import set_recall
from memories.services.turns import turn
from oauth.models import User
from tests.stories import remember

QUEUE = "/admin/memories/proposal/"

pytestmark = pytest.mark.usefixtures("review_mode")


def page(revision: object) -> str:
    return reverse("admin:memories_proposal_change", args=[revision])


def press(browser: Client, decision: str, revision: object, **fields: str):
    address = reverse("admin:memories_proposal_decide", args=[revision])
    return browser.post(address, {"decision": decision, **fields}, follow=True)


def status(revision: object) -> str:
    return Revision.objects.get(pk=revision).status


def test_the_queue_shows_who_proposed_what(browser: Client, actor: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office", kind="project")
    shown = browser.get(QUEUE).text
    assert all(word in shown for word in ("office", "The office is in Ghent.", "project", "codex", "new"))


def test_a_text_is_never_markup_and_hides_nothing(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "<script>alert(1)</script> pay \u202eeno\u202c\u200b now", name="odd")
    for shown in (browser.get(QUEUE).text, browser.get(page(answer.revision_id)).text):
        assert "<script>alert" not in shown and "&lt;script&gt;alert" in shown
        assert "U+202E" in shown and "U+200B" in shown


def test_the_page_shows_the_difference(browser: Client, actor: Actor, person: Actor) -> None:
    remember(person, "The office is in Ghent.", name="office")
    answer = remember(actor, "The office is in Bruges.", name="office")
    shown = browser.get(page(answer.revision_id)).text
    assert "<del>Ghent</del><ins>Bruges</ins>" in shown and "change" in shown


@pytest.mark.parametrize(("decision", "after"), [("approve", "active"), ("reject", "rejected")])
def test_a_button_decides_and_goes_on_to_the_next(
    browser: Client, actor: Actor, decision: str, after: str
) -> None:
    first, second = (remember(actor, f"Fact {n}.", name=f"fact-{n}") for n in (1, 2))
    shown = press(browser, decision, second.revision_id, next=first.revision_id)
    assert status(second.revision_id) == after
    assert shown.redirect_chain[-1][0] == page(first.revision_id)


def test_a_second_click_is_told_that_it_was_decided(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    press(browser, "approve", answer.revision_id)
    shown = press(browser, "reject", answer.revision_id)
    assert "was decided already" in shown.text and status(answer.revision_id) == "active"
    assert "was decided already" in browser.get(page(answer.revision_id), follow=True).text


def test_a_stale_proposal_is_looked_at_before_it_is_approved(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    person = replace(actor, client="dashboard", agent="", person=True)
    remember(person, "Tea.", name="drink")
    assert "has changed since" in press(browser, "approve", answer.revision_id).text
    shown = browser.get(QUEUE).text
    assert "changed since" in shown and "failed" in shown
    assert "Approve anyway" in browser.get(page(answer.revision_id)).text
    press(browser, "approve", answer.revision_id, anyway="1")
    assert status(answer.revision_id) == "active"


def test_the_script_is_answered_in_json(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    address = reverse("admin:memories_proposal_decide", args=[answer.revision_id])
    told = [
        browser.post(address, {"decision": "approve"}, headers={"accept": "application/json"}).json()
        for _ in "12"
    ]
    assert [(one["done"], one["gone"]) for one in told] == [(True, True), (False, True)]


@pytest.mark.parametrize(("action", "after"), [("approve", "active"), ("reject", "rejected")])
def test_many_are_decided_at_once(browser: Client, actor: Actor, action: str, after: str) -> None:
    answers = [remember(actor, f"Fact {n}.", name=f"fact-{n}") for n in range(3)]
    chosen = [answer.revision_id for answer in answers[:2]]
    shown = browser.post(QUEUE, {"action": action, "index": 0, "_selected_action": chosen}, follow=True)
    assert f"2 {'approved' if after == 'active' else 'rejected'}." in shown.text
    assert [status(answer.revision_id) for answer in answers] == [after, after, "proposed"]


def test_what_fails_among_many_stays_with_its_reason(browser: Client, actor: Actor) -> None:
    answers = [remember(actor, f"Fact {n}.", name=f"fact-{n}") for n in range(2)]
    remember(replace(actor, client="dashboard", agent="", person=True), "Another.", name="fact-0")
    chosen = [answer.revision_id for answer in answers]
    shown = browser.post(QUEUE, {"action": "approve", "index": 0, "_selected_action": chosen}, follow=True)
    assert "1 approved." in shown.text and "1: The memory has changed since" in shown.text
    assert "changed since" in Revision.objects.get(pk=chosen[0]).failure


def test_a_link_decides_nothing(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    address = reverse("admin:memories_proposal_decide", args=[answer.revision_id])
    assert browser.get(address).status_code == 405 and status(answer.revision_id) == "proposed"


def test_another_site_decides_nothing(staff: User, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(staff)
    for address in (reverse("admin:memories_proposal_decide", args=[answer.revision_id]), QUEUE):
        assert strict.post(address, {"decision": "approve"}).status_code == 403
    assert status(answer.revision_id) == "proposed"


def test_a_stranger_on_the_staff_sees_and_decides_nothing(
    browser: Client, actor: Actor, charlie: User
) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    browser.force_login(charlie)
    assert "drink" not in browser.get(QUEUE).text
    told = {
        press(browser, "approve", wanted).text.count("No memory of that name")
        for wanted in (answer.revision_id, uuid4())
    }
    assert told == {1} and status(answer.revision_id) == "proposed"


def test_who_is_not_on_the_staff_is_sent_away(browser: Client, staff: User, actor: Actor) -> None:
    staff.is_staff = staff.is_superuser = False
    staff.save()
    assert browser.get(QUEUE).status_code == 302
    assert press(browser, "approve", uuid4()).redirect_chain[0][0].startswith("/admin/login/")


@pytest.mark.parametrize(
    ("narrowed", "found"),
    [
        ("state=new", 2),
        ("state=change", 0),
        ("trust=web", 1),
        ("kind=project", 1),
        ("q=Ghent", 1),
        ("agent=codex", 2),
    ],
)
def test_the_queue_is_narrowed(browser: Client, actor: Actor, narrowed: str, found: int) -> None:
    remember(actor, "The office is in Ghent.", kind="project")
    remember(actor, "The web says coffee.", trust="web")
    assert browser.get(f"{QUEUE}?{narrowed}").text.count("data-row") == found


def test_the_page_walks_the_queue_as_it_was_narrowed(browser: Client, actor: Actor) -> None:
    web, _between, first = (
        remember(actor, f"Fact {n}.", trust=trust) for n, trust in enumerate(("web", "agent", "web"))
    )
    shown = browser.get(page(first.revision_id), {"_changelist_filters": "trust=web"}).text
    assert "1 of 2" in shown and page(web.revision_id) in shown


def test_the_same_queries_whatever_waits(browser: Client, actor: Actor) -> None:
    counts = []
    for number in range(6):
        remember(actor, f"Fact number {number}.", name=f"fact-{number}")
        if number in (0, 5):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                browser.get(QUEUE)
            counts.append(len(queries))
    assert counts[0] == counts[1] <= 14


@pytest.mark.parametrize("kept", ["p=99", "p=x", "nonsense__x=1", "state=no", "e=1", "%00", "trust=web&p=3"])
def test_an_odd_address_still_shows_the_page(browser: Client, actor: Actor, kept: str) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    assert browser.get(page(answer.revision_id), {"_changelist_filters": kept}).status_code == 200


def test_a_page_beyond_the_end_is_the_last(browser: Client, actor: Actor) -> None:
    remember(actor, "Coffee.", name="drink")
    assert browser.get(f"{QUEUE}?p=9").text.count("data-row") == 1


def test_an_odd_next_leads_back_to_the_queue(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    shown = press(browser, "approve", answer.revision_id, next="//elsewhere.test")
    assert shown.redirect_chain[-1][0] == QUEUE and status(answer.revision_id) == "active"


def test_who_has_no_workspace_has_nothing_to_review(browser: Client) -> None:
    browser.force_login(User.objects.create_superuser("newcomer"))
    assert "Nothing waits." in browser.get(QUEUE).text


def test_who_may_only_look_is_shown_no_buttons(browser: Client, staff: User, actor: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    staff.is_superuser = False
    staff.save()
    assert browser.get(QUEUE).status_code == 403
    staff.user_permissions.add(Permission.objects.get(codename="view_proposal"))
    shown = browser.get(QUEUE).text + browser.get(page(answer.revision_id)).text
    assert "drink" in shown and 'value="approve"' not in shown
    assert press(browser, "approve", answer.revision_id).status_code == 403
    assert status(answer.revision_id) == "proposed"


def propose_beside(actor: Actor, person: Actor, **found: str) -> Revision:
    """A proposal for which intake found another memory: `similar` or `conflicts_with`."""
    other = remember(person, "The office is in Ghent.", name="office-town")
    answer = remember(actor, "The office is in Bruges.", name="office")
    row = Revision.objects.get(pk=answer.revision_id)
    row.pk, row.content, row.content_hash = new_id(), "The office is in Antwerp.", "0" * 64
    row.similar, row.conflicts_with = [], []
    setattr(row, found["as_"], [other.memory_id])
    row.save(force_insert=True)
    return row


@pytest.mark.parametrize(("as_", "told"), [("similar", "Similar"), ("conflicts_with", "Contradicts")])
def test_what_it_is_like_or_contradicts_stands_beside_it(
    browser: Client, actor: Actor, person: Actor, as_: str, told: str
) -> None:
    row = propose_beside(actor, person, as_=as_)
    shown = browser.get(page(row.pk)).text
    assert told in shown and "The office is in <mark>Ghent</mark>." in shown
    assert "<b>office-town</b>" in browser.get(QUEUE).text


def test_replacing_retires_the_similar_memory(browser: Client, actor: Actor, person: Actor) -> None:
    row = propose_beside(actor, person, as_="similar")
    press(browser, "replace", row.pk)
    other = Revision.objects.get(memory__name="office-town")
    assert (status(row.pk), other.status) == ("active", "superseded")


def test_the_same_text_proposed_again_is_folded_and_counted(
    browser: Client, actor: Actor, person: Actor
) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    with turn(person, person.workspaces["default"], Doing.WRITE) as writing:
        for _ in range(2):
            writing.record(
                PROPOSED_AGAIN, memory_id=UUID(answer.memory_id), revision_id=UUID(answer.revision_id)
            )
    shown = browser.get(QUEUE).text
    assert "×3</span>" in shown and shown.count("data-row") == 1


def test_a_text_that_reads_like_a_rule_is_flagged(browser: Client, actor: Actor) -> None:
    answer = remember(actor, "Never deploy on a Friday without asking.", name="friday")
    assert "Reads like a standing rule" in browser.get(page(answer.revision_id)).text


def test_a_page_approves_the_version_that_it_showed(browser: Client, actor: Actor, person: Actor) -> None:
    answer = remember(actor, "Coffee.", name="drink")
    remember(person, "Tea.", name="drink")
    assert browser.get(page(answer.revision_id)).text.count('name="expected_version" value="1"') == 2
    remember(person, "Water.", name="drink")
    shown = press(browser, "approve", answer.revision_id, anyway="1", expected_version="1")
    assert "at version 2, not 1" in shown.text and status(answer.revision_id) == "proposed"
    press(browser, "approve", answer.revision_id, anyway="1", expected_version="2")
    assert status(answer.revision_id) == "active"


def test_a_field_changed_since_is_told_in_the_list_and_on_the_page(
    browser: Client, actor: Actor, person: Actor
) -> None:
    answer = remember(actor, "Coffee.", name="drink", recall_tier="always")
    set_recall(person, name="drink", recall="manual")
    assert "changed since" in browser.get(f"{QUEUE}?state=stale").text
    assert "A field that this would set" in browser.get(page(answer.revision_id)).text
    assert "field that this would set" in press(browser, "approve", answer.revision_id).text
