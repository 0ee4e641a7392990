from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import access, outbox
from memories.models import CommonTerm, Fingerprint, Job, Passage
from memories.pipeline import count_words as counting
from memories.pipeline import work as working
from memories.pipeline.work import HALT, work
from memories.services.removal import archive, forget
from tests.stories import names_found, remember

LONG = (
    "\n\n".join(f"Paragraph {n} about the harbour. " * 14 for n in range(30))
    + "\n\nThe lighthouse keeper is Edda."
)


def test_a_step_gives_the_waiting_passages_their_vectors(actor: Actor) -> None:
    remember(actor, LONG, name="long")
    assert Passage.objects.filter(vector=None).exists()
    assert work() == 2  # and the facts
    assert not Passage.objects.filter(vector=None).exists()
    assert Fingerprint.objects.count() == 1 and Job.objects.count() == 0


def test_the_tail_of_a_long_memory_is_found_by_meaning(actor: Actor, settings: Any) -> None:
    remember(actor, LONG, name="long")
    work()
    assert names_found(actor, "who looks after the beacon tower") == ["long"]


def test_twice_gives_the_same_rows(actor: Actor) -> None:
    remember(actor, LONG, name="long")
    work()
    before = list(Passage.objects.order_by("id").values_list("id", "vector"))
    with access.acting(actor):
        job = Passage.objects.values_list("revision_id", flat=True).first()
        outbox.enqueue(workspace=actor.workspaces["default"], step=outbox.INDEX, revision_id=job)
    work()
    assert list(Passage.objects.order_by("id").values_list("id", "vector")) == before
    assert Fingerprint.objects.count() == 1


def test_cc_05_a_late_job_writes_nothing_for_a_text_that_was_replaced(actor: Actor) -> None:
    remember(actor, LONG, name="long")
    remember(actor, "short now", name="long")
    work()
    assert [passage.text for passage in Passage.objects.all()] == ["short now"]
    assert Fingerprint.objects.count() == 1


@pytest.mark.parametrize("remove", [archive, forget])
def test_cc_06_a_late_job_brings_nothing_removed_back(actor: Actor, remove: Any) -> None:
    remember(actor, LONG, name="long")
    remove(actor, name="long")
    work()
    assert Passage.objects.count() == 0


def test_a_claimed_job_is_nobody_elses_until_its_lease_runs_out(actor: Actor) -> None:
    remember(actor, LONG)
    Job.objects.update(leased_until=timezone.now() + timedelta(minutes=1))
    assert work() == 0
    Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert work() == 2


def test_a_failing_step_waits_longer_each_time_and_then_stands_as_failed(actor: Actor, settings: Any) -> None:
    settings.EMBEDDING = "sentence-transformers:/nowhere"  # not to be loaded: fails at once, every time
    assert remember(actor, "milk").found_by == "words"
    Job.objects.exclude(step=outbox.INDEX).delete()
    for attempt in range(1, outbox.MAX_ATTEMPTS + 1):
        Job.objects.update(run_after=timezone.now())
        assert work() == 1, attempt
    job = Job.objects.get()
    assert (job.state, job.attempts) == (Job.State.FAILED, outbox.MAX_ATTEMPTS)
    assert job.error in {"EngineMisconfigured", "EmbeddingUnavailable"}
    assert work() == 0


@pytest.mark.parametrize(("attempts", "minutes"), [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (20, 60)])
def test_retries_double_from_a_minute_to_an_hour(attempts: int, minutes: int) -> None:
    assert outbox.retry_delay(attempts) == timedelta(minutes=minutes)


def test_one_bad_job_holds_up_no_other(actor: Actor) -> None:
    remember(actor, LONG, name="long")
    Job.objects.create(workspace_id=actor.workspaces["default"], step="no-such-step")
    assert work() == 3
    assert [job.step for job in Job.objects.all()] == ["no-such-step"]


def test_common_words_are_counted_and_only_rank(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "COMMON_FROM", 2)
    for n in range(5):
        remember(actor, f"The harbour master wrote report number {n}.", name=f"r{n}")
    remember(actor, "The lighthouse has a red lamp, says the harbour office.", name="lamp")
    outbox.enqueue(workspace=actor.workspaces["default"], step=outbox.COUNT_WORDS)
    work()
    assert CommonTerm.objects.filter(passages__gt=2).exists()
    assert names_found(actor, "harbour lamp")[0] == "lamp"
    assert set(names_found(actor, "harbour master")) >= {"r0", "r1", "r2", "r3", "r4"}


def test_a_worker_that_is_about_to_end_gives_back_what_it_has_not_begun(
    actor: Actor, monkeypatch: Any
) -> None:
    remember(actor, LONG, name="long")
    begun: list[str] = []

    def last(workspace: Any, jobs: Any) -> None:
        begun.append(jobs[0].step)
        HALT.set()
        for job in jobs:
            outbox.done(job)

    monkeypatch.setattr(working, "STEPS", dict.fromkeys((outbox.INDEX, outbox.FACTS), last))
    try:
        work()
    finally:
        HALT.clear()
    left = Job.objects.get()
    assert len(begun) == 1 and left.step not in begun
    assert (left.leased_until, left.attempts) == (None, 0)
