"""Writing what an import holds, lot by lot within one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from django.db import connection

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.intake.batches import MAX_LABEL, label_of_batch
from memories.intake.screen import Clean
from memories.intake.verdicts import verdicts_on
from memories.models import Batch, Memory, Origin, Revision, Status, Trust
from memories.portability.importers.entry import Format, State
from memories.portability.report import Report
from memories.portability.spool import PLACE_LENGTH, REFUSED, REJECTED, Ready, is_rejected
from memories.services import events
from memories.services.batches import open_batch
from memories.services.drafts import Answer, Outcome, Screened, Verdict
from memories.services.exclusions import REJECTED as REJECTED_TEXT
from memories.services.exclusions import exclude
from memories.services.memory import remember_all
from memories.services.policy import Decision
from memories.services.removal import hide
from memories.services.rows import insert
from memories.services.turns import turn
from memories.services.workspaces import create_workspace

ENTRIES_AT_ONCE = 200
CHARACTERS_AT_ONCE = 500_000
LATER = "Its vectors are being made: until then only its words find it, and only the same words are told."
NAME_TAKEN = "Another text is remembered under this name; this one waits for a person."
PUT_AWAY = "This name belongs to a memory that is private or in quarantine."
ARCHIVED_HERE = "The same text is archived here already."
KEPT_OUT = "It was rejected there: its text is kept out here too."
NOT_REJECTED = "It was rejected there."

_KEEP_DATES = """
    UPDATE memories_memory m
    SET created_at = coalesce(d.made, m.created_at), updated_at = coalesce(d.changed, m.updated_at)
    FROM unnest(%s::uuid[], %s::timestamptz[], %s::timestamptz[]) AS d (id, made, changed)
    WHERE m.id = d.id AND m.workspace_id = %s"""


class Writing:
    """One import as it is written. `actor` learns of the workspaces that are made for it."""

    def __init__(self, actor: Actor, report: Report, chosen: Format, *, called: str) -> None:
        self.actor, self.report = actor, report
        self._format, self._called = chosen, called
        self._batches: dict[str, Batch] = {}

    def write(self, entries: Iterable[Ready]) -> Iterator[int]:
        """Yields how many are dealt with."""
        done = 0
        for lot in _lots(entries):
            self._write_lot(lot)
            done += len(lot)
            yield done

    def _write_lot(self, lot: Sequence[Ready]) -> None:
        name = lot[0].workspace
        self._ensure(name)
        actor = replace(self.actor, agent=lot[0].entry.agent) if lot[0].entry.agent else self.actor
        with access.acting(self.actor):
            rejected = [ready for ready in lot if is_rejected(ready)]
            self._keep_out(name, rejected)
            Lot(actor, self, name).write([ready for ready in lot if not is_rejected(ready)])

    def _ensure(self, name: str) -> None:
        if name not in self.actor.workspaces:
            with access.acting(self.actor):
                made = create_workspace(self.actor, name=name)
            self.actor = self.actor.joining(name, made.pk)
            self.report.details.setdefault("workspaces", []).append(name)

    def batch(self, name: str) -> Batch:
        """The workspace's batch, opened with the first thing that is written there."""
        if name not in self._batches:
            where = access.workspace_id(self.actor, name, Permission.WRITE)
            label = f"{self._format.title}: {self._called}"[:MAX_LABEL]
            kept = label_of_batch(self.actor, label, where=where)
            self._batches[name] = open_batch(self.actor, label=kept, workspace=name)
            self.report.batches.append(self._batches[name].pk)
        return self._batches[name]

    def origin(self, ready: Ready, answer: Answer, where: UUID) -> Origin:
        return Origin(
            workspace_id=where,
            memory_id=UUID(answer.memory_id),
            revision_id=UUID(answer.revision_id),
            format=self._format.key,
            place=ready.entry.place[:PLACE_LENGTH],
            fields=dict(ready.entry.fields),
        )

    def _keep_out(self, name: str, rejected: Sequence[Ready]) -> None:
        if rejected and self.actor.person:
            where = access.workspace_id(self.actor, name, Permission.WRITE)
            exclude(where, [each.clean.content_hash for each in rejected], reason=REJECTED_TEXT)
        for each in rejected:
            self.report.count(REJECTED)
            self.report.remark(each.entry.place, KEPT_OUT if self.actor.person else NOT_REJECTED)


def _lots(entries: Iterable[Ready]) -> Iterator[list[Ready]]:
    """Neighbours of one workspace and one agent, so many at a time. What replaces others comes after them."""
    lot: list[Ready] = []
    size = 0
    for ready in entries:
        alike = not lot or (lot[0].workspace, lot[0].entry.agent) == (ready.workspace, ready.entry.agent)
        full = len(lot) >= ENTRIES_AT_ONCE or size >= CHARACTERS_AT_ONCE
        if lot and (not alike or full or ready.entry.supersedes):
            yield lot
            lot, size = [], 0
        lot.append(ready)
        size += len(ready.clean.text)
    if lot:
        yield lot


class Lot:
    """Some entries of one workspace, written together."""

    def __init__(self, actor: Actor, writing: Writing, name: str) -> None:
        self.actor, self.writing, self.report = actor, writing, writing.report
        self.name = name
        self.where = access.workspace_id(actor, name, Permission.WRITE)

    def write(self, entries: Sequence[Ready]) -> None:
        standing = self._standing(entries)
        wanted = [ready for ready in entries if not self._left_out(ready, standing)]
        items = [(ready, self._screened(ready, standing)) for ready in wanted]
        clean = [Clean.of(item) for _, item in items]
        verdicts = verdicts_on(self.actor, self.where, clean, [None] * len(items))
        decided = []
        for (ready, item), verdict in zip(items, verdicts, strict=True):
            if verdict.decision is Decision.REFUSE:
                self._out(ready, REFUSED, verdict.reason)
            else:
                decided.append((ready, replace(item, verdict=verdict)))
        if decided:
            batch = self.writing.batch(self.name)
            answers = remember_all(self.actor, screened=[item for _, item in decided], batch_id=batch.pk)
            pairs = [(ready, answer) for (ready, _), answer in zip(decided, answers, strict=True)]
            self._after(pairs, standing, batch)

    # --- What stands there already --------------------------------------------------------------------------

    def _standing(self, entries: Sequence[Ready]) -> dict[str, tuple[Memory, Revision | None]]:
        """By name: the memory of every agent's reach, or of the entries' own, and what it says now."""
        names = {ready.clean.draft.name for ready in entries if ready.clean.draft.name}
        rows = list(Memory.objects.filter(workspace_id=self.where, name__in=names)) if names else []
        said = Revision.objects.filter(
            workspace_id=self.where, memory_id__in=[row.pk for row in rows], status=Status.ACTIVE
        )
        active = {revision.memory_id: revision for revision in said.defer("content", "value", "patch")}
        return {f"{row.scope}:{row.scope_key}:{row.name}": (row, active.get(row.pk)) for row in rows}

    def _there(
        self, ready: Ready, standing: dict[str, tuple[Memory, Revision | None]]
    ) -> tuple[Memory | None, Revision | None]:
        draft = ready.clean.draft
        scope = draft.scope or "user"
        key = access.scope_key(self.actor, scope, draft.task_id)
        return standing.get(f"{scope}:{key}:{draft.name}", (None, None))

    def _left_out(self, ready: Ready, standing: dict[str, tuple[Memory, Revision | None]]) -> bool:
        memory, said = self._there(ready, standing)
        hidden = memory is not None and (
            memory.quarantined_at is not None or (memory.private and not self.actor.private)
        )
        if hidden:
            self._out(ready, REFUSED, PUT_AWAY)
        elif ready.entry.state is State.ARCHIVED and self._archived_already(ready, memory, said):
            self._out(ready, Outcome.DUPLICATE, ARCHIVED_HERE)
        else:
            return False
        return True

    def _archived_already(self, ready: Ready, memory: Memory | None, said: Revision | None) -> bool:
        content_hash = ready.clean.content_hash
        if memory is not None:
            return memory.archived_at is not None and said is not None and said.content_hash == content_hash
        same = Revision.objects.filter(
            workspace_id=self.where, content_hash=content_hash, status=Status.ACTIVE
        ).exclude(memory__archived_at=None)
        return bool(content_hash) and ready.clean.draft.name is None and same.exists()

    def _screened(self, ready: Ready, standing: dict[str, tuple[Memory, Revision | None]]) -> Screened:
        """Ready to be written. Under a name that says something else, which no import of the same source
        said, it waits for a person.
        """
        clean, (memory, said) = ready.clean, self._there(ready, standing)
        draft = clean.draft
        if draft.supersedes or ready.entry.supersedes:
            draft = replace(draft, supersedes=tuple(self._present(ready.entry.supersedes)))
        if memory is not None and not self._goes_on(said, ready):
            draft = replace(draft, propose_only=True)
            if said is not None and said.content_hash != clean.content_hash:
                self.report.remark(ready.entry.place, NAME_TAKEN)
        return Screened(
            draft=draft,
            text=clean.text,
            content_hash=clean.content_hash,
            pieces=clean.pieces,
            verdict=Verdict(Decision.STORE),
            without_vectors=LATER,
        )

    def _goes_on(self, said: Revision | None, ready: Ready) -> bool:
        """Whether what is said now came in by this import, or an earlier one of the same source."""
        if said is None:
            return False
        batch = self.writing.batch(self.name)
        alike = said.trust == Trust.IMPORT and said.source == ready.clean.draft.source
        return said.batch_id == batch.pk or alike

    def _present(self, names: Sequence[str]) -> list[str]:
        """Those of the names that are memories here: one may have been left out."""
        rows = Memory.objects.filter(workspace_id=self.where, name__in=list(names))
        return sorted(rows.values_list("name", flat=True))

    # --- What came of it ------------------------------------------------------------------------------------

    def _after(
        self,
        pairs: Sequence[tuple[Ready, Answer]],
        standing: dict[str, tuple[Memory, Revision | None]],
        batch: Batch,
    ) -> None:
        before = {memory.pk for memory, _ in standing.values()}
        written: list[tuple[Ready, Answer]] = []
        for ready, answer in pairs:
            self.report.count(answer.status.value)
            if answer.status is Outcome.DUPLICATE:
                self.report.remark(ready.entry.place, answer.reason)
            else:
                written.append((ready, answer))
        if written:
            insert([self.writing.origin(ready, answer, self.where) for ready, answer in written])
        self._keep_dates(written, before)
        self._archive(written, batch)

    def _keep_dates(self, written: Sequence[tuple[Ready, Answer]], before: set[UUID]) -> None:
        """A person's import keeps when things were made and changed; what was there before keeps its own."""
        if not self.actor.person:
            return
        entries = {UUID(answer.memory_id): ready.entry for ready, answer in written}
        made = [None if pk in before else entry.created_at for pk, entry in entries.items()]
        changed = [entry.updated_at or entry.created_at for entry in entries.values()]
        with connection.cursor() as cursor:
            cursor.execute(_KEEP_DATES, [list(entries), made, changed, self.where])

    def _archive(self, written: Sequence[tuple[Ready, Answer]], batch: Batch) -> None:
        put_away = {
            UUID(answer.memory_id): ready.entry.archived_at
            for ready, answer in written
            if ready.entry.state is State.ARCHIVED and answer.status is Outcome.STORED
        }
        if not put_away:
            return
        with turn(self.actor, self.where, Permission.WRITE) as writing:
            writing.batch_id = batch.pk
            for memory in Memory.objects.filter(workspace_id=self.where, pk__in=put_away, archived_at=None):
                hide(writing, memory)
                writing.record(events.ARCHIVED, memory_id=memory.pk)
                if put_away[memory.pk] is not None:
                    Memory.objects.filter(pk=memory.pk).update(archived_at=put_away[memory.pk])

    def _out(self, ready: Ready, what: str, reason: str) -> None:
        self.report.count(what)
        self.report.remark(ready.entry.place, reason)
