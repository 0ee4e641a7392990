"""Handoffs in the admin: a list, and one to look at."""

from __future__ import annotations

from django.test import Client

from continuum.kernel.actor import Actor
from memories.intake.handoffs import create_handoff

LIST = "/admin/memories/handoff/"


def test_they_are_listed_without_their_words_and_shown_with_them(browser: Client, actor: Actor) -> None:
    made = create_handoff(
        actor, task_id="shop", summary="The cart is <b>done</b>.", decisions=["Use \u202eMollie."]
    )
    listed = browser.get(LIST).text
    assert "shop" in listed and "cart" not in listed
    shown = browser.get(f"{LIST}{made.handoff.pk}/change/").text
    assert "The cart is &lt;b&gt;done&lt;/b&gt;." in shown and "U+202E" in shown
    assert browser.post(f"{LIST}{made.handoff.pk}/change/", {"state": "open"}).status_code == 403
