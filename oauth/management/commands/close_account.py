"""`manage.py close_account`: erase a person with everything that is theirs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from continuum.kernel.errors import Conflict
from oauth.services.closing import close_account, what_goes
from oauth.services.people import find_person


class Command(BaseCommand):
    help = "Close an account and erase its workspaces, tokens and connections. Cannot be taken back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="whose account it is")
        parser.add_argument(
            "--yes", action="store_true", help="do it; without this only what would go is told"
        )
        parser.add_argument(
            "--shared",
            action="append",
            default=[],
            metavar="WORKSPACE",
            help="erase this one although others use it; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["username"])
        if person is None:
            raise CommandError(f"There is nobody called {options['username']!r} here.")
        try:
            for each in what_goes(person):
                self.stdout.write(f"{each.name}: {each.memories} memories, {each.others} others use it")
            if not options["yes"]:
                raise CommandError("Nothing is erased. Say --yes to erase all of this for good.")
            close_account(person, shared=options["shared"])
        except Conflict as refusal:
            raise CommandError(f"{refusal.message} (--shared)") from None
        self.stdout.write(f"{options['username']} is erased.")
