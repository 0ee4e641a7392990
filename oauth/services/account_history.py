"""What happened to an account, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from oauth.models import AccountEvent, Client, Connection, PersonalToken, User
from oauth.services import account_events as events
from oauth.services.account_events import list_account_events

SHOWN = 20
SENTENCES = {
    events.OPENED: _("The account was opened"),
    events.SIGNED_IN: _("Signed in"),
    events.SIGN_IN_LIMITED: _("Too many attempts to sign in failed"),
    events.PASSWORD_CHANGED: _("The password was changed"),
    events.ADDRESS_ADDED: _("An e-mail address was added"),
    events.ADDRESS_REMOVED: _("An e-mail address was removed"),
    events.PASSKEY_ADDED: _("A passkey was added"),
    events.PASSKEY_REMOVED: _("A passkey was removed"),
    events.APP_ADDED: _("An authenticator app was added"),
    events.APP_REMOVED: _("The authenticator app was removed"),
    events.CODES_MADE: _("Recovery codes were made"),
    events.CODES_REMOVED: _("The recovery codes were removed"),
    events.TOKEN_ISSUED: _("A token was made"),
    events.TOKEN_REVOKED: _("A token was revoked"),
    events.GRANTED: _("A client was let in"),
    events.DENIED: _("A client was turned away"),
    events.CONNECTED: _("A client fetched its tokens"),
    events.NARROWED: _("A connection was narrowed"),
    events.REVOKED: _("A connection was revoked"),
    events.LEFT: _("A client gave its tokens back"),
    events.REPLAYED: _("A used code or token was shown again, and what followed from it ended"),
    events.CLEANED_UP: _("What was older was cleared away"),
}
"""A sentence for each action but the last, after which nobody is there to read it."""


@dataclass(frozen=True, slots=True)
class Told:
    at: datetime
    sentence: str
    about: str


def lately(user: User) -> list[Told]:
    """The last events of the person's account, newest first, with what they are about where it is known."""
    rows = list(list_account_events(user)[:SHOWN])
    names = _names(user, rows)
    return [
        Told(row.at, str(SENTENCES.get(row.action, row.action)), names.get(row.subject, "")) for row in rows
    ]


def _names(user: User, rows: Sequence[AccountEvent]) -> dict[str, str]:
    """What people call the subjects; those that are gone have no name any more."""
    asked = {row.subject for row in rows}
    connections = Connection.objects.filter(user=user).select_related("client")
    known = {connection.key: connection.client.label for connection in connections}
    known |= {f"token:{token.pk}": token.name for token in PersonalToken.objects.filter(user=user)}
    clients = [int(each.partition(":")[2]) for each in asked if each.startswith("client:")]
    known |= {f"client:{client.pk}": client.label for client in Client.objects.filter(pk__in=clients)}
    return {subject: name for subject, name in known.items() if subject in asked}
