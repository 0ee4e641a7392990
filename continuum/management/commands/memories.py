"""`manage.py memories`: look at what is remembered, and have it forgotten."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.core.management import BaseCommand

from continuum.kernel.actor import Actor, Permission
from continuum.management.ground import acting_for, as_json, require_yes, services
from memories import access
from memories.recall.answers import Remembered
from memories.recall.listing import list_memories
from memories.recall.reading import get_memory, history
from memories.recall.recall import recall
from memories.services.removal import forget

MOST = 100
LINE = 76  # characters of a text in a list


class Command(BaseCommand):
    help = "list, search WORDS, show NAME, history NAME, forget NAME."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, (_, wanted) in _VERBS.items():
            one = verbs.add_parser(verb)
            if wanted:
                one.add_argument("wanted", metavar=wanted)
            one.add_argument("--person", help="whose memories (default: the owner of this machine)")
            one.add_argument("--workspace")
            one.add_argument("--task", dest="task_id", help="of this task")
            one.add_argument("--limit", type=int, default=20, choices=range(1, MOST + 1), metavar="1-100")
            one.add_argument("--json", action="store_true", help="for a program")
            if verb == "forget":
                one.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        with services():
            actor = acting_for(options["person"])
            with access.acting(actor):
                told, lines = _VERBS[options["verb"]][0](actor, options)
        self.stdout.write(as_json(told) if options["json"] else "\n".join(lines))


Answer = tuple[Any, list[str]]


def _where(options: dict[str, Any]) -> dict[str, Any]:
    return {"workspace": options["workspace"], "task_id": options["task_id"]}


def _list(actor: Actor, options: dict[str, Any]) -> Answer:
    found = list_memories(actor, **_where(options), private=True, limit=options["limit"])
    return [asdict(each) for each in found.memories], _lines(found.memories)


def _search(actor: Actor, options: dict[str, Any]) -> Answer:
    found = recall(actor, query=options["wanted"], **_where(options), private=True, limit=options["limit"])
    return [asdict(each) for each in found.memories], _lines(found.memories)


def _lines(memories: Any) -> list[str]:
    return [_line(each) for each in memories] or ["Nothing."]


def _line(each: Remembered) -> str:
    text = " ".join(each.content.split())
    short = f"{text[: LINE - 1]}…" if len(text) > LINE else text
    mark = "" if each.status == "active" else f" [{each.status}]"
    return f"{each.workspace}/{each.name}{mark}  {short}"


def _show(actor: Actor, options: dict[str, Any]) -> Answer:
    found = get_memory(actor, name=options["wanted"], **_where(options), private=True)
    about = f"{found.workspace}/{found.name}, version {found.version}, {found.kind}, {found.recall}"
    credit = f"by {found.agent or found.client} on {found.created_at:%Y-%m-%d %H:%M}, {found.trust}"
    return asdict(found), [about, credit, "", found.content]


def _history(actor: Actor, options: dict[str, Any]) -> Answer:
    found = history(actor, name=options["wanted"], **_where(options), private=True, limit=options["limit"])
    lines = [f"{found.workspace}/{found.name}, version {found.version}"]
    for row in found.revisions:
        number = f"v{row.number}" if row.number else "--"
        lines.append(
            f"{number:>4} {row.status:<10} {row.created_at:%Y-%m-%d %H:%M} {row.agent or row.client}"
        )
    lines += [f"     {event.at:%Y-%m-%d %H:%M} {event.action}" for event in found.events]
    return asdict(found), lines


def _forget(actor: Actor, options: dict[str, Any]) -> Answer:
    where = access.workspace_id(actor, options["workspace"], Permission.FORGET)
    access.memory_named(actor, workspace=where, name=options["wanted"], task_id=options["task_id"])
    require_yes(options, f"{options['wanted']!r} is erased with every version; this cannot be undone.")
    done = forget(actor, name=options["wanted"], **_where(options))
    gone = f"{done.revisions} versions, {done.passages} passages, {done.facts} facts"
    return asdict(done), [f"Forgotten: {gone}. {done.reason}".rstrip()]


_VERBS: dict[str, tuple[Callable[[Actor, dict[str, Any]], Answer], str]] = {
    "list": (_list, ""),
    "search": (_search, "WORDS"),
    "show": (_show, "NAME"),
    "history": (_history, "NAME"),
    "forget": (_forget, "NAME"),
}
