"""With every filter of the program gone wrong, the database alone still gives nothing of alice's away."""

from __future__ import annotations

import pytest

from tests.isolation.asked_by import Round, told
from tests.isolation.asking import traces
from tests.isolation.deceived import deceived, own
from tests.isolation.routes import Route
from tests.isolation.speaking import Speaker
from tests.isolation.stage import Stage
from tests.isolation.table import listed, listed_tools

pytestmark = pytest.mark.timeout(300)
TABLE = listed()
PROGRAMS = [route for route in TABLE if route.for_programs]
PAGES = [route for route in TABLE if not route.for_programs and not route.pattern.startswith("admin/")]
NAMED_BY_ACCESS = (
    "memories",
    "quarantined",
    "revisions",
    "events_in",
    "activity",
    "handoffs",
    "links",
    "facts",
)


@pytest.mark.parametrize("area", [PROGRAMS, PAGES], ids=["programs", "pages"])
def test_a_stranger_whose_filters_are_gone_sees_and_changes_nothing(stage: Stage, area: list[Route]) -> None:
    charlie = Round(stage, user=stage.charlie)
    with deceived(stage, told_to_postgres=own(stage)):
        assert told(charlie.faults(route, None) for route in area) == ""


def test_a_strangers_token_without_filters_sees_and_changes_nothing(stage: Stage) -> None:
    token = Round(stage, bearer=stage.bearers["token"])
    with deceived(stage, told_to_postgres=own(stage)):
        assert told(token.faults(route, None) for route in PROGRAMS) == ""


def test_a_strangers_tools_without_filters_see_and_change_nothing(stage: Stage, endpoint: str) -> None:
    with deceived(stage, told_to_postgres=own(stage)):
        charlie = Speaker(stage, endpoint, stage.bearers["token"])
        assert told(charlie.faults(*tool) for tool in listed_tools()) == ""


def test_the_operators_admin_without_filters_shows_nothing(stage: Stage) -> None:
    operator = Round(stage, user=stage.operator)
    admin = [
        route for route in TABLE if route.pattern.startswith("admin/memories/") and route.method == "GET"
    ]
    with deceived(stage, told_to_postgres={}):
        assert told(operator.faults(route, None) for route in admin) == ""


def test_what_stands_against_it_is_row_security_and_nothing_else(stage: Stage) -> None:
    """Told alice's workspaces, Postgres shows them to the same stranger by most of the routes that read."""
    token = Round(stage, bearer=stage.bearers["token"])
    with deceived(stage, told_to_postgres=stage.workspaces):
        shown = [
            str(route)
            for route in PROGRAMS
            if route.method == "GET" and traces(stage, token.answer(route, token.real), token.real)
        ]
    assert {
        "GET /api/v1/memories",
        "GET /api/v1/recall",
        "GET /api/v1/export",
        "GET /api/v1/proposals",
    } <= set(shown)
    assert len(shown) >= 20
