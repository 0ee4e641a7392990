"""The night's sweep: what is over goes, what still counts stays."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from continuum.celery import app
from oauth.models import AuthorizationCode, Client, Connection, SignInLink, TokenPair, User
from oauth.services.codes import keep_code
from oauth.services.pairs import refresh_pair
from oauth.services.sign_in import issue_sign_in_link
from oauth.services.sweeping import sweep_keys
from oauth.tasks import clean_up_task
from tests.oauth.conftest import Granting, bearer_of

LONG_AGO = timedelta(days=3)


def test_what_is_long_over_goes(alice: User, granting: Granting) -> None:
    connection = granting(alice)
    bearer_of(connection)
    keep_code("c", connection=connection, redirect_uri="x", permissions=[], resource="x", challenge="x")
    issue_sign_in_link(alice)
    Client.objects.create(registration_source=Client.RegistrationSource.DCR)
    before = timezone.now() - LONG_AGO
    AuthorizationCode.objects.update(expires_at=before)
    TokenPair.objects.update(refresh_expires_at=before)
    SignInLink.objects.update(expires_at=before)
    Client.objects.update(created=before)
    sweep_keys()
    for model in (AuthorizationCode, TokenPair, SignInLink):
        assert not model.objects.exists()
    assert (Client.objects.get(), Connection.objects.get()) == (connection.client, connection)


def test_what_still_counts_stays(alice: User, granting: Granting) -> None:
    connection = granting(alice)
    refresh_pair(bearer_of(connection).refresh, client=connection.client)
    sweep_keys()
    assert TokenPair.objects.count() == 2
    assert TokenPair.objects.exclude(successor=None).count() == 1
    TokenPair.objects.exclude(used_at=None).update(used_at=timezone.now() - timedelta(minutes=3))
    sweep_keys()
    assert TokenPair.objects.count() == 2 and not TokenPair.objects.exclude(successor=None).exists()


def test_it_is_done_each_night(committed: None, alice: User) -> None:
    issue_sign_in_link(alice)
    SignInLink.objects.update(expires_at=timezone.now() - LONG_AGO)
    clean_up_task()
    assert not SignInLink.objects.exists()
    assert settings.CELERY_BEAT_SCHEDULE["keys"]["task"] == clean_up_task.name
    assert clean_up_task.name in app.tasks
