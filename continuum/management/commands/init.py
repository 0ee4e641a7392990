"""`manage.py init`: make this machine's store and its owner, and say how clients are connected."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from continuum.local_profile import is_new_store, prepare
from continuum.management.ground import as_json, services
from mcp_gateway.connecting.places import CLIENTS
from memories.models import Mode

REMOTE = "This is no local profile. Its tables: manage.py migrate; its first person: manage.py invite."


class Command(BaseCommand):
    help = (
        "Make the data folder, the database and its owner on this machine, once; the server is not started. "
        "Said again, it changes nothing."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--mode",
            choices=Mode.values,
            default=Mode.REVIEW,
            help="what happens to agents' writes in a new store",
        )
        parser.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LOCAL_PROFILE:
            raise CommandError(REMOTE)
        with services(migrate=True):
            new = is_new_store()
            welcome = prepare(mode=options["mode"], url=settings.PUBLIC_URL)
        home = settings.CONTINUUM_HOME.root
        if options["json"]:
            told = {
                "home": str(home),
                "new": new,
                "mcp_url": welcome.mcp_url,
                "token_file": str(welcome.token_file),
            }
            self.stdout.write(as_json(told))
            return
        self.stdout.write(f"{'Made' if new else 'There already'}: {home}")
        self.stdout.write(f"  connect  manage.py connect {'|'.join(CLIENTS)}")
        self.stdout.write("  start    manage.py up  (clients over stdio start it by themselves)")
