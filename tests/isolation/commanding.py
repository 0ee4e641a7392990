"""Commands run for one person with what is another's, and undone: what was told, and what it changed."""

from __future__ import annotations

from argparse import Action
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.core.exceptions import ObjectDoesNotExist
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from oauth.models import User
from tests.isolation.asked_by import whole
from tests.isolation.asking import Answer, likeness, traces
from tests.isolation.changes import Watch
from tests.isolation.commands import Command, Reach, commands, reach_of
from tests.isolation.packed import unpacked
from tests.isolation.stage import Stage
from tests.isolation.table import WORKS
from tests.isolation.values import hers, nobodys

OK, REFUSED = 0, 1
OUTCOMES = {OK: "ok", REFUSED: "refused"}
USUAL: Mapping[str, Any] = {"yes": True, "role": "reviewer", "who": "=who", "wanted": "=name"}
"""What is given wherever it can be."""
EXTRA: Mapping[str, Mapping[str, Any]] = {
    "close_account": {"shared": "=elsewhere"},
    "database backup": {"file": "=new"},
    "database restore": {"file": "=backup", "replace": True},
    "export": {"file": "=new", "workspace": "=elsewhere"},
    "import": {"file": "=text", "workspace": "=elsewhere"},
    "members list": {"workspace": "=elsewhere"},
    "members invite": {"workspace": "=elsewhere"},
    "members role": {"workspace": "=elsewhere"},
    "members remove": {"workspace": "=elsewhere"},
    "memories list": {"workspace": "=elsewhere"},
    "memories search": {"wanted": "=query"},
    "tokens create": {"name": "another", "workspace": "=elsewhere"},
    "tokens revoke": {"id": "=token_id"},
}
"""What single commands are given beside: "=" stands before the name of a value."""
SAME_FOR_BOTH = ("=backup",)
"""What there is none of that names nothing: not compared."""


class Console:
    """Somebody who runs commands for one person. `folder` is where files are written and read."""

    def __init__(self, stage: Stage, person: User, folder: Path, *, backup: Path | None = None) -> None:
        self.stage, self.person, self.folder = stage, person, folder
        text = folder / "list.md"
        text.write_text("- Somebody else wrote this.\n")
        ours = {"new": str(folder / "new.zip"), "text": str(text), "backup": str(backup)}
        self.real = {**hers(stage), **ours, "elsewhere": "team", "who": "member-reader"}
        self.made_up = {**nobodys(self.real), **ours, "elsewhere": "crew", "who": "member-nobody"}
        self.watch = Watch(whole(stage), connection)

    def run(self, command: Command, values: Mapping[str, Any]) -> Answer:
        given = self.arguments(command, values)
        out, status = StringIO(), OK
        with self._undone():
            try:
                call_command(*command.words, *given, stdout=out, stderr=out)
            except (CommandError, ObjectDoesNotExist) as refusal:
                out.write(str(refusal))
                status = REFUSED
            undone = connection.needs_rollback or not self.watch.wrote()
            changed = () if undone else tuple(self.watch.changed())
        return Answer(status, f"\n{out.getvalue()}{self._written(values)}", changed, str(given))

    def arguments(self, command: Command, values: Mapping[str, Any]) -> list[str]:
        """Their own name where it asks whose, and what is hers in all the rest."""
        extra = {**USUAL, **EXTRA.get(str(command), {})}
        own = person_or_workspace(self.person, self.stage, command)
        given: list[str] = []
        for action in sorted(commands()[command], key=lambda action: bool(action.option_strings)):
            value = own.get(action.dest, extra.get(action.dest))
            if isinstance(value, str) and value.startswith("="):
                value = values[value[1:]]
            if value is not None:
                given += _spelt(action, value)
        return given

    @contextmanager
    def _undone(self) -> Iterator[None]:
        cache.clear()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    def _written(self, values: Mapping[str, Any]) -> str:
        """What is in the file that was made, which then goes."""
        made = Path(values["new"])
        told = unpacked(made.read_bytes()) if made.exists() else ""
        made.unlink(missing_ok=True)
        return told

    def faults(self, command: Command, expected: str | None) -> list[str]:
        """As for routes (asked_by.py): another outcome than listed, something of alice's shown or changed,
        or another answer than for what there never was.
        """
        found = self.run(command, self.real)
        outcome = OUTCOMES[found.status]
        wrong = [] if expected in (None, outcome) else [f"is {outcome}, not {expected}"]
        wrong += [f"shows {trace!r}" for trace in sorted(traces(self.stage, found, self.real))]
        wrong += [f"changes {table}" for table in found.changed]
        if expected is not None and not set(SAME_FOR_BOTH) & set(EXTRA.get(str(command), {}).values()):
            other = self.run(command, self.made_up)
            if likeness(found, self.real) != likeness(other, self.made_up):
                wrong.append("tells what is alice's from what is not there")
        return [f"{command} {each}" for each in wrong]

    def works(self, command: Command) -> str:
        """The outcome for alice herself, marked where something of hers was shown or changed."""
        found = self.run(command, self.real)
        seen = found.changed or traces(self.stage, found, self.real)
        return f"{OUTCOMES[found.status]}{WORKS if seen else ''}"


def person_or_workspace(person: User, stage: Stage, command: Command) -> dict[str, str]:
    """Whose it is to be about: by name, or by the id of their default workspace."""
    if reach_of(command) is Reach.WORKSPACE:
        return {"workspace": str(stage.default_of(person))}
    return dict.fromkeys(("person", "username"), person.get_username())


def _spelt(action: Action, value: Any) -> list[str]:
    if not action.option_strings:
        return [str(value)]
    name = action.option_strings[0]
    return [name] if action.nargs == 0 else [name, str(value)]
