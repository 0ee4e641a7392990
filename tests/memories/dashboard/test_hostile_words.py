"""What strangers may name and write stands on every page as it is, seen and inert."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client

from memories import access
from memories.intake.batches import open_batch
from memories.intake.golden import pin_question
from memories.intake.guide import save_guide
from memories.intake.handoffs import create_handoff
from memories.intake.submit import submit_all
from memories.pipeline.work import work
from memories.portability.imports import upload_import
from memories.portability.transfers import start_backup
from memories.services.drafts import Draft
from memories.services.invitations import invite_member
from memories.services.removal import archive
from oauth.models import Client as Program
from oauth.models import Connection, User
from oauth.services.connections import grant_connection
from oauth.services.tokens import issue_token
from tests.conftest import agent_actor, person_actor
from tests.memories.dashboard.odd import LOOKED_AT
from tests.stories import remember

TURNED = "\u202e\u2066\u200b\u200f\ufeff"  # what turns the reading order, or cannot be seen
NAME = "<script>ran()<x> {{ 7*7 }} {% now 'Y' %} 'onload=\"ran()"
TEXT = f"{TURNED}{NAME} [go](javascript:ran()) ![x](data:text/html,y) <img src=x onerror=ran()> end"
AS_TYPED = {"textarea"}  # where a person edits it: as it is, and never laid out


class Pieces(HTMLParser):
    """A page's words, the tags and attributes that could run something, and where links lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.running, self.links, self.within = [], [], [], ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within = tag
        given = dict(attrs)
        self.links.append(given.get("href") or given.get("src") or "")
        self.running += [name for name in given if name.startswith("on") or name == "style"]
        self.running += (
            [tag] if tag == "script" and not given.get("src") and "json" not in given.get("type", "") else []
        )
        self.words += [given.get(each) or "" for each in ("aria-label", "title", "alt")]

    def handle_endtag(self, tag: str) -> None:
        self.within = ""

    def handle_data(self, data: str) -> None:
        self.words += [] if self.within in AS_TYPED else [data]


@pytest.fixture
def made(alice: User) -> dict[str, str]:
    """Everything that has a name or a text, with the worst of both."""
    with access.acting(person_actor(alice)) as person:
        save_guide(person, text=TEXT)
        shop = remember(
            person, TEXT, name="shop", description=TEXT[:400], source=TEXT[:150], tags=[NAME[:60]]
        )
        remember(person, f"{TEXT} more", name="shop")
        remember(person, f"Ann lives in {NAME}. [[{NAME}]]", name=NAME)
        archive(person, name=remember(person, TEXT + " gone", name=f"{NAME} gone").name)
        pin_question(person, question=TEXT[:300], name=NAME, within=5)
        invite_member(person, workspace="team", role="reader", note=TEXT[:150])
        transfer = start_backup(person)
        row = upload_import(person, chunks=[f"- {TEXT}\n".encode()], filename=f"{TEXT[:80]}.md")
        program = Program.objects.create(
            name=TEXT[:90], client_type="public", redirect_uris="https://x.example/cb"
        )
        grant_connection(
            person,
            client=program,
            permissions=["memory:read"],
            toolsets=["memory"],
            mode="auto",
            every_workspace=True,
        )
    issue_token(alice, name=NAME, permissions=["memory:read"])
    with access.acting(agent_actor(alice, TEXT[:60])) as codex:
        proposed = remember(codex, TEXT + " web", name=f"{NAME} web", trust="web", source=TEXT[:150])
        remember(codex, TEXT + " other", name=NAME, trust="web")
        batch = open_batch(codex, label=TEXT[:100])
        submit_all(codex, drafts=[Draft(content=TEXT + " batch", name="batch")], batch_id=batch.pk)
        over = create_handoff(
            codex, task_id=NAME, summary=TEXT, addressee=NAME, decisions=[TEXT], memories=["shop"]
        )
    work()
    return {
        "proposal": str(proposed.revision_id),
        "handoff": str(over.handoff.pk),
        "batch": str(batch.pk),
        "import_id": str(row.pk),
        "transfer": str(transfer.pk),
        "memory": str(shop.memory_id),
    }


def look(browser: Client, path: str, **asked: str) -> Pieces:
    answer = browser.get(path, asked)
    assert answer.status_code in {200, 404}
    return Pieces(answer.text)


def seen_and_inert(page: Pieces) -> None:
    hidden = [word for word in page.words if set(word) & set(TURNED)]
    assert (hidden, page.running) == ([], [])
    assert not [link for link in page.links if link.startswith(("javascript:", "data:"))]


def test_every_page_shows_what_is_hostile_and_does_nothing(browser: Client, made: dict[str, str]) -> None:
    for path in LOOKED_AT:
        asked = {"name": NAME} if path.startswith(("/memory", "/graph/thing")) else {}
        page = look(browser, path.format(**made), **asked)
        seen_and_inert(page)
        assert "49" not in "".join(page.words).split(), path
    assert Connection.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/memory?name=shop",
        "/memory/changes?name=shop",
        "/memory?name=shop&as=written",
        "/memory/edit?name=shop",
    ],
)
def test_the_pages_of_a_hostile_text_show_it_whole(browser: Client, made: dict[str, str], path: str) -> None:
    page = look(browser, path)
    seen_and_inert(page)
    assert "edit" in path or "ran()" in "".join(page.words)


def test_what_is_told_of_something_hostile_is_inert_too(browser: Client, made: dict[str, str]) -> None:
    for path, fields in (
        ("/memory/archive", {"name": f"{NAME}{TURNED}"}),
        ("/memory/archive", {"name": NAME}),
        ("/memory/restore", {"name": NAME}),
        ("/settings/make", {"name": TEXT}),
        ("/settings/members/leave", {"workspace": TEXT}),
        ("/memory/elsewhere", {"name": "shop", "to": TEXT}),
        ("/graph/rename", {"name": "Ann", "workspace": "default", "new_name": TEXT[:150]}),
        ("/settings/golden/pin", {"question": TEXT, "name": TEXT, "within": "1"}),
    ):
        seen_and_inert(Pieces(browser.post(path, fields, follow=True).text))


def test_a_search_for_something_hostile_is_inert(browser: Client, made: dict[str, str]) -> None:
    for path in ("/memories", "/graph", "/memory", "/timeline", "/activity"):
        asked = {
            "q": TEXT,
            "explain": NAME,
            "around": TEXT[:150],
            "name": TEXT,
            "agent": TEXT[:150],
            "tag": TEXT[:50],
        }
        seen_and_inert(look(browser, path, **asked))
