"""The settings: each tab does what its button says, and tells what was refused."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memories import access
from memories.models import Job, Policy, Workspace
from memories.services.lifting import list_exclusions
from memories.services.policies import set_policy
from memories.services.removal import forget
from memories.services.retention import get_retention
from memories.services.secret_policies import list_secret_policies
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember

TABS = ["", "/policies", "/retention", "/secrets", "/exclusions", "/golden", "/upkeep", "/quarantine"]


def press(browser: Client, what: str, **fields: str) -> str:
    return browser.post(f"/settings/{what}", fields, follow=True).text


@pytest.mark.parametrize("tab", TABS)
def test_each_tab_is_there_and_for_who_is_signed_in_alone(browser: Client, tab: str) -> None:
    assert browser.get(f"/settings{tab}").status_code == 200
    assert Client().get(f"/settings{tab}").status_code == 302


def test_a_workspace_is_made_renamed_set_to_auto_and_deleted(browser: Client, alice: User) -> None:
    assert "The workspace shop is there" in press(browser, "make", name="shop", mode="review")
    press(browser, "change", workspace="shop", name="store")
    press(browser, "change", workspace="store", mode="auto")
    with access.acting(person_actor(alice)):
        assert Workspace.objects.get(name="store").mode == "auto"
    assert "Nothing was deleted" in press(browser, "delete", workspace="store", again="stroe")
    assert "is gone with everything" in press(browser, "delete", workspace="store", again="store")
    assert "cannot be deleted" in press(browser, "delete", workspace="default", again="default")


def test_a_rule_is_laid_down_and_taken_back(browser: Client, alice: User) -> None:
    told = press(browser, "policies/decide", kind="invoice", decision="refuse")
    assert "Laid down" in told and "invoice" in told and "refuse it" in told
    with access.acting(person_actor(alice)):
        row = Policy.objects.get()
        assert "Taken back" in press(browser, "policies/decide", policy=str(row.pk))
        assert not Policy.objects.exists()
    assert 'class="message error"' in press(browser, "policies/decide", decision="burn")


def test_days_are_kept_and_what_is_no_number_is_told(browser: Client, alice: User) -> None:
    assert "Kept so long" in press(browser, "retention/keep", rejected="7", events="0")
    assert "Give a number of days" in press(browser, "retention/keep", rejected="soon")
    with access.acting(person_actor(alice)) as person:
        days = get_retention(person)
        assert (days["rejected"], days["events"]) == (7, 0)


def test_kinds_of_secrets_are_guarded(browser: Client, alice: User) -> None:
    assert "from the next write on" in press(browser, "secrets/guard", **{"kind-email": "redact"})
    with access.acting(person_actor(alice)) as person:
        assert {row.kind: row.policy for row in list_secret_policies(person)}["email"] == "redact"


def test_an_exclusion_is_lifted_by_number_and_by_words(browser: Client, alice: User) -> None:
    with access.acting(person_actor(alice)) as person:
        for text in ("Ben owes us eleven euros.", "The bridge opens at noon."):
            forget(person, name=remember(person, text).name)
        number = list_exclusions(person).rows[0].id
        assert "remembered again" in press(browser, "exclusions/lift", exclusion=str(number))
        assert "not kept out here" in press(browser, "exclusions/lift", text="The bridge opens at noon.")
        assert "remembered again" in press(browser, "exclusions/lift", text="Ben owes us eleven euros.")
        assert not list_exclusions(person).rows


def test_golden_questions_are_pinned_run_and_let_go(browser: Client, alice: User) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "The shop is deployed every Tuesday at ten.", name="deploy")
    told = press(browser, "golden/pin", question="When is the shop deployed?", name="deploy", within="3")
    assert "not asked yet" in told
    told = press(browser, "golden/run")
    assert "1 of 1 questions" in told and "place 1" in told and "1.00" in told
    golden = told.split('name="golden" value="')[1].split('"')[0]
    assert "No question is pinned" in press(browser, "golden/unpin", golden=golden)
    assert 'class="message error"' in press(browser, "golden/unpin", golden="x")


def test_the_index_is_rebuilt_once_and_the_chain_holds(browser: Client, alice: User) -> None:
    assert "is being rebuilt" in press(browser, "upkeep/rebuild")
    assert "waits already" in press(browser, "upkeep/rebuild")
    assert "Cleared away: 0 versions" in press(browser, "upkeep/clear")
    assert "The chain holds" in press(browser, "upkeep/verify")
    with access.acting(person_actor(alice)):
        assert Job.objects.filter(step="reindex").count() == 1


def test_the_number_of_queries_does_not_grow_with_rows(browser: Client, alice: User) -> None:
    counts = []
    for more in (1, 6):
        with access.acting(person_actor(alice)) as person:
            for place in range(more):
                set_policy(person, decision="store", kind=f"kind-{more}-{place}")
        browser.get("/settings/policies")
        with CaptureQueriesContext(connection) as asked:
            browser.get("/settings/policies")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 20
