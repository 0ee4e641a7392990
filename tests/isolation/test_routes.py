"""Nobody reaches what is alice's by any route that there is: made from the URLconf, compared with a table."""

from __future__ import annotations

import pytest

from tests.isolation.asked_by import Round, default_alone, takes_parameters, told
from tests.isolation.changes import unaccounted
from tests.isolation.routes import Route, routes
from tests.isolation.stage import Stage
from tests.isolation.table import listed, unlisted

LEAVING = ("DELETE /api/v1/workspaces/<str:workspace>/members/<int:member> ", "POST /settings/members/leave ")
"""What a member may do to a workspace of alice's, whatever their role."""
pytestmark = pytest.mark.timeout(600)
TABLE = listed()
PROGRAMS = [route for route in TABLE if route.for_programs]
PAGES = [route for route in TABLE if not route.for_programs and not route.pattern.startswith("admin/")]
ADMIN = [route for route in TABLE if route.pattern.startswith("admin/")]


def test_every_route_is_listed_with_what_it_answers_to_whom() -> None:
    assert unlisted(routes()) == []


def test_every_table_says_whose_rows_it_holds(stage: Stage) -> None:
    assert unaccounted() == [], "Say in tests/isolation/changes.py whose rows these tables hold."


def test_nobody_sees_or_changes_anything_of_alices(stage: Stage) -> None:
    nobody = Round(stage)
    assert told(nobody.faults(route, TABLE[route]["nobody"]) for route in TABLE) == ""


@pytest.mark.parametrize("area", [PROGRAMS, PAGES], ids=["programs", "pages"])
def test_a_stranger_is_answered_as_if_there_were_no_alice(stage: Stage, area: list[Route]) -> None:
    charlie = Round(stage, user=stage.charlie)
    faults = (
        charlie.faults(route, TABLE[route]["charlie"], compared=takes_parameters(route)) for route in area
    )
    assert told(faults) == ""


def test_a_strangers_token_is_answered_as_if_there_were_no_alice(stage: Stage) -> None:
    token = Round(stage, bearer=stage.bearers["token"])
    assert told(token.faults(route, TABLE[route]["token"], compared=True) for route in PROGRAMS) == ""


def test_the_admin_is_closed_to_everybody_but_staff(stage: Stage) -> None:
    charlie = Round(stage, user=stage.charlie)
    assert told(charlie.faults(route, TABLE[route]["charlie"]) for route in ADMIN) == ""


def test_who_runs_the_installation_reads_no_content_in_the_admin(stage: Stage) -> None:
    operator = Round(stage, user=stage.operator, spare=default_alone(stage))
    asked = [
        route for route in ADMIN if route.pattern.startswith("admin/memories/") or "search" in route.pattern
    ]
    assert told(operator.faults(route, TABLE[route]["operator"]) for route in asked) == ""


def test_a_token_that_may_read_changes_nothing(stage: Stage) -> None:
    reader = Round(stage, bearer=stage.bearers["reader"])
    faults = told(reader.faults(route, TABLE[route]["reader"], reads=True) for route in PROGRAMS)
    # What was given to a client is noted: reading is what it is for.
    assert [line for line in faults.splitlines() if not line.endswith("changes memories_activity")] == []


def test_a_token_for_one_workspace_reaches_no_other(stage: Stage) -> None:
    named = (stage.alice.get_username(),)  # in the team, by whom what is there was done
    narrow = Round(stage, bearer=stage.bearers["narrow"], spare=default_alone(stage), knows=named)
    assert told(narrow.faults(route, TABLE[route]["narrow"]) for route in PROGRAMS) == ""
    narrow.real |= {"workspace": "team"}
    assert told(narrow.faults(route, None) for route in PROGRAMS) == ""


@pytest.mark.parametrize(
    "role", [*(pytest.param(role, marks=pytest.mark.slow) for role in ("reader", "reviewer")), "editor"]
)
def test_a_member_of_one_workspace_reaches_no_other(stage: Stage, role: str) -> None:
    named = (stage.alice.get_username(),)
    member = Round(stage, user=stage.members[role], spare=default_alone(stage), knows=named)
    member.real |= {"workspace": "team", "name": "ours"}
    assert told(member.faults(route, None) for route in [*PROGRAMS, *PAGES]) == ""


def test_a_member_who_may_read_changes_nothing_but_that_they_leave(stage: Stage) -> None:
    reader = Round(stage, user=stage.members["reader"])
    reader.real |= {"workspace": "team", "name": "ours"}
    faults = told(reader.faults(route, None, reads=True) for route in [*PROGRAMS, *PAGES]).splitlines()
    changed = [line for line in faults if not line.endswith("changes memories_activity")]
    assert [line for line in changed if not line.startswith(LEAVING)] == []


@pytest.mark.parametrize("which", ["expired", "revoked", "granted", "elsewhere"])
def test_a_bearer_that_is_no_good_here_opens_nothing(stage: Stage, which: str) -> None:
    """Those that OAuth granted are good at /mcp alone, or at another server altogether."""
    bad = Round(stage, bearer=stage.bearers[which])
    assert told(bad.faults(route, TABLE[route]["nobody"]) for route in PROGRAMS) == ""


@pytest.mark.slow
def test_a_bearer_opens_no_page(stage: Stage) -> None:
    reader = Round(stage, bearer=stage.bearers["reader"])
    assert told(reader.faults(route, TABLE[route]["nobody"]) for route in [*PAGES, *ADMIN]) == ""


@pytest.mark.slow
def test_every_request_does_for_alice_what_it_is_for(stage: Stage) -> None:
    """Else it would show nothing that others are refused it."""
    alice = Round(stage, user=stage.alice)
    found = {str(route): alice.works(route) for route in TABLE}
    assert found == {str(route): TABLE[route]["alice"] for route in TABLE}
