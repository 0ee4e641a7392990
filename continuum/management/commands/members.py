"""`manage.py members`: who works in a workspace, and letting others in or out."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.urls import reverse

from continuum.kernel.actor import Actor
from continuum.kernel.errors import NotFound
from continuum.kernel.roles import INVITABLE
from continuum.management.ground import acting_for, as_json, require_yes, services
from memories import access
from memories.services.invitations import LIFETIME, invite_member
from memories.services.members import change_role, list_members, remove_member

Answer = tuple[Any, list[str]]
ROLES = [role.value for role in INVITABLE]


class Command(BaseCommand):
    help = "list WORKSPACE, invite WORKSPACE ROLE, role WORKSPACE WHO ROLE, remove WORKSPACE WHO."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, (_, wanted) in _VERBS.items():
            one = verbs.add_parser(verb)
            one.add_argument("workspace")
            if "who" in wanted:
                one.add_argument("who", help="the name that the member signs in by")
            if "role" in wanted:
                one.add_argument("role", choices=ROLES)
            if verb == "invite":
                one.add_argument("--note", default="", help="for whom it is, in your words")
            if verb == "remove":
                one.add_argument("--yes", action="store_true", help="do not ask")
            one.add_argument("--person", help="whose workspace (default: the owner of this machine)")
            one.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["verb"] == "remove":
            require_yes(options, f"{options['who']} loses the way into {options['workspace']}.")
        with services():
            actor = acting_for(options["person"])
            with access.acting(actor):
                told, lines = _VERBS[options["verb"]][0](actor, options)
        self.stdout.write(as_json(told) if options["json"] else "\n".join(lines))
        if options["verb"] == "invite":  # so that a script that catches the link catches no more
            self.stderr.write(f"Lets one person in as {options['role']}, within {LIFETIME.days} days.")


def _list(actor: Actor, options: dict[str, Any]) -> Answer:
    found = list_members(actor, workspace=options["workspace"])
    return [asdict(each) for each in found], [f"{each.called:30} {each.role}" for each in found]


def _invite(actor: Actor, options: dict[str, Any]) -> Answer:
    asked = {name: options[name] for name in ("workspace", "role", "note")}
    link = settings.PUBLIC_URL + reverse("join", args=[invite_member(actor, **asked).secret])
    return {"link": link}, [link]


def _role(actor: Actor, options: dict[str, Any]) -> Answer:
    done = change_role(
        actor, workspace=options["workspace"], member=_who(actor, options), role=options["role"]
    )
    return asdict(done), [f"{done.called} is {done.role} in {options['workspace']} now."]


def _remove(actor: Actor, options: dict[str, Any]) -> Answer:
    remove_member(actor, workspace=options["workspace"], member=_who(actor, options))
    return {"removed": options["who"]}, [f"{options['who']} is out. What they wrote stays."]


def _who(actor: Actor, options: dict[str, Any]) -> int:
    for member in list_members(actor, workspace=options["workspace"]):
        if member.called == options["who"]:
            return member.id
    raise NotFound(f"{options['who']} is not in this workspace.")


_VERBS = {
    "list": (_list, ()),
    "invite": (_invite, ("role",)),
    "role": (_role, ("who", "role")),
    "remove": (_remove, ("who",)),
}
