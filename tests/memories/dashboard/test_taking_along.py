"""Imports and backups as pages: looked at, confirmed, taken back; out and in again; starting over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from memories import access
from memories.dashboard import progress
from memories.pipeline.work import work
from memories.portability.import_steps import IMPORT_STEPS
from memories.portability.steps import STEPS
from memories.recall.listing import list_memories
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember

NOTES = "- The gate of the garden is painted green.\n- The fence behind it is painted blue.\n"


@pytest.fixture(autouse=True)
def kept_apart(settings: Any, tmp_path: Any) -> None:
    settings.BACKUPS = tmp_path / "backups"
    settings.IMPORTS = tmp_path / "uploads"


def names(alice: User) -> list[str]:
    with access.acting(person_actor(alice)) as person:
        return [memory.content for memory in list_memories(person).memories]


def pasted(browser: Client) -> str:
    return str(browser.post("/imports/upload", {"text": NOTES})["Location"])


def press(browser: Client, page: str, wanted: str) -> str:
    return browser.post(f"{page}/decide", {"wanted": wanted}, follow=True).text


def test_a_text_is_looked_at_confirmed_followed_and_taken_back(browser: Client, alice: User) -> None:
    page = pasted(browser)
    assert "waits to be looked at" in browser.get(page).text and "<progress" in browser.get(page).text
    work(also=IMPORT_STEPS)
    assert "Nothing is taken in yet" in browser.get(page).text and names(alice) == []
    assert "It is being imported" in press(browser, page, "confirm")
    work(also=IMPORT_STEPS)
    done = browser.get(page, headers={"HX-Request": "true"}).text
    assert "imported" in done and "<html" not in done and len(names(alice)) == 2
    assert "2 archived" in press(browser, page, "undo") and names(alice) == []


def test_an_upload_is_discarded(browser: Client, alice: User) -> None:
    page = pasted(browser)
    work(also=IMPORT_STEPS)
    assert "The upload is gone" in press(browser, page, "discard")
    assert browser.get(page).status_code == 404 and "Nothing was imported yet" in browser.get("/imports").text


def test_nothing_brought_is_told(browser: Client) -> None:
    assert "Choose a file or paste a text" in browser.post("/imports/upload", {}, follow=True).text


def test_a_strangers_import_is_none_of_yours(browser: Client, charlie: User) -> None:
    page = pasted(browser)
    other = Client()
    other.force_login(charlie)
    assert other.get(page).status_code == 404


def backup(browser: Client) -> bytes:
    return b"".join(browser.get("/api/v1/backup").streaming_content)  # type: ignore[attr-defined]


def bring(browser: Client, content: bytes, **fields: str) -> str:
    file = SimpleUploadedFile("vault.continuum", content)
    return browser.post("/backups/back", {"file": file, **fields}, follow=True).text


def test_a_backup_is_checked_and_restored_in_the_place_of_what_is_here(
    browser: Client, alice: User, committed: None
) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "The gate is green.", name="gate")
    content = backup(browser)
    assert "This backup is whole" in bring(browser, content, wanted="check")
    assert 'class="message error"' in bring(browser, content[:-40], wanted="check")
    assert "Nothing was restored" in bring(browser, content, wanted="restore", replace="1")
    with access.acting(person_actor(alice)) as person:
        remember(person, "The fence is blue.", name="fence")
    begun = bring(browser, content, wanted="restore", sure="restore", replace="1")
    assert "is being brought back" in begun and "<progress" in begun and len(names(alice)) == 2
    work(also=STEPS)
    assert "Restored:" in browser.get("/backups").text and names(alice) == ["The gate is green."]


def test_a_backup_is_made_while_one_looks_on_and_then_fetched(
    browser: Client, alice: User, committed: None
) -> None:
    page = browser.post("/backups/new", follow=True).text
    part = re.search(r'hx-get="(/backups/jobs/[^"]+)"', page)
    assert part and "The backup is being made" in page and "<progress" in page
    assert "is under way" in browser.post("/backups/new", follow=True).text
    work(also=STEPS)
    done = browser.get(part[1], headers={"HX-Request": "true"}).text
    fetched = re.search(r'href="(/api/v1/backup/jobs/[^"]+/file)"', done)
    assert fetched and "<progress" not in done and "hx-get" not in done
    assert b"".join(browser.get(fetched[1]).streaming_content)[:2] == b"\x1f\x8b"  # type: ignore[attr-defined]


def test_starting_over_needs_its_word(browser: Client, alice: User) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "The gate is green.", name="gate")
    assert 'class="message error"' in browser.post("/backups/purge", {"confirm": "yes"}, follow=True).text
    assert names(alice)
    assert (
        "Everything is gone: 1 memories"
        in browser.post("/backups/purge", {"confirm": "purge"}, follow=True).text
    )
    assert names(alice) == []


def test_a_check_tells_how_far_it_is_while_it_goes_on(
    browser: Client, alice: User, committed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "The gate is green.", name="gate")
    content, seen, keep = backup(browser), [], cache.set

    def looked_at(key: str, value: Any, *rest: Any) -> None:
        keep(key, value, *rest)
        if "progress" in key:
            seen.append(browser.get("/backups/progress").text)

    monkeypatch.setattr(progress.cache, "set", looked_at)
    assert "This backup is whole" in bring(browser, content, wanted="check")
    assert "The file is being looked at" in seen[0] and "<progress max=" in seen[-1]
    assert "<html" not in seen[-1]
    assert "Waiting for the file to arrive" in browser.get("/backups/progress").text
