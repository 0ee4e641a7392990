"""A package comes in: replayed, screened like any text, and made the memories of who imports it."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from uuid import uuid5

from django.db import DataError, IntegrityError, transaction

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused
from memories import access
from memories.models import Batch, Event, Memory, Mode, Revision, Status
from memories.models.revision import LIVE
from memories.portability.package.container import Container, opened
from memories.portability.package.manifest import FORMAT
from memories.portability.package.proposing import propose_all
from memories.portability.package.replay import Replayed, replay
from memories.portability.package.screening import Screening
from memories.portability.progress import Pace, Telling
from memories.portability.refusals import unfit
from memories.portability.report import Report
from memories.services import events
from memories.services.exclusions import REJECTED, exclude
from memories.services.pieces import pieces_of
from memories.services.revisions import put_passages
from memories.services.turns import Turn, time_to_wait, turn
from memories.services.workspaces import create_workspace

MEMORIES_AT_ONCE = 50
SUFFIX = 8  # characters of an id behind a name that is taken
RENAMED = "Its name is taken here by another text; it is called {name}."


def import_package(
    actor: Actor,
    *,
    path: Path,
    workspace: str | None = None,
    dry_run: bool = False,
    progress: Telling | None = None,
) -> Report:
    """Take a package in: all of it goes to `workspace`, or each memory to the workspace of its name, which is
    made where it is missing. Versions, states and dates are kept; their author is who imports. One
    transaction, one batch for each workspace. What an agent imports waits as proposals, one batch in all.

    What was forgotten here, and what holds a secret, stays out and is reported. Importing it again changes
    nothing. A dry run reports the same and changes nothing. Raises Forbidden, NotFound, ValidationFailed
    (what is wrong with the package); then nothing was written.
    """
    actor.require(Permission.WRITE)
    if workspace is not None:
        access.workspace_id(actor, workspace, Permission.WRITE)
    report = Report(format=FORMAT, dry_run=dry_run)
    with opened(path) as container:
        container.check()
        pace = Pace(progress, "import", container.manifest.counts.get("memories", 0))
        if actor.person:
            _take_in(actor, container, workspace, report, pace)
        else:
            propose_all(actor, container, workspace=workspace, report=report)
    pace.finish()
    return report


def _take_in(actor: Actor, container: Container, workspace: str | None, report: Report, pace: Pace) -> None:
    try:
        with transaction.atomic():
            time_to_wait()
            _write(actor, container, workspace, report, pace)
            if report.dry_run:
                transaction.set_rollback(True)
    except IntegrityError:
        raise unfit("The memories of this package contradict each other.") from None
    except DataError:
        raise unfit("A memory of this package cannot be stored as it stands there.") from None
    if report.dry_run:
        report.batches.clear()


def _write(actor: Actor, container: Container, workspace: str | None, report: Report, pace: Pace) -> None:
    label = f"Memory Package of {container.manifest.created_at:%Y-%m-%d %H:%M}"
    with ExitStack() as stack:
        incoming: Incoming | None = None
        for found in replay(container):
            wanted = workspace or found.workspace
            if incoming is None or incoming.name != wanted:
                stack.close()
                actor = _entering(actor, wanted, stack)
                where = access.workspace_id(actor, wanted, Permission.WRITE)
                incoming = Incoming(
                    stack.enter_context(turn(actor, where, Permission.WRITE)), wanted, label, report
                )
            incoming.take(found)
            pace.step()


def _entering(actor: Actor, name: str, stack: ExitStack) -> Actor:
    """The actor, acting in this workspace too; it is made where it is missing."""
    if name not in actor.workspaces:
        made = create_workspace(actor, name=name, mode=Mode.REVIEW)
        actor = actor.joining(made.name, made.pk)
    stack.enter_context(access.acting(actor))
    return actor


class Incoming:
    """What comes into one workspace, within its turn."""

    def __init__(self, writing: Turn, name: str, label: str, report: Report) -> None:
        self.name, self._writing, self._report = name, writing, report
        self._screening = Screening(access.workspace(writing.workspace))
        self._taken = 0
        batch = Batch.objects.create(
            workspace_id=writing.workspace,
            label=label,
            user_id=writing.actor.user_id,
            client=writing.actor.client,
            agent=writing.actor.agent,
            created_at=writing.now,
        )
        writing.batch_id = batch.pk
        writing.record(events.BATCH_OPENED)
        report.batches.append(batch.pk)

    def take(self, found: Replayed) -> None:
        self._report.read += 1
        place = f"line {found.place}"
        try:
            clean = self._screening.of(found)
        except Refused as refusal:
            self._report.count("refused")
            return self._report.remark(place, refusal.message)
        if clean.forgotten:
            self._report.count("forgotten", clean.forgotten)
            self._report.remark(place, "It holds a text that was forgotten here.")
        if not clean.revisions:
            return None
        self._bind(found)
        if self._is_here(found, place):
            return self._report.count("duplicate")
        self._put(replace(found, revisions=clean.revisions))
        return None

    def _bind(self, found: Replayed) -> None:
        """New ids, the same each time for this workspace, and who imports as author."""
        where, actor = self._writing.workspace, self._writing.actor
        found.memory.pk = uuid5(where, str(found.memory.pk))
        found.memory.workspace_id = where
        found.memory.erasure_asked_at = found.memory.quarantined_at = None
        for row in found.revisions:
            row.pk = uuid5(where, str(row.pk))
            row.workspace_id, row.memory_id = where, found.memory.pk
            row.author_id, row.client, row.batch_id = actor.user_id, actor.client, self._writing.batch_id
            row.failure = ""
            for linked in ("supersedes", "similar", "conflicts_with"):
                setattr(row, linked, [uuid5(where, str(each)) for each in getattr(row, linked)])

    def _is_here(self, found: Replayed, place: str) -> bool:
        """Whether it came before, or stands here under its name; a name that is taken is changed."""
        memory = found.memory
        here = Memory.objects.filter(workspace_id=self._writing.workspace)
        if here.filter(pk=memory.pk).exists():
            return True
        named = here.filter(name=memory.name, scope=memory.scope, scope_key=memory.scope_key).first()
        if named is None:
            return False
        said = Revision.objects.filter(memory_id=named.pk, status=Status.ACTIVE)
        if found.active is not None and said.filter(content_hash=found.active.content_hash).exists():
            return True
        limit = int(Memory._meta.get_field("name").max_length or 0) - SUFFIX - 1
        memory.name = f"{memory.name[:limit]} {memory.pk.hex[:SUFFIX]}"
        self._report.remark(place, RENAMED.format(name=memory.name))
        self._report.count("renamed")
        return False

    def _put(self, found: Replayed) -> None:
        writing, memory = self._writing, found.memory
        writing.memories.append(memory)
        writing.revisions += found.revisions
        self._move(found)
        for row in sorted(found.revisions, key=lambda each: (each.number or 0, each.created_at)):
            self._note(memory, row)
        if memory.archived_at is not None:
            writing.record(events.ARCHIVED, memory_id=memory.pk)
        rejected = [row.content_hash for row in found.revisions if row.status == Status.REJECTED]
        exclude(writing.workspace, rejected, reason=REJECTED)
        self._report.count("stored" if found.active else "proposed")
        self._taken += 1
        if self._taken % MEMORIES_AT_ONCE == 0:
            writing.flush()

    def _note(self, memory: Memory, row: Revision) -> None:
        """One event for each version, so that undoing the batch takes every one of them back."""
        action = events.REMEMBERED if row.number is not None else events.PROPOSED
        details = {"version": row.number} if row.number is not None else {}
        self._writing.record(action, memory_id=memory.pk, revision_id=row.pk, details=details)
        if row.status in LIVE:
            named = {"name": memory.name, "description": row.description, "source": row.source}
            put_passages(self._writing, memory, row, pieces_of(row.content, **named), None)
        if row.status == Status.ACTIVE and memory.recall_tier != "always" and memory.archived_at is None:
            self._writing.to_extract[row.pk] = memory.pk

    def _move(self, found: Replayed) -> None:
        """When it was hidden and shown, as a look at the past asks for: at its own time, in the chain of
        here.
        """
        for move in found.moves:
            event = Event(
                workspace_id=self._writing.workspace,
                at=datetime.fromisoformat(move.at),
                action=move.action,
                user_id=self._writing.actor.user_id,
                client=self._writing.actor.client,
                memory_id=found.memory.pk,
                details={"imported": True},
            )
            self._writing.append(event)
