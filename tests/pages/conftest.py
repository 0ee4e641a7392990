"""Pages in a real Chromium, before the whole application over a real socket.

The stage is set once for a module: its people, what they remember, the server, the browser. Playwright runs
in a thread of its own, since its loop would be in Django's way.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test import Client, override_settings

from continuum.asgi import Application
from oauth.models import User
from tests.conftest import empty_database
from tests.listening import listening
from tests.pages.story import Cast, furnish
from tests.pages.story_of_accounts import confirm

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
WIDTHS = {"desktop": (1280, 860), "phone": (390, 844)}
AS_SERVED: dict[str, Any] = {
    "WORK_IN_PROCESS": False,
    "ALLOWED_HOSTS": ["localhost", "127.0.0.1"],
    "ROOT_URLCONF": "tests.pages.addresses",
}
PATIENCE_MS = 40_000  # a machine that does much else is slow
FAILED = "Failed to load resource: the server responded with a status of"
Story = Callable[[Any], None]


# A page that is closed while it asks for something leaves the server with a request half read.
HALF_READ = "ignore:Exception ignored in.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What drives a browser says so."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.filterwarnings(HALF_READ))


class Browser:
    """A Chromium in which stories are told; what goes wrong on a page fails them."""

    def __init__(self, thread: ThreadPoolExecutor, url: str) -> None:
        playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
        if CHROMIUM is None:
            pytest.skip("no Chromium on the path: install the system's package `chromium`")
        self.thread, self.url = thread, url
        self.driver = thread.submit(playwright.sync_playwright().start).result()
        launch = self.driver.chromium.launch
        self.chromium = thread.submit(
            lambda: launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        ).result()

    def close(self) -> None:
        self.thread.submit(self.chromium.close).result()
        self.thread.submit(self.driver.stop).result()

    def tell(
        self,
        story: Story,
        *,
        who: User | None,
        seen: str = "desktop",
        theme: str = "",
        may_fail: bool = False,
        confirmed: bool = False,
        **options: Any,
    ) -> None:
        """Run a story with a page, signed in as somebody. Errors and broken policies on the way fail it; with
        `may_fail`, addresses that answer with an error do not. With `confirmed`, who it is was just asked.
        """
        cookies = [{"name": "theme", "value": theme, "url": self.url}] if theme else []
        if who is not None:
            client = Client()
            client.force_login(who)
            if confirmed:
                confirm(client)
            cookies += [{"name": n, "value": c.value, "url": self.url} for n, c in client.cookies.items()]
        wrong = self.thread.submit(self._tell, story, cookies, WIDTHS[seen], options).result()
        assert [said for said in wrong if not (may_fail and FAILED in said)] == []

    def _tell(self, story: Story, cookies: list[Any], size: tuple[int, int], options: Any) -> list[str]:
        wrong: list[str] = []
        viewport = {"width": size[0], "height": size[1]}
        context = self.chromium.new_context(
            base_url=self.url, viewport=viewport, **{"timezone_id": "Europe/Brussels", **options}
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies(cookies)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        try:
            story(page)
        finally:
            context.close()
        return wrong


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Cast]:
    """Committed rows for a whole module; gone afterwards."""
    with django_db_blocker.unblock():
        yield furnish()
        empty_database()
        connections.close_all()


@pytest.fixture(scope="module")
def served(stage: Cast) -> Iterator[str]:
    with override_settings(**AS_SERVED), listening(Application()) as port:
        yield f"http://localhost:{port}"


@pytest.fixture(scope="module")
def browser(served: str) -> Iterator[Browser]:
    with ThreadPoolExecutor(1) as thread:
        found = Browser(thread, served)
        yield found
        found.close()


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """Where pictures of the pages go, if somebody wants some (`make screenshots`)."""
    wanted = os.environ.get("CONTINUUM_PICTURES", "")
    return Path(wanted) if wanted else None
