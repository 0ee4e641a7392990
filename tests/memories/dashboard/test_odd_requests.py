"""What no page of ours sends: every answer is still a page with a right status, and never a server error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from memories import access
from memories.intake.batches import open_batch
from memories.intake.handoffs import create_handoff
from memories.pipeline.work import work
from memories.portability.imports import upload_import
from memories.portability.transfers import start_backup
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.memories.dashboard.odd import LOOKED_AT, ODD, PRESSED
from tests.stories import remember

AS_A_BROWSER = {"Accept": "text/html,*/*;q=0.8"}
SOME = ("\0", "0001-01-01")  # enough to see that a guard is there; all of them in the slow tests


@pytest.fixture
def made(alice: User) -> dict[str, str]:
    """What addresses name: a proposal, a handoff, a batch, an import, a backup, and things spoken of."""
    with access.acting(person_actor(alice)) as person:
        shop = remember(person, "Ann lives in Ghent.", name="shop")
        remember(person, "Ann lives in Ghent and sells tea.", name="shop")
        row = upload_import(person, chunks=[b"- The gate is green.\n"], filename="notes.md")
        transfer = start_backup(person)
        remember(person, value={"tea": "green"}, name="drinks")
    with access.acting(agent_actor(alice)) as codex:
        proposed = remember(codex, "Tea at four.", name="tea", trust="web")
        structured = remember(codex, value={"tea": "black"}, name="drinks", trust="web")
        batch = open_batch(codex, label="Bays")
        over = create_handoff(codex, task_id="t", summary="Go on.")
    work()
    return {
        "proposal": str(proposed.revision_id),
        "structured": str(structured.revision_id),
        "handoff": str(over.handoff.pk),
        "batch": str(batch.pk),
        "import_id": str(row.pk),
        "transfer": str(transfer.pk),
        "memory": str(shop.memory_id),
        "connection": "1",
    }


def spoilt(fields: dict[str, Any], values: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The fields with each one missing, doubled, and saying each odd value."""
    for name, usual in fields.items():
        yield {key: value for key, value in fields.items() if key != name}
        yield {**fields, name: [usual, "second"]}
        for value in values:
            yield {**fields, name: value.encode("utf-8", "surrogatepass")}


def is_told(response: HttpResponse) -> None:
    """A page of ours, whatever became of it."""
    assert response.status_code < 500, response.status_code
    assert "evil.example" not in response.headers.get("Location", "")[:25]
    if response.status_code >= 400 and response.headers["Content-Type"].startswith("text/html"):
        assert '<main id="main"' in response.text


def named(text: str, made: dict[str, str]) -> str:
    """With the ids for what stands in braces; other braces stay."""
    return re.sub(r"\{(\w+)\}", lambda found: made[found[1]], text)


def ask(browser: Client, path: str, made: dict[str, str], values: tuple[str, ...]) -> None:
    is_told(browser.get(named(path, made), LOOKED_AT[path], headers=AS_A_BROWSER))
    for fields in spoilt(LOOKED_AT[path], values):
        is_told(browser.get(named(path, made), fields, headers=AS_A_BROWSER))


def press(browser: Client, path: str, made: dict[str, str], values: tuple[str, ...]) -> None:
    whole = {name: named(value, made) for name, value in PRESSED[path].items()}
    for fields in [whole, whole, {}, *spoilt(whole, values)]:
        is_told(browser.post(named(path, made), fields, headers=AS_A_BROWSER))


@pytest.mark.parametrize("path", LOOKED_AT)
def test_a_page_is_asked_for_oddly(browser: Client, made: dict[str, str], path: str) -> None:
    ask(browser, path, made, SOME)


@pytest.mark.parametrize("path", PRESSED)
def test_a_form_is_sent_oddly(browser: Client, made: dict[str, str], path: str) -> None:
    press(browser, path, made, SOME)


@pytest.mark.slow
@pytest.mark.parametrize("path", LOOKED_AT)
def test_a_page_is_asked_for_as_oddly_as_can_be(browser: Client, made: dict[str, str], path: str) -> None:
    ask(browser, path, made, ODD)


@pytest.mark.slow
@pytest.mark.parametrize("path", PRESSED)
def test_a_form_is_sent_as_oddly_as_can_be(browser: Client, made: dict[str, str], path: str) -> None:
    press(browser, path, made, ODD)
