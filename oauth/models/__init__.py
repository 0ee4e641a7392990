"""People and their keys."""

from oauth.models.keys import PersonalToken, SignInLink
from oauth.models.user import User

__all__ = ["PersonalToken", "SignInLink", "User"]
