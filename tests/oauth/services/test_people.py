"""The owner of the machine, and anybody's first day."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from zoneinfo import ZoneInfo

import pytest
from django.db import connections

from memories.models import Membership
from memories.services.workspaces import open_workspaces
from oauth.models import User
from oauth.services import people
from oauth.services.people import local_owner, machine_timezone, settle_in


def test_the_owner_is_made_on_first_need_and_stays(db: None) -> None:
    owner = local_owner()
    assert local_owner() == owner
    assert owner.is_superuser and not owner.has_usable_password()


def test_two_first_needs_at_once_make_one_owner(committed: None) -> None:
    def need(_: int) -> int:
        try:
            return local_owner().pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(need, range(6)))) == 1
    assert User.objects.count() == 1


def test_dates_of_the_owner_are_read_in_the_machines_zone(db: None) -> None:
    assert ZoneInfo(local_owner().timezone).key == machine_timezone()


@pytest.mark.parametrize("answer", [None, ValueError("two settings")])
def test_a_machine_without_a_zone_counts_as_utc(monkeypatch, answer: object) -> None:
    def zone() -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(people, "get_localzone_name", zone)
    assert machine_timezone() == "UTC"


def test_the_first_sign_in_makes_a_workspace_that_reviews(db: None) -> None:
    newcomer = User.objects.create_user("newcomer")
    settle_in(newcomer)
    settle_in(newcomer)
    assert list(open_workspaces(newcomer.pk)) == ["default"]
    assert Membership.objects.get(user=newcomer).role == "owner"
