"""A workspace that is deleted, or closed to somebody, while a request of theirs is on its way."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction

from memories import access
from memories.services.workspaces import delete_workspace, ways_in
from oauth.services import actors, standings
from tests.conftest import person_actor
from tests.isolation.asked_by import OF_EVERYBODY, Round
from tests.isolation.requests import asked
from tests.isolation.routes import Route
from tests.isolation.stage import Stage
from tests.isolation.table import listed

pytestmark = pytest.mark.timeout(600)
PROGRAMS = [route for route in listed() if route.for_programs]
PAGES = [r for r in listed() if not r.for_programs and not r.pattern.startswith("admin/")]


@pytest.fixture
def stale(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks is somebody who may enter what they could enter before, for as long as the test lasts."""
    kept = {person.pk: ways_in(person.pk) for person in (stage.alice, stage.members["editor"])}

    def before(user_id: int) -> Any:
        return kept.get(user_id) or ways_in(user_id)

    for door in (actors, standings):
        monkeypatch.setattr(door, "ways_in", before)


def status(going: Round, route: Route, stage: Stage) -> int:
    """What is answered once the workspace is gone; constraints speak at once, as they do at the commit."""
    with transaction.atomic():
        with access.acting(person_actor(stage.alice)) as owner:
            delete_workspace(owner, workspace="team")
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        found = going.asker.response(route.method, asked(route, going.real))
        if found.streaming:
            b"".join(found.streaming_content)  # else its file stays open
        transaction.set_rollback(True)
    return int(found.status_code)


@pytest.mark.parametrize(
    ("who", "area"),
    [
        ("editor", PROGRAMS),
        pytest.param("editor", PAGES, marks=pytest.mark.slow),
        pytest.param("owner", [*PROGRAMS, *PAGES], marks=pytest.mark.slow),
    ],
    ids=["programs", "pages", "owner"],
)
def test_no_route_fails_on_a_workspace_that_is_just_gone(
    stage: Stage, stale: None, who: str, area: list[Route]
) -> None:
    going = Round(stage, user=stage.alice if who == "owner" else stage.members["editor"])
    going.real |= {"workspace": "team", "name": "ours"}
    found = {str(route): status(going, route, stage) for route in area}
    assert {route: code for route, code in found.items() if code >= OF_EVERYBODY} == {}
