from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories import outbox
from memories.models import Entity, Fact, Job, Memory, Mention, Revision
from memories.pipeline.facts import source_of
from memories.pipeline.work import work
from memories.services.facts import rebuild_facts
from memories.services.removal import archive, forget, restore
from tests.stories import append, remember

WRITTEN, DATED = datetime(2026, 11, 30, 9, tzinfo=UTC), datetime(2023, 5, 8, 12, tzinfo=UTC)


def held() -> list[tuple[str, str, str]]:
    rows = Fact.objects.filter(retired_at=None).order_by("subject__name", "predicate", "object")
    return list(rows.values_list("subject__name", "predicate", "object"))


def test_a_memory_in_force_has_facts_after_the_commit(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.")
    assert held() == []
    work()
    assert held() == [("Ann", "lives_in", "Ghent")]
    assert set(Entity.objects.values_list("name", flat=True)) == {"Ann", "Ghent"}
    assert Mention.objects.filter(live=True).count() == 2 and Job.objects.count() == 0


def test_twice_gives_the_same_rows(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent and works at Acme.")
    work()
    before = sorted(Fact.objects.values_list("pk", "learned_at", "retired_at"))
    revision = Revision.objects.get()
    outbox.enqueue(workspace=actor.workspaces["default"], step=outbox.FACTS, revision_id=revision.pk)
    work()
    assert sorted(Fact.objects.values_list("pk", "learned_at", "retired_at")) == before
    assert Entity.objects.count() == 3


def test_cc_05_a_late_job_puts_nothing_down_for_a_text_that_was_replaced(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="ann")
    remember(actor, "Ann lives in Bruges.", name="ann")
    work()
    assert held() == [("Ann", "lives_in", "Bruges")] and Fact.objects.count() == 1


@pytest.mark.parametrize("remove", [archive, forget])
def test_cc_06_a_late_job_puts_nothing_down_for_what_was_removed(actor: Actor, remove: Any) -> None:
    remember(actor, "Ann lives in Ghent.", name="ann")
    remove(actor, name="ann")
    work()
    assert Fact.objects.count() == Entity.objects.count() == 0


def test_yesterday_is_seen_from_the_day_of_the_text(actor: Actor) -> None:
    remember(actor, "Ann moved to Ghent yesterday.", source_date=datetime(2023, 5, 8, 12, tzinfo=UTC))
    work()
    assert Fact.objects.get().valid_from == datetime(2023, 5, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("trust", "dated", "told"),
    [("agent", None, WRITTEN.date()), ("owner", None, WRITTEN.date()), ("import", None, None)]
    + [(trust, DATED, DATED.date()) for trust in ("agent", "import", "web")],
)
def test_when_a_text_from_outside_was_told_is_known_by_its_date_alone(
    trust: str, dated: datetime | None, told: date | None
) -> None:
    memory = Memory(kind="note")
    revision = Revision(content="x", memory=memory, trust=trust, created_at=WRITTEN, source_date=dated)
    assert source_of(revision).told == told


def test_a_standing_rule_makes_no_facts(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", recall_tier="always")
    work()
    assert Fact.objects.count() == Entity.objects.count() == 0


def test_a_re_save_retires_what_the_version_before_said_and_keeps_it_as_history(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="ann")
    work()
    remember(actor, "Ann lives in Bruges.", name="ann")
    assert held() == [], "at once, not when the worker comes"
    work()
    assert held() == [("Ann", "lives_in", "Bruges")]
    old = Fact.objects.get(object="Ghent")
    assert old.retired_for == Fact.Retired.REPLACED and old.valid_until is not None


def test_what_was_added_to_is_no_news(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="ann")
    work()
    began = Fact.objects.get().valid_from
    append(actor, "ann", "Ann likes tea.")
    work()
    assert held() == [("Ann", "likes", "tea"), ("Ann", "lives_in", "Ghent")]
    assert Fact.objects.get(object="Ghent", retired_at=None).valid_from == began


def test_archive_hides_and_restore_brings_back(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="ann")
    work()
    archive(actor, name="ann")
    assert held() == [] and not Mention.objects.filter(live=True).exists()
    restore(actor, name="ann")
    work()
    assert held() == [("Ann", "lives_in", "Ghent")] and Mention.objects.filter(live=True).count() == 2


def test_every_text_in_force_can_be_read_anew(person: Actor) -> None:
    remember(person, "Ann lives in Ghent.", name="ann")
    remember(person, "Bob lives in Rome.", name="bob")
    work()
    before = set(Fact.objects.values_list("pk", flat=True))
    Fact.objects.filter(subject__name="Bob").delete()
    assert rebuild_facts(person) == 2
    work()
    assert held() == [("Ann", "lives_in", "Ghent"), ("Bob", "lives_in", "Rome")]
    assert len(before & set(Fact.objects.values_list("pk", flat=True))) == 1


def test_forget_erases_facts_and_what_nothing_else_speaks_of(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="ann")
    remember(actor, "Bob likes tea and works at Acme.", name="bob")
    remember(actor, "The office is in Ghent.", name="office")
    work()
    receipt = forget(actor, name="ann")
    assert (receipt.erased, receipt.facts, receipt.entities) == (True, 1, 1)
    assert not Entity.objects.filter(name="Ann").exists() and Entity.objects.filter(name="Ghent").exists()
