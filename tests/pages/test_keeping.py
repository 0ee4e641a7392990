"""The main task of each page of settings, the guide and connections, done by a person in a browser."""

from __future__ import annotations

from typing import Any

import pytest

from continuum.kernel.errors import NotFound
from memories import access
from memories.models import Handoff
from memories.recall.reading import get_memory
from memories.services.guide import get_guide
from memories.services.policies import list_policies
from oauth.models import Connection
from tests.pages.conftest import Browser
from tests.pages.looking import overlapping, sticking_out, violations
from tests.pages.story import Cast
from tests.pages.story_of_agents import write_batch
from tests.stories import remember


def test_a_client_is_undone_narrowed_and_revoked(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/connections")
        card = page.locator("section.connection", has_text="Claude Code")
        card.get_by_text("Undo what it wrote").click()
        card.get_by_label("Its last writes, so many").fill("1")
        card.get_by_role("button", name="Undo").click()
        page.get_by_text("1 taken away").wait_for()
        card.get_by_text("What it may do").click()
        card.locator("input[value='memory:write']").uncheck()
        card.get_by_role("button", name="Narrow").click()
        page.get_by_text("Narrowed.").wait_for()
        card.get_by_role("button", name="Revoke Claude Code").click()
        page.get_by_text("Revoked. Its next request is turned away").wait_for()
        assert page.locator("section.connection", has_text="Claude Code").count() == 0

    browser.tell(story, who=stage.alice)
    with access.acting(stage.person) as alice:
        assert get_memory(alice, name="printer").name == "printer"
    gone = Connection.objects.get(client__name="Claude Code")
    assert gone.revoked_at is not None and gone.permissions == ["memory:read"]


def test_a_batch_is_taken_back_but_for_what_was_changed_since(browser: Browser, stage: Cast) -> None:
    with access.acting(stage.agent) as codex:
        write_batch(codex, {"bay-1": "Bay 1 holds oil.", "bay-2": "Bay 2 holds tar."}, label="The bays")
    with access.acting(stage.person) as alice:
        remember(alice, "Bay 1 is closed since Monday.", name="bay-1")

    def story(page: Any) -> None:
        page.goto("/connections")
        page.get_by_role("link", name="Batches").click()
        page.get_by_role("link", name="The bays").click()
        page.get_by_role("button", name="Take it back").click()
        page.get_by_role("heading", name="What stayed, and why").wait_for()
        assert "It was changed since." in page.get_by_role("row", name="bay-1").inner_text()
        assert "bay-2" in page.locator("section", has_text="Archived, for the writes").inner_text()
        assert sticking_out(page) == overlapping(page) == violations(page) == []
        page.goto("/timeline?group=undoing")
        page.get_by_role("link", name="undid a batch").first.click()
        page.get_by_text("It was taken back").wait_for()

    browser.tell(story, who=stage.alice)
    with access.acting(stage.person) as alice:
        assert get_memory(alice, name="bay-1").content == "Bay 1 is closed since Monday."
        with pytest.raises(NotFound):
            get_memory(alice, name="bay-2")


def test_the_graph_leads_from_a_dot_to_its_thing_and_on(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/graph")
        page.get_by_role("link", name="Ana", exact=True).first.focus()
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Ana").wait_for()
        assert page.get_by_text("Ana lives in Ghent.").is_visible()
        page.locator(".chips a", has_text="Ghent").click()
        page.get_by_role("heading", name="Ghent").wait_for()
        page.get_by_role("link", name="ines-lead").first.click()
        page.get_by_role("heading", name="ines-lead").wait_for()

    browser.tell(story, who=stage.alice)


def test_a_dot_that_is_pointed_at_brings_its_neighbours_forward(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/graph?most=500")
        dot = page.locator("g.dot", has_text="Project Delta").first
        dot.locator("a").focus()
        assert page.locator("line.near").count() >= 2
        assert page.locator("g.dot.near", has_text="Ines").count() >= 1
        assert page.locator("g.dot.faded").count() > page.locator("g.dot.near").count()

    browser.tell(story, who=stage.alice)


def test_a_policy_is_laid_down_and_taken_back(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/settings/policies")
        page.get_by_label("with this kind").fill("salary")
        page.get_by_label("then").select_option("refuse")
        page.get_by_role("button", name="Lay it down").click()
        row = page.locator("li.policy", has_text="salary")
        row.get_by_text("refuse it").wait_for()
        row.get_by_role("button", name="Take back").click()
        page.get_by_text("Taken back.").wait_for()
        assert page.locator("li.policy", has_text="salary").count() == 0

    browser.tell(story, who=stage.alice)
    with access.acting(stage.person) as alice:
        assert "salary" not in {row.kind for row in list_policies(alice)}


def test_golden_questions_are_run_and_their_figures_shown(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/settings/golden")
        page.get_by_role("button", name="Run them now").click()
        page.get_by_text("questions brought their memory").wait_for()
        assert page.locator("table tbody tr").count() >= 2

    browser.tell(story, who=stage.alice)


def test_the_guide_is_edited_and_an_old_version_brought_back(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/guide")
        page.get_by_role("link", name="Edit").click()
        page.get_by_label("What every agent is told").fill("Recall first. Then answer.")
        page.get_by_role("button", name="Put it in force").click()
        page.get_by_text("Version 3 is in force. Agents").wait_for()
        page.get_by_role("link", name="Version 3").click()
        assert page.locator("ins").count() >= 1
        page.goto("/guide")
        page.get_by_role("button", name="Bring back version 1").click()
        page.get_by_text("Version 4 is in force.").first.wait_for()

    browser.tell(story, who=stage.alice)
    with access.acting(stage.person) as alice:
        assert get_guide(alice).number == 4


def test_a_handoff_is_read_and_taken(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/handoffs")
        page.get_by_role("link", name="checkout-refunds").click()
        assert page.get_by_text("changed since").is_visible()
        page.get_by_role("button", name="Take it", exact=True).click()
        page.get_by_text("It is yours now").wait_for()

    browser.tell(story, who=stage.alice)
    with access.acting(stage.person):
        assert Handoff.objects.get(task_id="checkout-refunds").state == "acknowledged"


def test_the_activity_is_filtered_and_its_plots_stand_in_tables(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        page.goto("/activity")
        page.get_by_label("Outcome").select_option("nothing")
        page.get_by_role("button", name="Show").click()
        assert page.locator("ul.doings > li").count() >= 1
        assert page.locator("ul.doings .chip.good").count() == 0
        page.locator("figure summary").first.focus()
        page.keyboard.press("Enter")
        assert page.locator("figure table").first.is_visible()

    browser.tell(story, who=stage.alice)


def test_hostile_names_and_texts_do_nothing_on_these_pages(browser: Browser, stage: Cast) -> None:
    def story(page: Any) -> None:
        for path in ("/timeline", "/activity", "/graph?most=500", "/handoffs?show=settled"):
            page.goto(path)
            assert page.evaluate("() => window.ran") is None
            assert page.locator("a[href^='javascript:']").count() == 0
            assert "\u202e" not in page.locator("main").inner_text()

    browser.tell(story, who=stage.alice)
