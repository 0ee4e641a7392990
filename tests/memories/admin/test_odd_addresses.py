"""Whatever stands in an address of the admin: an answer, and never an error of the server."""

from __future__ import annotations

from itertools import product

import pytest
from django.contrib import admin
from django.test import Client

from continuum.kernel.actor import Actor
from tests.stories import remember

MODELS = sorted(model._meta.label_lower.replace(".", "/") for model in admin.site._registry)
ODD = (
    "%00",
    "-1",
    "99999999999999999999",
    "1e999",
    "x" * 3_000,
    "0001-01-01",
    "9999-12-31",
    "%F0%9F%A6%8A",
    "None",
)
ASKED = ("q", "p", "o", "workspace", "id__exact", "at__gte", "status", "all", "e", "_popup", "client", "kind")
PLACES = ("x", "0", "-1", "99999999999999999999", "00000000-0000-0000-0000-000000000000", "%00", "_", "a%2Fb")


def test_a_nul_in_an_address_is_told(browser: Client) -> None:
    answer = browser.get("/admin/memories/activity/?client=%00")
    assert answer.status_code == 400 and "That cannot be understood" in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_lists_and_pages_are_asked_for_oddly(browser: Client, actor: Actor, model: str) -> None:
    remember(actor, "The office is in Ghent.", name="office", trust="web")
    for name, value in product(ASKED, ODD):
        assert browser.get(f"/admin/{model}/?{name}={value}").status_code < 500, f"{name}={value}"
    for place, page in product(PLACES, ("change/", "delete/", "history/", "")):
        assert browser.get(f"/admin/{model}/{place}/{page}").status_code < 500, f"{place}/{page}"
