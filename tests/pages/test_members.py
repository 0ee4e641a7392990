"""Inviting somebody into a workspace and following the link, in a real browser."""

from __future__ import annotations

from typing import Any

from memories.services.workspaces import ways_in
from tests.pages.conftest import Browser
from tests.pages.story import Cast


def test_somebody_is_invited_follows_the_link_and_is_made_a_reader(browser: Browser, stage: Cast) -> None:
    links: list[str] = []

    def invites(page: Any) -> None:
        page.goto("/settings")
        page.locator("li", has=page.get_by_role("heading", name="shop")).get_by_role(
            "link", name="Members"
        ).click()
        page.get_by_label("As what").select_option("editor")
        page.get_by_label("For whom, in your words").fill("Ines")
        page.get_by_role("button", name="Make a link").click()
        links.append(page.locator("#join-link").inner_text())
        page.reload()

    def follows(page: Any) -> None:
        page.goto(links[0][links[0].index("/join/") :])
        page.get_by_role("heading", name="Join shop").wait_for()
        page.get_by_role("button", name="Join").click()
        page.wait_for_url("**/?workspace=shop")

    def lowers(page: Any) -> None:
        page.goto("/settings/members?workspace=shop")
        page.get_by_text("Change what ines may do").click()
        page.get_by_role("button", name="Make reader").click()
        page.get_by_text("It counts from their next request on.").wait_for()

    def sees_no_buttons(page: Any) -> None:
        page.goto("/settings/members?workspace=shop")
        page.get_by_role("button", name="Leave").wait_for()
        assert page.get_by_role("button", name="Make a link").count() == 0

    browser.tell(invites, who=stage.alice)
    browser.tell(follows, who=stage.ines)
    browser.tell(lowers, who=stage.alice)
    browser.tell(sees_no_buttons, who=stage.ines)
    assert set(ways_in(stage.ines.pk).roles.values()) == {"reader"}
