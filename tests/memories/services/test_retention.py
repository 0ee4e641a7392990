"""Retention: what is past its limit goes, and nothing else ever does (the RT-03 case)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Excluded, Forbidden, NotFound, ValidationFailed
from memories import access
from memories.intake.handoffs import create_handoff
from memories.models import Event, Exclusion, Fingerprint, Handoff, IdempotentAnswer, Memory, Revision, Status
from memories.services import retention, turns
from memories.services.exclusions import REJECTED
from memories.services.handoffs import acknowledge_handoff
from memories.services.retention import Cleared, clean_up, get_retention, set_retention
from memories.services.review import reject
from memories.services.verification import verify_events
from tests.stories import remember

NOW = datetime.fromisoformat("2026-11-30T12:00:00+00:00")
MOMENT = timedelta(microseconds=1)
DAY = timedelta(days=1)


@pytest.fixture
def ago(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Has the verbs of the following lines happen so long ago; `ago(timedelta())` is now."""

    def set_clock(age: timedelta, now: datetime = NOW) -> None:
        monkeypatch.setattr(turns.timezone, "now", lambda: now - age)

    return set_clock


@pytest.fixture(autouse=True)
def old_workspaces(ago: Any, request: pytest.FixtureRequest) -> None:
    """Alice's workspaces are older than everything in these tests, and keep their events for ever."""
    ago(timedelta(days=8_000))
    set_retention(request.getfixturevalue("person"), days={"events": 0})


def replaced(actor: Actor, ago: Any, name: str, age: timedelta, **now: Any) -> None:
    ago(age + DAY, **now)
    remember(actor, f"{name} before", name=name)
    ago(age, **now)
    remember(actor, f"{name} after", name=name)


def rejected(actor: Actor, person: Actor, ago: Any, text: str, age: timedelta) -> None:
    ago(age)
    answer = remember(actor, text, trust="web")
    reject(person, revision_id=UUID(answer.revision_id))


def left() -> set[str]:
    return set(Revision.objects.values_list("content", flat=True))


@pytest.mark.parametrize(
    ("age", "goes"),
    [
        (364 * DAY, False),
        (365 * DAY - MOMENT, False),
        (365 * DAY, False),
        (365 * DAY + MOMENT, True),
        (366 * DAY, True),
    ],
)
def test_rt_03_superseded_ones_go_after_365_days(
    person: Actor, actor: Actor, ago: Any, age: timedelta, goes: bool
) -> None:
    replaced(actor, ago, "office", age)
    ago(timedelta())
    assert clean_up(person) == Cleared(superseded=int(goes))
    assert left() == ({"office after"} if goes else {"office before", "office after"})
    assert Fingerprint.objects.filter(revision__status=Status.SUPERSEDED).count() == int(not goes)
    assert clean_up(person) == Cleared()


@pytest.mark.parametrize(
    ("age", "goes"), [(29 * DAY, False), (30 * DAY, False), (30 * DAY + MOMENT, True), (31 * DAY, True)]
)
def test_rt_03_rejected_ones_go_after_30_days_and_stay_out(
    person: Actor, actor: Actor, ago: Any, age: timedelta, goes: bool
) -> None:
    rejected(actor, person, ago, "Nonsense.", age)
    ago(timedelta())
    assert clean_up(person) == Cleared(rejected=int(goes), memories=int(goes))
    assert (Revision.objects.count(), Memory.objects.count()) == (int(not goes), int(not goes))
    with pytest.raises(Excluded):
        remember(actor, "NONSENSE.")


def test_rt_03_a_rejected_text_without_an_exclusion_gets_one_before_it_goes(
    person: Actor, actor: Actor, ago: Any
) -> None:
    rejected(actor, person, ago, "Nonsense.", 31 * DAY)
    Exclusion.objects.all().delete()
    ago(timedelta())
    clean_up(person)
    assert Exclusion.objects.get().reason == REJECTED


def test_a_text_that_the_owner_let_in_again_stays_welcome(person: Actor, actor: Actor, ago: Any) -> None:
    rejected(actor, person, ago, "Nonsense.", 31 * DAY)
    Exclusion.objects.all().delete()
    ago(timedelta())
    remember(person, "Nonsense.")
    clean_up(person)
    assert Exclusion.objects.count() == 0


def test_rt_03_what_is_active_or_proposed_never_goes(person: Actor, actor: Actor, ago: Any) -> None:
    ago(3_650 * DAY)
    remember(actor, "Ten years old.", name="old")
    ago(730 * DAY)
    remember(actor, "Two years waiting.", trust="web")
    ago(timedelta())
    assert clean_up(person) == Cleared()
    assert left() == {"Ten years old.", "Two years waiting."}


def test_rt_03_zero_keeps_everything_for_ever(person: Actor, actor: Actor, ago: Any) -> None:
    replaced(actor, ago, "office", 3_650 * DAY)
    rejected(actor, person, ago, "Nonsense.", 3_650 * DAY)
    ago(timedelta())
    set_retention(person, days={"superseded": 0, "rejected": 0})
    assert clean_up(person) == Cleared()
    assert len(left()) == 3


@pytest.mark.parametrize("now", ["2026-03-29T12:00:00+02:00", "2026-10-25T12:00:00+01:00"])
@pytest.mark.parametrize(("beyond", "goes"), [(-1, 0), (0, 0), (1, 1)])
def test_rt_03_a_change_of_the_clocks_moves_no_limit(
    person: Actor, ago: Any, now: str, beyond: int, goes: int
) -> None:
    today = datetime.fromisoformat(now)
    replaced(person, ago, "office", DAY + beyond * timedelta(seconds=1), now=today)
    ago(timedelta(), now=today)
    brussels = replace(person, timezone="Europe/Brussels")
    set_retention(brussels, days={"superseded": 1})
    assert clean_up(brussels).superseded == goes


def _eventful(person: Actor, actor: Actor, ago: Any, *ages: timedelta) -> None:
    for number, age in enumerate(ages):
        ago(age)
        remember(actor, f"Number {number}.", name=f"n{number}")
    ago(timedelta())
    set_retention(person, days={"events": 365})


@pytest.mark.parametrize(
    ("age", "goes"),
    [(364 * DAY, False), (365 * DAY, False), (365 * DAY + MOMENT, True), (366 * DAY, True)],
)
def test_rt_03_events_go_after_365_days_and_the_chain_still_holds(
    person: Actor, actor: Actor, ago: Any, age: timedelta, goes: bool
) -> None:
    _eventful(person, actor, ago, age)
    assert clean_up(person).events == 2 + int(goes)
    assert Event.objects.filter(action="memory.remembered").exists() is not goes
    assert verify_events(person).holds
    assert clean_up(person) == Cleared()


def test_the_chain_holds_after_many_clean_ups_and_shows_a_missing_anchor(
    person: Actor, actor: Actor, ago: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _eventful(person, actor, ago, *(days * DAY for days in range(800, 370, -50)))
    for later in range(0, 1_200, 100):
        ago(-later * DAY)
        clean_up(person)
        assert verify_events(person).holds
    assert Event.objects.filter(workspace_id=person.workspaces["default"]).count() <= 2
    told = Event.objects.filter(action="retention.cleaned_up").latest("sequence")
    assert told.details["checkpoint"]["sequence"] > 0 and told.details["events"] > 0


def test_only_the_oldest_stretch_of_events_goes(person: Actor, actor: Actor, ago: Any) -> None:
    _eventful(person, actor, ago, 400 * DAY, 300 * DAY, 400 * DAY)
    clean_up(person)
    kept = Event.objects.filter(action="memory.remembered").order_by("sequence")
    assert [NOW - event.at for event in kept] == [300 * DAY, 400 * DAY]
    assert verify_events(person).holds


def test_a_memory_goes_with_its_last_revision_and_not_before(person: Actor, actor: Actor, ago: Any) -> None:
    ago(400 * DAY)
    remember(actor, "In Ghent.", name="old office")
    remember(actor, "In Bruges.", name="office", supersedes=["old office"])
    ago(timedelta())
    assert clean_up(person) == Cleared(superseded=1, memories=1)
    assert list(Memory.objects.values_list("name", flat=True)) == ["office"]


def test_a_workspace_has_limits_of_its_own(person: Actor, actor: Actor, ago: Any) -> None:
    replaced(actor, ago, "office", 10 * DAY)
    ago(timedelta())
    assert set_retention(person, days={"superseded": 9})["superseded"] == 9
    assert get_retention(person, workspace="team")["superseded"] == 365
    assert clean_up(person, workspace="team").superseded == 0
    assert clean_up(person).superseded == 1
    assert set_retention(person, days={"superseded": None})["superseded"] == 365
    assert Event.objects.filter(action="workspace.changed").latest("sequence").details == {
        "retention": {"events": 0}
    }


@pytest.mark.parametrize("days", [{"transcripts": 3}, {"events": -1}, {"events": 36_501}])
def test_a_limit_that_cannot_be_is_refused(person: Actor, days: dict[str, int]) -> None:
    with pytest.raises(ValidationFailed):
        set_retention(person, days=days)


def test_cleaning_up_is_for_administrators_of_the_workspace(actor: Actor, stranger: Actor) -> None:
    lesser = replace(actor, permissions=actor.permissions - {Permission.ADMIN})
    for refused in (lambda: clean_up(lesser), lambda: set_retention(lesser, days={})):
        with pytest.raises(Forbidden, match="admin"):
            refused()
    with pytest.raises(Forbidden, match="memory:read"):
        get_retention(replace(actor, permissions=frozenset()))
    with access.acting(stranger), pytest.raises(NotFound):
        clean_up(stranger, workspace="team")


def test_a_clean_up_that_fails_half_way_removes_nothing(
    person: Actor, actor: Actor, ago: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced(actor, ago, "office", 400 * DAY)
    ago(timedelta())
    monkeypatch.setattr(retention, "_clear_events", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        clean_up(person)
    assert len(left()) == 2


def test_after_a_clean_up_rows_are_guarded_again(person: Actor, actor: Actor, ago: Any) -> None:
    replaced(actor, ago, "office", 400 * DAY)
    ago(timedelta())
    clean_up(person)
    with pytest.raises(Exception, match="deleted by forget and retention alone"):
        Revision.objects.all().delete()


@pytest.mark.parametrize(("days", "goes"), [(29, False), (31, True)])
def test_answers_kept_for_repeated_requests_go_after_30_days(
    person: Actor, actor: Actor, days: int, goes: bool, ago: Any
) -> None:
    first = remember(actor, "In Zanzibar.", name="office", idempotency_key="k")
    told = str(IdempotentAnswer.objects.values_list("answer", flat=True).get())
    assert "Zanzibar" not in told and "office" not in told
    IdempotentAnswer.objects.update(created_at=NOW - days * DAY)
    ago(timedelta())
    assert clean_up(person) == Cleared(answers=int(goes))
    again = remember(actor, "In Zanzibar.", name="office", idempotency_key="k")
    assert (again.repeated, again.memory_id) == (not goes, first.memory_id)


def test_zero_keeps_answers_for_ever(person: Actor, actor: Actor, ago: Any) -> None:
    remember(actor, "In Zanzibar.", idempotency_key="k")
    IdempotentAnswer.objects.update(created_at=NOW - 9_000 * DAY)
    ago(timedelta())
    set_retention(person, days={"answers": 0})
    assert clean_up(person) == Cleared()


@pytest.mark.parametrize(("settled", "left"), [(365 * DAY, ["done", "open"]), (365 * DAY + MOMENT, ["open"])])
def test_a_handoff_goes_so_long_after_it_was_settled_and_an_open_one_never(
    person: Actor, actor: Actor, ago: Any, settled: timedelta, left: list[str]
) -> None:
    ago(900 * DAY)
    for task in ("open", "done"):
        create_handoff(actor, task_id=task, summary="The cart is done.", idempotency_key=task)
    ago(settled)
    acknowledge_handoff(actor, handoff_id=Handoff.objects.get(task_id="done").pk)
    IdempotentAnswer.objects.update(created_at=NOW)
    ago(timedelta())
    assert clean_up(person) == Cleared(handoffs=2 - len(left))
    assert sorted(Handoff.objects.values_list("task_id", flat=True)) == left
    assert IdempotentAnswer.objects.count() == len(left)
    assert clean_up(person) == Cleared() and verify_events(person).holds


def test_zero_keeps_settled_handoffs_for_ever(person: Actor, actor: Actor, ago: Any) -> None:
    ago(9_000 * DAY)
    acknowledge_handoff(actor, handoff_id=create_handoff(actor, task_id="t", summary="Done.").handoff.pk)
    ago(timedelta())
    set_retention(person, days={"handoffs": 0})
    assert clean_up(person) == Cleared()
