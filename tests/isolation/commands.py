"""Every management command there is, from Django's own registry, with what each verb of it takes."""

from __future__ import annotations

from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from django.core.management import BaseCommand, get_commands, load_command_class

OURS = frozenset({"continuum", "mcp_gateway", "memories", "oauth"})
OTHERS = {
    "allauth.account": "accounts and their addresses, for who runs the machine",
    "django.contrib.auth": "accounts, for who runs the machine",
    "django.contrib.contenttypes": "what Django knows of models",
    "django.contrib.sessions": "removes sessions that are over",
    "django.contrib.staticfiles": "files that everybody is served",
    "django.core": "the machine; what is remembered is kept from it by row-level security",
    "drf_spectacular": "the schema, which is the same for everybody",
    "rest_framework": "the schema, which is the same for everybody",
    "oauth2_provider": "clients and expired rows, for who runs the machine",
}
"""Who else brings commands, and what those reach."""
NO_VERB = "-"


class Reach(StrEnum):
    """Whose rows a command touches. The last two are tried across people; the first two have no owner to try
    them with: who may run commands runs the machine.
    """

    MACHINE = "machine"
    EVERYBODY = "everybody"
    WORKSPACE = "workspace"
    PERSON = "person"


NAMES = {"person": Reach.PERSON, "username": Reach.PERSON, "workspace": Reach.WORKSPACE}
"""Arguments that say whose: a command that has one is tried with it."""
WITHIN = frozenset({"wanted", "task_id", "who", "id", "shared", "file", "name", "permission", "client"})
"""Arguments that name something within that, or on this machine."""
PLAIN = frozenset(
    {
        *(
            "agent",
            "days",
            "digest",
            "dry_run",
            "facts",
            "force",
            "format",
            "json",
            "limit",
            "mode",
            "no_vectors",
        ),
        *("note", "parts", "physical", "print", "processes", "quiet", "replace", "role", "token_file"),
        *("toolsets", "undo", "url", "wait", "without_beat", "without_private", "without_worker", "yes"),
    }
)
"""Arguments that name nothing of anybody's."""
OF_DJANGO = frozenset({"migrate"})
"""Ours in the place of Django's, with Django's own arguments."""


@dataclass(frozen=True, order=True)
class Command:
    """One verb of one command."""

    name: str
    verb: str = NO_VERB

    def __str__(self) -> str:
        return self.name if self.verb == NO_VERB else f"{self.name} {self.verb}"

    @property
    def words(self) -> list[str]:
        return str(self).split()


@cache
def commands() -> Mapping[Command, tuple[Action, ...]]:
    """Each of ours with its arguments."""
    found = {}
    for name, app in get_commands().items():
        if app in OURS:
            parser = load_command_class(app, name).create_parser("manage.py", name)
            found |= {Command(name, verb): tuple(actions) for verb, actions in _verbs(parser)}
    return found


def _verbs(parser: ArgumentParser) -> Iterator[tuple[str, Iterable[Action]]]:
    usual = {action.dest for action in BaseCommand().create_parser("", "")._actions}
    own = [action for action in parser._actions if action.dest not in usual]
    parts = [action for action in own if isinstance(action, _SubParsersAction)]
    if not parts:
        yield NO_VERB, own
    for verb, inner in parts[0].choices.items() if parts else ():
        yield verb, [action for action in inner._actions if action.dest not in usual]


def reach_of(command: Command) -> Reach | None:
    """What its arguments say it reaches; None where they say nothing."""
    told = {NAMES.get(action.dest) for action in commands()[command]}
    return next((reach for reach in (Reach.PERSON, Reach.WORKSPACE) if reach in told), None)


def unexplained() -> list[str]:
    """What nobody said of arguments, and of packages that bring commands of their own."""
    known = NAMES.keys() | WITHIN | PLAIN
    new = [
        f"{command} takes {action.dest}: say in tests/isolation/commands.py whether that names something"
        for command, actions in commands().items()
        for action in actions
        if command.name not in OF_DJANGO and action.dest not in known
    ]
    brought = {str(getattr(app, "name", app)) for app in get_commands().values()} - OURS
    return new + [
        f"{app} brings commands: say in tests/isolation/commands.py what they reach"
        for app in sorted(brought - OTHERS.keys())
    ]
