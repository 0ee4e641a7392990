"""How pages are read: language, time zone, theme."""

from __future__ import annotations

import pytest
from django.test import Client

from oauth.models import User

PAGE = "/preferences"


@pytest.fixture
def browser(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def keep(client: Client, **fields: str) -> str:
    return client.post(PAGE, fields, follow=True).text


def test_a_stranger_keeps_them_in_the_browser(client: Client, db: None) -> None:
    page = keep(client, theme="dark", zone="Asia/Shanghai", language="zh-hans")
    assert 'data-theme="dark"' in page and 'lang="zh-hans"' in page and "Asia/Shanghai" in page
    assert "data-theme" not in keep(client, theme="")


def test_a_person_keeps_them_with_the_account(browser: Client, alice: User) -> None:
    keep(browser, theme="dark", zone="Asia/Shanghai", language="zh-hans")
    alice.refresh_from_db()
    assert (alice.theme, alice.timezone, alice.language) == ("dark", "Asia/Shanghai", "zh-hans")
    elsewhere = Client()
    elsewhere.force_login(alice)
    page = elsewhere.get(PAGE, headers={"Accept-Language": "en"}).text
    assert 'data-theme="dark"' in page and 'lang="zh-hans"' in page and "Asia/Shanghai" in page


def test_one_button_leaves_the_rest_alone(browser: Client, alice: User) -> None:
    keep(browser, zone="Asia/Shanghai")
    keep(browser, theme="light")
    alice.refresh_from_db()
    assert (alice.theme, alice.timezone, alice.timezone_chosen) == ("light", "Asia/Shanghai", True)


def test_the_browsers_zone_counts_until_one_is_chosen(browser: Client, alice: User) -> None:
    browser.cookies["zone"] = "Europe/Brussels"
    assert "Europe/Brussels:" in browser.get(PAGE).text
    assert "UTC:" in keep(browser, zone="UTC")
    browser.cookies["zone"] = "Mars/Olympus"
    User.objects.filter(pk=alice.pk).update(timezone_chosen=False)
    assert "UTC:" in browser.get(PAGE).text


@pytest.mark.parametrize("fields", [{"theme": "pink"}, {"zone": "Mars/Olympus"}, {"language": "tlh"}])
def test_what_there_is_not_is_refused(browser: Client, alice: User, fields: dict[str, str]) -> None:
    assert 'role="alert"' in keep(browser, **fields)
    alice.refresh_from_db()
    assert (alice.theme, alice.timezone, alice.language) == ("", "UTC", "")


@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [("/memories?q=tea", "/memories?q=tea"), ("https://x.example/", PAGE), ("//x", PAGE)],
)
def test_it_leads_back_to_our_own_pages_alone(browser: Client, wanted: str, led_to: str) -> None:
    assert browser.post(PAGE, {"theme": "dark", "next": wanted}).url == led_to


@pytest.mark.parametrize("address", ["/", "/nowhere", "/sign-in", "/preferences", "/memory?name=none"])
def test_every_page_has_the_policy(browser: Client, address: str) -> None:
    policy = browser.get(address, follow=True).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy


def test_the_admin_has_its_own(browser: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert "Content-Security-Policy" not in browser.get("/admin/").headers


def test_the_navigation_shows_what_there_is_and_where_one_is(browser: Client, alice: User) -> None:
    page = browser.get("/memory?name=none").text
    assert 'href="/memories" aria-current="page"' in page and 'href="/review"' in page
    assert 'href="/admin/"' not in page
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert 'href="/admin/"' in browser.get("/account").text
