"""`manage.py invite`: let somebody make an account, where not everybody may."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from oauth.limits import INVITATION_LIFETIME
from oauth.services.invitations import invitation_address, invite
from oauth.sign_up import SignUp


class Command(BaseCommand):
    help = "Print a link by which one person can make an account, within seven days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("note", nargs="?", default="", help="whom it is for, in your words")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SIGN_UP != SignUp.INVITE:
            raise CommandError(
                f"CONTINUUM_SIGN_UP is {settings.SIGN_UP}: invitations open nothing. Set it to invite."
            )
        self.stdout.write(invitation_address(invite(note=options["note"])))
        self.stderr.write(f"Makes one account, within {INVITATION_LIFETIME.days} days.")
