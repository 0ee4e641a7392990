"""Passwords with an app's code, and passkeys, in a real Chromium.

It needs Playwright (extra `full`) and a Chromium of the system: `make test-slow ARGS="-m browser"`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db import connections

from oauth.models import User
from oauth.services.closing import close_account
from oauth.services.sign_in import issue_sign_in_link
from tests.oauth.account.conftest import PASSWORD, app_code

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
REFUSING = """() => {
  navigator.credentials.get = async () => { throw new DOMException("", "NotAllowedError") }
}"""
Story = Callable[[Any], None]


@pytest.fixture
def drive(server_url: str, settings: Any) -> Iterator[Callable[[Story], None]]:
    """Runs a story with a page of Chromium whose device can make passkeys; errors of the page fail it.

    In a thread of its own, since Playwright's loop would be in Django's way. At localhost: passkeys belong to
    a name.
    """
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed (extra `full`)"
    )
    if CHROMIUM is None:
        pytest.skip("no Chromium on the path: install the system's package `chromium`")
    address = server_url.replace("127.0.0.1", "localhost")

    def tell(story: Story) -> None:
        errors: list[str] = []
        with playwright.sync_playwright() as driver:
            chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = chromium.new_context(base_url=address).new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on(
                "console", lambda said: errors.append(said.text) if "Content Security" in said.text else None
            )
            devices = page.context.new_cdp_session(page)
            devices.send("WebAuthn.enable")
            devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
            story(page)
            chromium.close()
        assert errors == []

    with ThreadPoolExecutor(1) as thread:
        yield lambda story: thread.submit(tell, story).result()


def in_a_thread(verb: Callable[..., None], *given: Any) -> None:
    """Django's rows cannot be reached where Playwright's loop runs."""

    def done() -> None:
        try:
            verb(*given)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(done).result()


def at(page: Any, path: str) -> None:
    page.wait_for_url(lambda url: url.split("?")[0].endswith(path))


def enter(page: Any, login: str = "alice", *, onward: str = "/account") -> None:
    page.goto(f"/sign-in?next={onward}")
    page.get_by_label("Name").fill(login)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")


def app_added(page: Any) -> list[str]:
    """Add an authenticator app on its page; the recovery codes that are shown."""
    secret = page.locator("#authenticator_secret").inner_text().strip()
    assert page.get_by_alt_text("The key, as a picture to scan").bounding_box()["width"] > 100
    page.get_by_label("Authenticator code").fill(app_code(secret))
    page.keyboard.press("Enter")
    at(page, "/account/codes")
    return list(page.locator("#recovery_codes").inner_text().split())


def test_a_password_and_an_app_by_the_keyboard_alone(known: User, drive: Callable[[Story], None]) -> None:
    def story(page: Any) -> None:
        enter(page, onward="/account/app")
        at(page, "/account/confirm")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        at(page, "/account/app")
        recovery = app_added(page)
        page.get_by_role("button", name="Sign out").click()
        at(page, "/sign-in")
        enter(page)
        at(page, "/sign-in/second-step")
        page.keyboard.type(recovery[0])  # the field has the focus
        page.keyboard.press("Enter")
        at(page, "/account")

    drive(story)


def test_a_passkey_is_made_and_opens_the_account_alone(alice: User, drive: Callable[[Story], None]) -> None:
    link = issue_sign_in_link(alice)

    def story(page: Any) -> None:
        page.goto(f"/sign-in/link/{link}")
        page.get_by_role("button", name="Sign in").click()
        page.goto("/account/passkeys/new")
        page.get_by_label("A name to know it by").fill("My laptop")
        page.get_by_role("button", name="Add").click()
        at(page, "/account/codes")
        page.get_by_role("button", name="Sign out").click()
        page.goto("/sign-in?next=/account/passkeys")
        page.get_by_role("button", name="Sign in with a passkey").click()
        at(page, "/account/passkeys")
        assert "My laptop" in page.locator("main").inner_text()

    drive(story)
    assert Authenticator.objects.get(user=alice, type="webauthn").last_used_at is not None


def test_a_passkey_is_the_second_step_and_says_who_is_there(
    known: User, drive: Callable[[Story], None]
) -> None:
    def story(page: Any) -> None:
        enter(page, onward="/account/passkeys/new")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.get_by_label("Sign in with it alone").uncheck()
        page.get_by_role("button", name="Add").click()
        at(page, "/account/codes")
        page.get_by_role("button", name="Sign out").click()
        enter(page, onward="/account/close")
        at(page, "/sign-in/second-step")
        page.get_by_role("button", name="Use a passkey").click()
        page.get_by_role("link", name="Use a passkey").click()
        page.get_by_role("button", name="Use a passkey").click()
        page.get_by_text("cannot be taken back").wait_for()

    drive(story)


def test_a_passkey_of_a_closed_account_opens_nothing(alice: User, drive: Callable[[Story], None]) -> None:
    link = issue_sign_in_link(alice)

    def story(page: Any) -> None:
        page.goto(f"/sign-in/link/{link}")
        page.get_by_role("button", name="Sign in").click()
        page.goto("/account/passkeys/new")
        page.get_by_role("button", name="Add").click()
        at(page, "/account/codes")
        in_a_thread(close_account, alice)
        page.goto("/sign-in")
        page.get_by_role("button", name="Sign in with a passkey").click()
        page.get_by_text("not a right one").wait_for()
        assert page.goto("/account").url.endswith("/sign-in?next=/account")

    drive(story)


def test_an_account_is_closed_from_its_page(alice: User, drive: Callable[[Story], None]) -> None:
    link = issue_sign_in_link(alice)

    def story(page: Any) -> None:
        page.goto(f"/sign-in/link/{link}")
        page.get_by_role("button", name="Sign in").click()
        page.goto("/account")
        page.get_by_role("link", name="Close this account").click()
        page.get_by_label("to be sure").fill("alice")
        page.get_by_role("button", name="Close my account").click()
        page.get_by_text("Your account is closed").wait_for()

    drive(story)
    assert not User.objects.filter(username="alice").exists()


def test_a_device_without_a_passkey_is_told_of(drive: Callable[[Story], None]) -> None:
    def story(page: Any) -> None:
        page.goto("/sign-in")
        page.evaluate(REFUSING)
        page.get_by_role("button", name="Sign in with a passkey").click()
        page.get_by_text("The passkey was not used").wait_for()

    drive(story)
