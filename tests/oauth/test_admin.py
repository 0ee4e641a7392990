"""People and their tokens in the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from continuum.kernel.errors import Unauthorized
from oauth.models import Client as KnownClient
from oauth.models import PersonalToken, User
from oauth.services.actors import actor_for_bearer, admit
from oauth.services.resources import resource
from oauth.services.tokens import issue_token
from tests.oauth.conftest import Granting, bearer_of


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("staff"))
    return client


@pytest.mark.parametrize(
    "page",
    ["", "oauth/user/", "oauth/user/add/", "oauth/personaltoken/", "oauth/client/", "oauth/connection/"],
)
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


def test_deleting_a_connection_ends_it(staff: Client, alice: User, granting: Granting) -> None:
    connection = granting(alice)
    bearer = bearer_of(connection).access
    assert admit(bearer, audience=resource())
    assert "Claude Code" in staff.get("/admin/oauth/connection/").text
    assert staff.get("/admin/oauth/connection/add/").status_code == 403
    staff.post(f"/admin/oauth/connection/{connection.pk}/delete/", {"post": "yes"})
    with pytest.raises(Unauthorized):
        admit(bearer, audience=resource())


def test_no_secret_of_a_client_is_shown(staff: Client, db: None) -> None:
    secret = "s" * 40
    known = KnownClient.objects.create(client_secret=secret, hash_client_secret=False, name="App")
    page = staff.get(f"/admin/oauth/client/{known.pk}/change/").text
    assert "App" in page and secret not in page


def test_the_toolkits_own_tables_are_not_shown(staff: Client) -> None:
    for table in ("accesstoken", "refreshtoken", "grant", "idtoken"):
        assert staff.get(f"/admin/oauth2_provider/{table}/").status_code == 404
