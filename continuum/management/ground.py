"""What commands of people share: the services are up, somebody acts, and an error is one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError, ProgrammingError, connection

from continuum.embedded import supervisor
from continuum.embedded.errors import EmbeddedError
from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError
from continuum.physical import close_connections
from memories.portability.progress import Progress, Telling
from oauth.models import User
from oauth.services.actors import actor_for_user
from oauth.services.people import LOCAL_OWNER, find_person, only_person

COMMAND = "command"
"""The client of what a person does by a command."""
UNREACHABLE = "The database does not answer. Start Continuum (manage.py up), or ask: manage.py doctor"


@contextmanager
def services(*, migrate: bool = False) -> Iterator[None]:
    """Postgres answers until the block ends: in the local profile it is started where it does not run."""
    held = supervisor.running(settings.CONTINUUM_HOME) if settings.LOCAL_PROFILE else nullcontext()
    with told(), held:
        if migrate:
            call_command("migrate", verbosity=0, interactive=False)
        try:
            yield
        finally:
            if settings.LOCAL_PROFILE and not connection.in_atomic_block:
                close_connections()  # before the services go


@contextmanager
def told() -> Iterator[None]:
    """Errors that are meant for people, as a command's."""
    try:
        yield
    except (ContinuumError, EmbeddedError) as error:
        raise CommandError(str(error)) from error
    except (OperationalError, psycopg.OperationalError) as error:
        raise CommandError(UNREACHABLE) from error
    except ProgrammingError as error:
        if isinstance(error.__cause__, psycopg.errors.UndefinedTable):
            raise CommandError("There are no tables yet: manage.py migrate") from error
        raise


def person_called(username: str | None) -> User:
    """Whose memories: the named person's; without a name the owner's of this machine, or the only one's."""
    if username is not None:
        return _open(find_person(username), username)
    if settings.LOCAL_PROFILE and (owner := find_person(LOCAL_OWNER)):
        return _open(owner, LOCAL_OWNER)
    if person := only_person():
        return person
    raise CommandError("Say whose memories: --person NAME")


def _open(person: User | None, username: str) -> User:
    if person is None or not person.is_active:
        raise CommandError(f"Nobody called {username!r} has an account here.")
    return person


def acting_for(username: str | None) -> Actor:
    return actor_for_user(person_called(username), client=COMMAND)


def require_yes(options: Mapping[str, Any], what: str) -> None:
    """Destructive commands act on --yes, or on the word of who sits there."""
    if options["yes"]:
        return
    if not sys.stdin.isatty():
        raise CommandError(f"{what} Say --yes to go on.")
    if input(f"{what} Go on? [y/N] ").strip().lower() not in {"y", "yes"}:
        raise CommandError("Nothing was changed.")


def progress_on(command: BaseCommand, *, quiet: bool) -> Telling | None:
    """A line on the error stream that is written over, where a person looks."""
    if quiet or not sys.stderr.isatty():
        return None

    def tell(step: Progress) -> None:
        of = f" of {step.total:,}" if step.total else ""
        command.stderr.write(f"\r{step.stage}: {step.done:,}{of}", ending="")
        if step.done == step.total:
            command.stderr.write("")

    return tell


def as_json(told: Any) -> str:
    return json.dumps(told, indent=2, default=str, ensure_ascii=False)
