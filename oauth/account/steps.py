"""Our own among the steps of a sign-in."""

from __future__ import annotations

from typing import Any

from allauth.account.models import Login
from allauth.account.stages import EmailVerificationStage

from oauth.services.sign_in_ways import has_address


class AddressStep(EmailVerificationStage):
    """Verify the address before the first sign-in; an account made without one has none to verify."""

    login: Login

    def handle(self) -> tuple[Any, bool]:
        if self.login.user is not None and not has_address(self.login.user):
            return None, True
        response, go_on = super().handle()
        return response, go_on
