"""The sessions that a person has open, in this browser and elsewhere."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.http import HttpRequest

from oauth.models import User


def note_session(request: HttpRequest) -> None:
    """Have the session that was just opened listed on its person's account."""
    UserSession.objects.purge_and_list(request.user)
    UserSession.objects.create_from_request(request)


def end_sessions(user: User) -> None:
    """Sign the person out everywhere."""
    for session in UserSession.objects.filter(user=user):
        session.end()
