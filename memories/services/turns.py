"""A workspace's turn to write: one transaction, one writer, all its rows and events put down together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused, StorageProblem
from memories import access, outbox
from memories.models import ChainHead, Event, Fingerprint, Link, Memory, Passage, Revision
from memories.services.events import link
from memories.services.quotas import require_room
from memories.services.rows import insert
from memories.services.secrets import refuse_secret_name

_SHARED = {
    "nothing_private_where_others_read": (
        "Others read this workspace, so nothing private is kept in it. Keep it in a workspace of your own, "
        "or make it public."
    ),
    "nobody_where_something_is_private": (
        "There is something private in this workspace, and who joins it would read it. Its owner moves it "
        "to a workspace of their own, makes it public or forgets it first."
    ),
}
_BUSY = (
    "Something large is being written to this workspace just now, such as an import. Nothing of this was "
    "kept; try again in a minute."
)
_NO_LOCK = "55P03"  # what Postgres calls a lock that was not given in time (lock_timeout, see the settings)
BUSY_SECONDS = 60
RECOUNT_LEAST = 200  # events since the last count of common words before another is worth its time
RECOUNT_SHARE = 0.2


class Turn:
    """Collects what one transaction writes, so that a thousand memories cost few statements.

    `memories`, `revisions`, ... are put down by `flush` in the order in which they depend on each other.
    """

    def __init__(self, actor: Actor, head: ChainHead) -> None:
        self.actor = actor
        self.head = head
        self.workspace: UUID = head.workspace_id
        self.now = timezone.now()
        self.batch_id: UUID | None = None
        self.memories: list[Memory] = []
        self.revisions: list[Revision] = []
        self.passages: list[Passage] = []
        self.links: list[Link] = []
        self.fingerprints: list[Fingerprint] = []
        self.to_index: list[UUID | None] = []
        self.to_extract: dict[UUID, UUID] = {}  # revisions whose facts are to be seen to, and their memories
        self.memories_added = self.texts_added = False  # what room is limited for
        self._events: list[Event] = []

    def record(
        self,
        action: str,
        *,
        memory_id: UUID | None = None,
        revision_id: UUID | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        """Note an event at the end of the workspace's chain. `details` holds ids, numbers and codes only, and
        the batch that the turn writes.
        """
        batch = {"batch": str(self.batch_id)} if self.batch_id else {}
        event = Event(
            workspace_id=self.workspace,
            at=self.now,
            action=action,
            user_id=self.actor.user_id,
            client=self.actor.client,
            agent=self.actor.agent,
            memory_id=memory_id,
            revision_id=revision_id,
            details={**(details or {}), **batch},
        )
        self._events.append(link(self.head, event))

    def append(self, event: Event) -> None:
        """Put an event at the end of the chain that tells of another time than now."""
        self._events.append(link(self.head, event))

    def flush(self) -> None:
        """Write everything collected so far; called once more when the turn ends."""
        self.memories_added = self.memories_added or bool(self.memories)
        self.texts_added = self.texts_added or bool(self.revisions)
        for rows in self._collected:
            _put_down(rows)
        steps = [(outbox.INDEX, one) for one in self.to_index] + [
            (outbox.FACTS, one) for one in self.to_extract
        ]
        if steps:
            outbox.enqueue_steps(workspace=self.workspace, steps=steps)
            self.to_index.clear()
            self.to_extract.clear()
        self._recount_words_when_grown()
        self.head.save(update_fields=["sequence", "hash", "words_counted_at"])

    def _recount_words_when_grown(self) -> None:
        grown = self.head.sequence - self.head.words_counted_at
        if grown >= max(RECOUNT_LEAST, RECOUNT_SHARE * self.head.words_counted_at):
            outbox.enqueue(workspace=self.workspace, step=outbox.COUNT_WORDS)
            self.head.words_counted_at = self.head.sequence

    @contextmanager
    def part(self) -> Iterator[None]:
        """A part of the turn that may fail by itself: its error takes back what it wrote, and no more."""
        head = self.head.sequence, self.head.hash, self.head.words_counted_at
        collected: list[list[Any]] = [*self._collected, self.to_index]
        before, extracting = [list(rows) for rows in collected], dict(self.to_extract)
        try:
            with nothing_private_shared(), transaction.atomic():
                yield
        except Exception:
            self.head.sequence, self.head.hash, self.head.words_counted_at = head
            for rows, kept in zip(collected, before, strict=True):
                rows[:] = kept  # also what was flushed within, for that was taken back
            self.to_extract = extracting
            raise

    @property
    def _collected(self) -> tuple[list[Any], ...]:
        """The rows to be put down, in the order in which they depend on each other."""
        return (
            self.memories,
            self.revisions,
            self.passages,
            self.links,
            self.fingerprints,
            self._events,
        )


def _put_down(rows: list[Any]) -> None:
    """Insert rows of one model and empty the list."""
    if rows:
        insert(rows)
        rows.clear()


@contextmanager
def turn(actor: Actor, workspace: UUID, permission: Permission) -> Iterator[Turn]:
    """Wait for the workspace's turn, write, commit. An error inside takes everything back.

    Whoever writes says what for: raises Forbidden where the connection, or its person's role in this
    workspace, does not let it, however the workspace was found. Raises SecretRefused for a client or an agent
    whose name is a secret: it would stand on every row. Raises StorageProblem where the turn does not come in
    time, unless the transaction has `time_to_wait`.
    """
    actor.require_in(permission, workspace)
    kind_of_client, _, called = actor.client.partition(":")
    for name in (called or kind_of_client, actor.agent):
        refuse_secret_name(name)
    with nothing_private_shared(), transaction.atomic():
        writing = Turn(actor, _its_turn(workspace))
        yield writing
        writing.flush()
        if writing.memories_added or writing.texts_added:
            require_room(workspace, memories_added=writing.memories_added)


def _its_turn(workspace: UUID) -> ChainHead:
    try:
        return access.lock_workspace(workspace)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != _NO_LOCK:
            raise
        raise StorageProblem(_BUSY, retry_after=BUSY_SECONDS) from None


def time_to_wait() -> None:
    """Let this transaction wait for its turn as long as it takes: a large one, that nobody waits for."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 0")


@contextmanager
def nothing_private_shared() -> Iterator[None]:
    """Say in a sentence what the database says by a constraint's name (memories/sql/members.sql)."""
    try:
        yield
    except IntegrityError as error:
        told = _SHARED.get(getattr(getattr(error.__cause__, "diag", None), "constraint_name", None) or "")
        if told is None:
            raise
        raise Refused(told) from None
