"""The page on which people sign in."""

from __future__ import annotations

from typing import Any

from allauth.account.views import LoginView
from django.conf import settings

from oauth.account.commands import LINK_COMMAND
from oauth.account.invitations import invited_by
from oauth.sign_up import SignUp


class SignIn(LoginView):
    """A passkey, a password, a code by mail, an account elsewhere, or how to come by a one-time link."""

    def get_context_data(self, **known: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**known),
            "command": LINK_COMMAND,
            "local": settings.LOCAL_PROFILE,
            "mail": settings.MAIL,
            "may_sign_up": settings.SIGN_UP == SignUp.OPEN or bool(invited_by(self.request)),
            "providers": settings.SIGN_IN_WITH,
        }


sign_in = SignIn.as_view()
