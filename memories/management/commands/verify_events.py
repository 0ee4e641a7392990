"""`manage.py verify_events`: has anyone changed, removed or added an event behind our back?"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.core.management import BaseCommand, CommandError

from memories import access
from memories.pipeline.worker import worker_for
from memories.services.chains import Walked
from memories.services.verification import Verified, verify_events
from memories.services.workspaces import KnownWorkspace, every_workspace
from oauth.services.account_events import every_account_chain, verify_account_events

BROKEN = 1


@dataclass(frozen=True, slots=True)
class Chain:
    """One chain that was walked. `keys` say to programs whose it is, `name` to people."""

    name: str
    keys: dict[str, Any]
    walked: Verified | Walked

    @property
    def as_line(self) -> str:
        found = self.walked
        if found.broken is None:
            return f"{self.name}: {found.events} events hold ({found.first} to {found.last})."
        return f"{self.name}: BROKEN at event {found.broken.sequence}. {found.broken.reason}"

    @property
    def as_json(self) -> dict[str, Any]:
        found = self.walked
        broken = None if found.broken is None else asdict(found.broken)
        ends = {"events": found.events, "first": found.first, "last": found.last}
        return {**self.keys, "holds": broken is None, **ends, "broken": broken}


class Command(BaseCommand):
    help = "Check the events of workspaces and accounts, link by link. Exits 1 where a chain does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--workspace", help="only those of this name, or the one with this id; no account"
        )
        parser.add_argument("--json", action="store_true", help="print the findings for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = options["workspace"]
        workspaces = [_of_workspace(each) for each in _chosen(wanted)]
        accounts = _of_accounts() if wanted is None else []
        self._tell(workspaces, accounts, as_json=options["json"])
        broken = sum(chain.walked.broken is not None for chain in [*workspaces, *accounts])
        if broken:
            count = len(workspaces) + len(accounts)
            raise CommandError(f"{broken} of {count} chains are broken.", returncode=BROKEN)

    def _tell(self, workspaces: Sequence[Chain], accounts: Sequence[Chain], *, as_json: bool) -> None:
        if as_json:
            told = {
                "workspaces": [chain.as_json for chain in workspaces],
                "accounts": [chain.as_json for chain in accounts],
            }
            self.stdout.write(json.dumps(told, indent=2))
        else:
            self.stdout.write("\n".join(chain.as_line for chain in [*workspaces, *accounts]))


def _chosen(wanted: str | None) -> list[KnownWorkspace]:
    everyone = every_workspace()
    chosen = [each for each in everyone if wanted in {None, each.name, str(each.id)}]
    if wanted is not None and not chosen:
        raise CommandError(f"There is no workspace called {wanted!r}.")
    return chosen


def _of_workspace(known: KnownWorkspace) -> Chain:
    actor = worker_for(known.id)
    with access.acting(actor):
        walked = verify_events(actor, workspace=str(known.id))
    keys = {"id": str(known.id), "owner": known.owner, "name": known.name}
    return Chain(f"{known.owner}/{known.name}", keys, walked)


def _of_accounts() -> list[Chain]:
    return [
        Chain(
            f"account {name or user_id}{'' if name else ' (closed)'}",
            {"id": user_id, "name": name},
            verify_account_events(user_id),
        )
        for user_id, name in every_account_chain()
    ]
