"""`manage.py database`: is it sound, keep a copy, bring one back."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from continuum import diagnosis, physical
from continuum.kernel.actor import Actor
from continuum.management.ground import acting_for, as_json, progress_on, require_yes, services
from continuum.partitioning.divide import LEAST, MOST, USUAL, divide
from memories.portability.backup.dump import canonical_dump, digests
from memories.portability.backup.reading import check
from memories.portability.backup.restoring import Restored, restore
from memories.portability.backup.writing import Written, back_up
from memories.portability.whose import operator

UNSOUND = 1
Options = dict[str, Any]


class Command(BaseCommand):
    help = (
        "check: is the database sound (or, with a file, the backup)? backup: everything into one file. "
        "restore: a backup comes back, whole or not at all. dump: every row in canonical order, to compare. "
        "partition: every table divided by workspace, for very large installations."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, (_, options) in _VERBS.items():
            one = verbs.add_parser(verb)
            one.add_argument("--json", action="store_true", help="for a program")
            for option in options:
                name, given = _OPTIONS[option]
                one.add_argument(name, **given)

    def handle(self, *args: Any, **options: Any) -> None:
        with services(migrate=options["verb"] == "restore"):
            _VERBS[options["verb"]][0](self, options)

    def say(self, options: Options, told: dict[str, Any], line: str) -> None:
        self.stdout.write(as_json(told) if options["json"] else line)


def _whose(options: Options) -> Actor:
    return operator() if options["person"] is None else acting_for(options["person"])


def _check(command: Command, options: Options) -> None:
    if options["file"] is not None:
        return _check_file(command, options)
    findings = diagnosis.of_database()
    lines = "\n".join(finding.as_line for finding in findings)
    command.say(options, {"findings": [finding.as_json for finding in findings]}, lines)
    if wrong := sum(not finding.ok for finding in findings):
        raise CommandError(f"{wrong} of {len(findings)} checks failed.", returncode=UNSOUND)
    return None


def _check_file(command: Command, options: Options) -> None:
    heading, sha256 = check(options["file"], progress=progress_on(command, quiet=options["json"]))
    told = {**heading.as_json(), "sha256": sha256, "complete": True}
    line = (
        f"The backup of {heading.created_at:%Y-%m-%d %H:%M} UTC is complete: "
        f"{len(heading.workspaces)} workspaces, {heading.rows.get('memory', 0):,} memories, "
        f"{heading.rows.get('revision', 0):,} revisions."
    )
    command.say(options, told, line)


def _backup(command: Command, options: Options) -> None:
    progress = progress_on(command, quiet=options["json"])
    if options["physical"]:
        path = physical.dump(options["file"] or _named("dump"))
        return command.say(options, {"path": str(path), "bytes": path.stat().st_size}, f"Dumped to {path}.")
    to = options["file"] or _named("continuum")
    done = back_up(_whose(options), to=to, vectors=not options["no_vectors"], progress=progress)
    return command.say(
        options, _written(done), f"{_counted(done)} are in {done.path} ({done.bytes:,} bytes)."
    )


def _named(suffix: str) -> Path:
    return Path(settings.BACKUPS) / f"continuum-{timezone.now():%Y%m%d-%H%M%S}.{suffix}"


def _written(done: Written) -> dict[str, Any]:
    rows = {name: rows for name, rows in done.rows.items() if rows}
    return {"path": str(done.path), "bytes": done.bytes, "sha256": done.sha256, "rows": rows}


def _counted(done: Written) -> str:
    return f"{done.rows['memory']:,} memories with {done.rows['revision']:,} revisions"


def _restore(command: Command, options: Options) -> None:
    if options["file"] is None:
        raise CommandError("Say which file: manage.py database restore FILE")
    if options["replace"] or options["physical"]:
        require_yes(options, "What is here now is replaced (a copy of it is kept).")
    if options["physical"]:
        kept = physical.load(options["file"])
        return command.say(options, {"way_back": kept}, f"Restored. The database as it was is called {kept}.")
    progress = progress_on(command, quiet=options["json"])
    done = restore(_whose(options), path=options["file"], replace=options["replace"], progress=progress)
    return command.say(options, _restored(done), "\n".join(_restored_lines(done)))


def _restored(done: Restored) -> dict[str, Any]:
    return {
        "made_at": done.made_at,
        "workspaces": {str(each): name for each, name in done.workspaces.items()},
        "rows": done.rows,
        "way_back": done.way_back,
        "forgotten_again": done.forgotten_again,
        "to_embed": done.to_embed,
        "gone": list(done.gone),
    }


def _restored_lines(done: Restored) -> list[str]:
    lines = [f"{done.rows.get('memory', 0):,} memories are back, as of {done.made_at:%Y-%m-%d %H:%M} UTC."]
    if done.way_back:
        lines.append(f"What stood here before is kept: {done.way_back}")
    if done.forgotten_again:
        lines.append(f"{done.forgotten_again} memories were forgotten since, and were forgotten again.")
    if done.to_embed:
        lines.append(f"{done.to_embed:,} texts are found by their words until their vectors are made.")
    if done.gone:
        lines.append(
            f"Replaced, and no more: {', '.join(done.gone)}. A connection that was let into one alone "
            "needs another workspace: grant it anew on the page of connections."
        )
    return lines


def _dump(command: Command, options: Options) -> None:
    actor = _whose(options)
    if options["digest"]:
        found = digests(actor)
        return command.say(options, found, "\n".join(f"{name} {digest}" for name, digest in found.items()))
    for line in canonical_dump(actor):
        command.stdout.write(line)
    return None


def _partition(command: Command, options: Options) -> None:
    require_yes(
        options, "Nobody reads or writes while the tables are divided, and there is no way back but a backup."
    )
    say = (lambda _: None) if options["json"] else (lambda name: command.stdout.write(f"  {name}"))
    tables = divide(options["parts"], told=say)
    line = f"{len(tables)} tables are divided by workspace into {options['parts']} parts each."
    command.say(options, {"tables": tables, "parts": options["parts"]}, line)


_SWITCH: dict[str, Any] = {"action": "store_true"}
_OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "file": ("file", {"nargs": "?", "type": Path, "help": "the backup; named by its moment when missing"}),
    "person": ("--person", {"help": "only this person's vault, instead of the whole installation"}),
    "vectors": ("--no-vectors", {**_SWITCH, "help": "a smaller file; they are made again"}),
    "physical": ("--physical", {**_SWITCH, "help": "by pg_dump and pg_restore: accounts and grants too"}),
    "replace": ("--replace", {**_SWITCH, "help": "in the place of what is here, which is kept as a backup"}),
    "yes": ("--yes", {**_SWITCH, "help": "do not ask"}),
    "parts": ("--parts", {"type": int, "default": USUAL, "help": f"of each table ({LEAST} to {MOST})"}),
    "digest": ("--digest", {**_SWITCH, "help": "one checksum a table instead of every row"}),
}
_VERBS: dict[str, tuple[Callable[[Command, dict[str, Any]], None], tuple[str, ...]]] = {
    "check": (_check, ("file",)),
    "backup": (_backup, ("file", "person", "vectors", "physical")),
    "restore": (_restore, ("file", "person", "physical", "replace", "yes")),
    "dump": (_dump, ("person", "digest")),
    "partition": (_partition, ("parts", "yes")),
}
