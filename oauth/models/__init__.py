"""People, their keys, and the clients they let in."""

from oauth.models.account_events import AccountChain, AccountEvent
from oauth.models.client import Client
from oauth.models.connection import Connection
from oauth.models.issued import AuthorizationCode, TokenPair
from oauth.models.keys import Invitation, KeyVersion, PersonalToken, SignInLink
from oauth.models.user import User

__all__ = [
    "AccountChain",
    "AccountEvent",
    "AuthorizationCode",
    "Client",
    "Connection",
    "Invitation",
    "KeyVersion",
    "PersonalToken",
    "SignInLink",
    "TokenPair",
    "User",
]
