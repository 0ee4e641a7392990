"""`manage.py tokens`: personal tokens for scripts and hooks."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management import BaseCommand
from django.utils import timezone

from continuum.kernel.actor import Permission
from continuum.management.ground import as_json, person_called, require_yes, services
from oauth.services.tokens import issue_token, list_tokens, revoke_token

USUAL = [Permission.READ.value, Permission.WRITE.value]


class Command(BaseCommand):
    help = "list, create NAME (shown once), revoke ID."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create")
        create.add_argument("name", help="what it is for")
        create.add_argument("--permission", action="append", choices=[each.value for each in Permission])
        create.add_argument("--workspace", action="append", default=[], help="only this one; more than once")
        create.add_argument("--days", type=int, help="how long it is good (default: until revoked)")
        revoke = verbs.add_parser("revoke")
        revoke.add_argument("id", type=int)
        revoke.add_argument("--yes", action="store_true", help="do not ask")
        for verb in (verbs.add_parser("list"), create, revoke):
            verb.add_argument("--person", help="whose (default: the owner of this machine)")
            verb.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        with services():
            told, line = getattr(self, f"_{options['verb']}")(options)
        self.stdout.write(as_json(told) if options["json"] else line)

    def _list(self, options: dict[str, Any]) -> tuple[Any, str]:
        rows = list(list_tokens(person_called(options["person"])))
        told = [
            {
                "id": row.pk,
                "name": row.name,
                "permissions": row.permissions,
                "expires_at": row.expires_at,
                "last_used_at": row.last_used_at,
            }
            for row in rows
        ]
        lines = [f"{row.pk:>4}  {row.name}  ({', '.join(row.permissions)})" for row in rows]
        return told, "\n".join(lines) or "No tokens."

    def _create(self, options: dict[str, Any]) -> tuple[Any, str]:
        days = options["days"]
        token = issue_token(
            person_called(options["person"]),
            name=options["name"],
            permissions=options["permission"] or USUAL,
            workspaces=options["workspace"],
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )
        return {"token": token}, token

    def _revoke(self, options: dict[str, Any]) -> tuple[Any, str]:
        person = person_called(options["person"])
        require_yes(options, "What uses this token stops working.")
        revoke_token(person, token_id=options["id"])
        return {"revoked": options["id"]}, f"Token {options['id']} is revoked."
