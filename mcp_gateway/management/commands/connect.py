"""`manage.py connect CLIENT`: write Continuum into a client's own configuration."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

import tomlkit
from django.conf import settings
from django.core.management import BaseCommand, CommandError

from mcp_gateway.connecting.entries import NAME, Address, Start, entry_for
from mcp_gateway.connecting.places import CLIENTS, Client, Kind, System, file_of, is_temporary
from mcp_gateway.connecting.writing import Change, NotConnected, backups_of, carry_out, planned, taken_out

DEFAULT_HOME = "~/.continuum"


class Command(BaseCommand):
    help = (
        "Connect a client on this machine: writes its configuration file, keeps a backup, and replaces "
        "nothing that stands there without --force."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("client", choices=sorted(CLIENTS))
        parser.add_argument("--url", help="a server elsewhere, which the client signs in to by itself")
        parser.add_argument("--name", default=NAME, help="what the server is called there")
        parser.add_argument("--file", type=Path, help="another file than the client's usual one")
        parser.add_argument("--force", action="store_true", help="replace a server of this name")
        parser.add_argument("--print", action="store_true", help="only show what would be written")
        parser.add_argument("--undo", action="store_true", help="take it out again")
        parser.add_argument("--json", action="store_true", help="tell what was done to a program")

    def handle(self, *args: Any, **options: Any) -> None:
        client = CLIENTS[options["client"]]
        path = options["file"] or _usual_file(client)
        try:
            if options["undo"]:
                self._take_out(client, path, options)
            else:
                self._connect(client, path, options)
        except NotConnected as error:
            raise CommandError(str(error)) from None

    def _connect(self, client: Client, path: Path, options: dict[str, Any]) -> None:
        entry = entry_for(client, _reached(client, options["url"]))
        change = planned(client, path, options["name"], entry)
        if options["print"]:
            self.stdout.write(f"{path}:\n\n{_shown(client, options['name'], entry)}")
            return
        if not change.changes:
            self._tell(client, change, None, options, "It is connected already.")
            return
        if change.there and not options["force"]:
            raise CommandError(
                f"{path} has a server called {options['name']} already. Replace it with --force, or choose "
                "another --name."
            )
        backup = carry_out(change, now=datetime.now().astimezone())
        self._tell(client, change, backup, options, f"{client.title} is connected: restart it.")

    def _take_out(self, client: Client, path: Path, options: dict[str, Any]) -> None:
        change = taken_out(client, path, options["name"])
        if not change.there:
            raise CommandError(f"{path} has no server called {options['name']}.")
        if options["print"]:
            self.stdout.write(f"{path} without {options['name']}:\n\n{change.after}")
            return
        backup = carry_out(change, now=datetime.now().astimezone())
        self._tell(client, change, backup, options, f"{client.title} is no longer connected: restart it.")

    def _tell(
        self, client: Client, change: Change, backup: Path | None, options: dict[str, Any], sentence: str
    ) -> None:
        if options["json"]:
            told = {
                "client": client.key,
                "file": str(change.path),
                "changed": change.changes,
                "backup": str(backup) if backup else None,
                "backups": [str(each) for each in backups_of(change.path)],
            }
            self.stdout.write(json.dumps(told, indent=2))
            return
        self.stdout.write(f"{sentence}\n  written   {change.path}")
        if backup is not None:
            self.stdout.write(f"  backup    {backup}")
        if change.changes and not options["undo"]:
            self.stdout.write(f"  undo      manage.py connect {client.key} --undo")


def _usual_file(client: Client) -> Path:
    system = System.called(sys.platform)
    try:
        return Path(file_of(client, system=system, environment=os.environ))
    except KeyError as missing:
        raise CommandError(f"Nothing says where your home folder is: set {missing.args[0]}.") from None


def _reached(client: Client, url: str | None) -> Start | Address:
    if url is not None:
        if not url.startswith(("http://", "https://")):
            raise CommandError(
                "--url is the whole address of a server, as in https://memory.example.com/mcp."
            )
        return Address(url)
    if not settings.LOCAL_PROFILE:
        raise CommandError(
            f"This is no local profile: connect {client.key} with --url {settings.PUBLIC_URL}/mcp"
        )
    command, arguments, environment = start_of(client)
    lasting = [command, *(each for each in arguments if os.sep in each), str(settings.CONTINUUM_HOME.root)]
    system = System.called(sys.platform)
    for path in lasting:
        if is_temporary(path, system=system, environment=os.environ):
            raise NotConnected(
                f"{path} is a temporary place, and the client would lose it. Install Continuum where it "
                "stays, then connect again."
            )
    return Start(command, arguments, environment)


def start_of(client: Client) -> tuple[str, list[str], dict[str, str]]:
    """How a client starts the bridge of this installation: by manage.py in a checkout, else as a module."""
    manage = settings.BASE_DIR / "manage.py"
    environment = {}
    root = settings.CONTINUUM_HOME.root
    if root != Path(DEFAULT_HOME).expanduser().resolve():
        environment["CONTINUUM_HOME"] = str(root)
    tail = ["mcp", "--agent", client.agent]
    if manage.is_file():
        return sys.executable, [str(manage), *tail], environment
    environment["DJANGO_SETTINGS_MODULE"] = "continuum.settings"
    return sys.executable, ["-m", "django", *tail], environment


def _shown(client: Client, name: str, entry: dict[str, Any]) -> str:
    whole = {client.servers: {name: entry}}
    return tomlkit.dumps(whole) if client.kind is Kind.TOML else json.dumps(whole, indent=2)
