"""What a clock that is ahead has cleared away does not come back: the database's has a word in it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from continuum.kernel.actor import Actor
from memories.models import Event, Revision
from memories.services import turns
from memories.services.retention import Cleared, clean_up
from tests.stories import remember


def test_a_worker_whose_clock_is_a_year_ahead_clears_nothing_away(
    person: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("Ines checks the boiler.", "Femi checks the boiler now."):
        remember(person, text, name="boiler")
    before = Event.objects.count(), Revision.objects.count()
    late = datetime.now(UTC) + timedelta(days=400)
    monkeypatch.setattr(turns.timezone, "now", lambda: late)
    assert clean_up(person) == Cleared()
    assert (Event.objects.count(), Revision.objects.count()) == before and before[1] == 2
