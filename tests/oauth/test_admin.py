"""People and their tokens in the admin."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from continuum.kernel.actor import Permission
from continuum.kernel.errors import Unauthorized
from oauth.models import Client as KnownClient
from oauth.models import Invitation, PersonalToken, User
from oauth.services.actors import actor_for_bearer, admit
from oauth.services.invitations import invite, is_open_invitation
from oauth.services.resources import resource
from oauth.services.tokens import issue_token
from tests.oauth.conftest import Granting, bearer_of


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("staff"))
    return client


@pytest.mark.parametrize(
    "page",
    [
        "",
        "mfa/authenticator/",
        "oauth/accountevent/",
        "oauth/client/",
        "oauth/connection/",
        "oauth/invitation/",
        "oauth/personaltoken/",
        "oauth/user/",
        "oauth/user/add/",
    ],
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


def test_an_account_is_not_deleted_there(staff: Client, alice: User) -> None:
    staff.post(f"/admin/oauth/user/{alice.pk}/delete/", {"post": "yes"})
    chosen = {"action": "delete_selected", "_selected_action": [alice.pk], "post": "yes"}
    staff.post("/admin/oauth/user/", chosen)
    assert User.objects.filter(pk=alice.pk).exists()


def test_a_lost_app_is_taken_away_and_its_key_shown_to_nobody(staff: Client, alice: User) -> None:
    secret = generate_totp_secret()
    kept = TOTP.activate(alice, secret).instance
    page = staff.get(f"/admin/mfa/authenticator/{kept.pk}/change/").text
    assert "alice" in page and secret not in page and kept.data["secret"] not in page
    staff.post(f"/admin/mfa/authenticator/{kept.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.filter(user=alice).exists()


def test_an_invitation_is_taken_back(staff: Client, db: None) -> None:
    secret = invite(note="Dora")
    kept = Invitation.objects.get()
    assert kept.digest not in staff.get(f"/admin/oauth/invitation/{kept.pk}/change/").text
    staff.post(f"/admin/oauth/invitation/{kept.pk}/delete/", {"post": "yes"})
    assert not is_open_invitation(secret)


def test_what_people_sign_in_by_is_not_shown(staff: Client) -> None:
    shut = ("account/emailaddress", "usersessions/usersession", "socialaccount/socialapp")
    for table in (*shut, "socialaccount/socialtoken", "socialaccount/socialaccount"):
        assert staff.get(f"/admin/{table}/").status_code == 404


def test_the_toolkits_own_tables_are_not_shown(staff: Client) -> None:
    for table in ("accesstoken", "refreshtoken", "grant", "idtoken"):
        assert staff.get(f"/admin/oauth2_provider/{table}/").status_code == 404
