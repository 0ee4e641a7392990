"""`manage.py sign_in_link`: a fresh way in for who can run commands on this machine."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from oauth.models import User
from oauth.services.people import find_person, local_owner
from oauth.services.sign_in import LINK_LIFETIME, issue_sign_in_link, link_address


class Command(BaseCommand):
    help = "Print a link that signs in once, within fifteen minutes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", help="who signs in (default: the owner of this machine)")

    def handle(self, *args: Any, **options: Any) -> None:
        person = _person(options["username"])
        minutes = int(LINK_LIFETIME.total_seconds() // 60)
        self.stdout.write(link_address(issue_sign_in_link(person)))
        self.stderr.write(f"Opens a session for {person.username} once, within {minutes} minutes.")


def _person(username: str | None) -> User:
    if username is None and settings.LOCAL_PROFILE:
        return local_owner()
    if username is None:
        raise CommandError("Say who signs in: manage.py sign_in_link NAME")
    person = find_person(username)
    if person is None or not person.is_active:
        raise CommandError(
            f"Nobody called {username!r} can sign in here. Make an account: manage.py createsuperuser"
        )
    return person
