"""People and their tokens in the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from oauth.models import PersonalToken, User
from oauth.services.actors import actor_for_bearer
from oauth.services.tokens import issue_token


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("staff"))
    return client


@pytest.mark.parametrize("page", ["", "oauth/user/", "oauth/user/add/", "oauth/personaltoken/"])
def test_the_pages_are_there_for_staff(staff: Client, page: str) -> None:
    assert staff.get(f"/admin/{page}").status_code == 200


def test_a_persons_zone_is_changed_there(staff: Client, alice: User) -> None:
    assert 'name="timezone"' in staff.get(f"/admin/oauth/user/{alice.pk}/change/").text


def test_a_token_is_looked_at_and_deleted_never_made_or_changed(staff: Client, alice: User) -> None:
    bearer = issue_token(alice, name="laptop", permissions=[Permission.READ])
    token = PersonalToken.objects.get()
    assert token.digest not in staff.get(f"/admin/oauth/personaltoken/{token.pk}/change/").text
    assert staff.get("/admin/oauth/personaltoken/add/").status_code == 403
    staff.post(f"/admin/oauth/personaltoken/{token.pk}/delete/", {"post": "yes"})
    with pytest.raises(Exception, match="unknown, expired or revoked"):
        actor_for_bearer(bearer)


def test_others_have_no_business_there(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/admin/oauth/user/").status_code == 302
