"""The nightly clean-up, from the beat's task to the rows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import access, outbox
from memories.models import Event, Job, Revision
from memories.pipeline.work import work
from memories.services import turns
from memories.services.verification import verify_events
from memories.services.workspaces import list_workspaces
from memories.tasks import clean_up_task
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember


@pytest.fixture
def stale(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text in alice's default workspace that was replaced more than a year ago."""
    now = timezone.now()
    monkeypatch.setattr(turns.timezone, "now", lambda: now - timedelta(days=400))
    remember(actor, "Before.", name="office")
    remember(actor, "After.", name="office")
    monkeypatch.undo()
    Job.objects.all().delete()


def test_every_workspace_is_cleaned_up_by_night(stale: None, person: Actor) -> None:
    assert outbox.enqueue_everywhere(step=outbox.CLEAN_UP) == list_workspaces(person).count()
    work()
    assert [revision.content for revision in Revision.objects.all()] == ["After."]
    assert Job.objects.count() == 0
    cleaned = Event.objects.get(action="retention.cleaned_up")
    assert (cleaned.client, cleaned.details["superseded"]) == ("worker", 1)
    assert verify_events(person).holds


def test_a_night_that_is_still_waiting_gets_no_second_job(alice: User) -> None:
    assert outbox.enqueue_everywhere(step=outbox.CLEAN_UP) == 2
    assert outbox.enqueue_everywhere(step=outbox.CLEAN_UP) == 0


def test_a_night_that_failed_is_tried_anew(person: Actor) -> None:
    outbox.enqueue_everywhere(step=outbox.CLEAN_UP)
    Job.objects.update(state=Job.State.FAILED)
    outbox.enqueue_everywhere(step=outbox.CLEAN_UP)
    assert set(Job.objects.values_list("state", "step")) == {("waiting", "clean-up")}
    assert Job.objects.count() == 2


def test_twice_removes_no_more_than_once(stale: None, person: Actor) -> None:
    for _ in range(2):
        outbox.enqueue_everywhere(step=outbox.CLEAN_UP)
        work()
    assert Event.objects.filter(action="retention.cleaned_up").count() == 1


def test_the_beats_task_puts_the_jobs_down(committed: None, alice: User) -> None:
    clean_up_task()
    with access.acting(person_actor(alice)):
        assert Job.objects.filter(step=outbox.CLEAN_UP).count() == 2
