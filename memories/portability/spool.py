"""What an import will write, screened and laid down on disk before the store is locked.

Reading, screening and cutting take most of an import's time and need no lock; what comes of it may be larger
than memory. The file has no name and goes with the process, however that ends.
"""

from __future__ import annotations

import hashlib
import pickle
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import IO
from uuid import UUID

from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError, Excluded, Refused, ValidationFailed
from memories import access
from memories.intake.crediting import credited
from memories.intake.screen import Clean, cleaned
from memories.intake.secrets import without_secrets
from memories.portability.importers.bundle import Bundle
from memories.portability.importers.draft import draft_of, storable, tidy_name
from memories.portability.importers.entry import Entry, Format, Left, State
from memories.portability.report import Report
from memories.secrets.policy import Policy
from memories.services.drafts import Draft
from memories.services.exclusions import Exclusions, forgotten_text
from memories.services.secrets import policies_of

FORGOTTEN, REFUSED, REJECTED = "forgotten", "refused", "rejected"
_NOT_AGAIN = "It was forgotten or rejected here, and does not come back by an import."
_ELSEWHERE = "It belongs to another agent: a person can import it."
_FIELDS_DROPPED = "What else the file tells of it looks like a secret and is left out."
PLACE_LENGTH = 300
NOWHERE = UUID(int=0)  # a workspace that is yet to be made excludes nothing
Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Ready:
    """An entry that may come in: what intake made of it, and what is written beside it. Its content is gone
    from `entry`: it stands in `clean`.
    """

    entry: Entry
    clean: Clean
    workspace: str


@dataclass(slots=True)
class _Rules:
    """What a workspace keeps out. One that is yet to be made keeps out what every new one does."""

    secrets: dict[str, Policy]
    exclusions: Exclusions


class Spool:
    """Entries on disk in their order. `count` is how many, `size` their text in characters."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the spool
        self._pickler = pickle.Pickler(self._file, protocol=pickle.HIGHEST_PROTOCOL)
        self.count = self.size = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def put(self, ready: Ready) -> None:
        self._pickler.dump(ready)
        self._pickler.clear_memo()
        self.count += 1
        self.size += len(ready.clean.text)

    def __iter__(self) -> Iterator[Ready]:
        self._file.seek(0)
        for _ in range(self.count):
            yield pickle.load(self._file)  # noqa: S301 - what this process wrote into a nameless file


class Screening:
    """Takes in the entries of one file, for one actor. `only` is the workspace that all go to; without it
    they go where the file says, and the rest to the default one.
    """

    def __init__(self, actor: Actor, report: Report, *, only: str | None, default: str) -> None:
        self.actor, self.report = actor, report
        self._only, self._default = only, default
        self._rules: dict[str, _Rules] = {}
        self._named: dict[int, int] = {}
        self._now = timezone.now()

    def take(self, bundle: Bundle, chosen: Format, into: Spool, told: Told) -> None:
        """Read and screen the whole file. Raises ValidationFailed for one that cannot be read to its end."""
        for found in map(storable, chosen.read(bundle)):
            self.report.read += 1
            if isinstance(found, Left):
                self.report.count(found.what)
                self.report.remark(found.place, found.reason)
            elif (ready := self._screened(found)) is not None:
                into.put(ready)
            told(bundle.read, bundle.total)

    def _screened(self, entry: Entry) -> Ready | None:
        """What is to be written, or None for what was told as left out."""
        try:
            return self._let_in(entry)
        except Excluded:
            self.report.count(FORGOTTEN)
            self.report.remark(entry.place, _NOT_AGAIN)
        except (Refused, ValidationFailed) as refusal:
            self.report.count(REFUSED)
            self.report.remark(entry.place, refusal.message)
        return None

    def _let_in(self, entry: Entry) -> Ready:
        workspace = self._only or entry.workspace or self._default
        rules = self._rules_of(workspace)
        actor = self._as_whose(entry)
        entry, draft = draft_of(entry, workspace=workspace, now=self._now)
        draft = replace(draft, name=self._own_name(workspace, entry, draft))
        clean = cleaned(actor, rules.exclusions, credited(actor, draft), rules.secrets)
        if rules.exclusions.hold(clean.content_hash):
            raise forgotten_text()
        fields = self._fields(entry, rules)
        return Ready(replace(entry, content=None, value=None, fields=fields), clean, workspace)

    def _rules_of(self, workspace: str) -> _Rules:
        if workspace not in self._rules:
            where = self.actor.workspaces.get(workspace)
            secrets = policies_of(access.workspace(where)) if where else {}
            self._rules[workspace] = _Rules(dict(secrets), Exclusions(where or NOWHERE))
        return self._rules[workspace]

    def _as_whose(self, entry: Entry) -> Actor:
        """Who writes it: a person may bring along what was one agent's own, an agent only its own."""
        if entry.scope != "agent":
            return self.actor
        if self.actor.person and entry.agent:
            return replace(self.actor, agent=entry.agent)
        if not self.actor.agent or self.actor.agent != entry.agent:
            raise Refused(_ELSEWHERE)
        return self.actor

    def _own_name(self, workspace: str, entry: Entry, draft: Draft) -> str | None:
        """The name, with something of its own behind it where another memory of the file has it already."""
        if draft.name is None:
            return None
        identity = _number(workspace, entry.scope or "", entry.task_id or entry.agent, draft.name)
        line = _number(entry.line or entry.place)
        if self._named.setdefault(identity, line) == line:
            return draft.name
        return tidy_name(draft.name, behind=f" {line:016x}"[:9])

    def _fields(self, entry: Entry, rules: _Rules) -> dict[str, object]:
        """What is kept beside it, without secrets."""
        if not entry.fields:
            return {}
        try:
            screened = without_secrets(Draft(value=dict(entry.fields)), rules.secrets)
        except ContinuumError:
            self.report.remark(entry.place, _FIELDS_DROPPED)
            return {}
        return dict(screened.value)


def _number(*parts: str) -> int:
    """64 bits that stand for these words: a dictionary of names would grow with the file."""
    digest = hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def is_rejected(ready: Ready) -> bool:
    return ready.entry.state is State.REJECTED
