"""What is already there around the drafts of one turn, read in a few statements however many they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Conflict
from continuum.kernel.ids import new_id
from memories import access
from memories.errors import invalid, no_such_memory
from memories.models import Memory, Revision, Scope, Status
from memories.models.revision import LIVE
from memories.services.changes import apply_changes, changes_of
from memories.services.drafts import Screened, WriteMode
from memories.services.exclusions import excluded_hashes, forgotten_text
from memories.services.revisions import follow
from memories.services.turns import Turn
from memories.text.names import name_from

Identity = tuple[str, str, str]  # scope, scope key, name
SUFFIX_LENGTH = 8


class Known:
    """The memories of the drafts' names, their live revisions, and the live revisions of the drafts' texts
    and of those that stand next to them.
    """

    def __init__(self, actor: Actor, workspace: UUID) -> None:
        self.actor = actor
        self.workspace = workspace
        self.memories: dict[UUID, Memory] = {}
        self._by_identity: dict[Identity, Memory] = {}
        self._live: defaultdict[UUID, list[Revision]] = defaultdict(list)
        self._by_hash: defaultdict[str, list[Revision]] = defaultdict(list)
        self._screened: frozenset[str] = frozenset()
        self._excluded: set[str] = set()
        self._touched: set[UUID] = set()

    @classmethod
    def around(cls, actor: Actor, workspace: UUID, screened: Sequence[Screened]) -> Known:
        known = cls(actor, workspace)
        live = Revision.objects.filter(workspace_id=workspace, status__in=LIVE)
        names = {item.draft.name or name_from(item.text) for item in screened}
        named = list(Memory.objects.filter(workspace_id=workspace, name__in=names))
        known._learn(named)
        own = list(live.filter(memory_id__in=[memory.pk for memory in named])) if named else []
        hashes = [item.content_hash for item in screened if item.content_hash]
        known._learn_texts(live, own, {*hashes, *(text for item in screened for text in item.verdict.others)})
        for revision in own:
            known._live[revision.memory_id].append(revision)
        known._screened = frozenset(hashes)
        known._excluded = excluded_hashes(workspace, hashes)
        return known

    def _learn_texts(
        self, live: QuerySet[Revision], own: Sequence[Revision], content_hashes: Collection[str]
    ) -> None:
        """Know who says these texts. A row that is known already stays one object: what happens to it in this
        turn is seen everywhere.
        """
        rows = {revision.pk: revision for revision in own}
        same = live.filter(content_hash__in=content_hashes).defer("content", "value", "patch")
        for revision in same if content_hashes else []:
            self._by_hash[revision.content_hash].append(rows.get(revision.pk, revision))
        speakers = {revision.memory_id for said in self._by_hash.values() for revision in said}
        elsewhere = speakers - set(self.memories)
        if elsewhere:
            self._learn(Memory.objects.filter(workspace_id=self.workspace, pk__in=elsewhere))

    def refuse_excluded(self, content_hash: str) -> None:
        """Raise Excluded for a text that was forgotten, also one that became it by being put together."""
        if self.actor.person:
            return
        if content_hash not in self._screened:
            self._excluded |= excluded_hashes(self.workspace, [content_hash])
        if content_hash in self._excluded:
            raise forgotten_text()

    def _learn(self, memories: Iterable[Memory]) -> None:
        for memory in memories:
            self.memories[memory.pk] = memory
            self._by_identity[memory.scope, memory.scope_key, memory.name] = memory

    def target(self, writing: Turn, item: Screened) -> Memory:
        """The memory that the draft writes to: the named one, or a new one that is not yet saved."""
        memory = self._existing(item) or self._new(writing, item)
        if memory.pk in self._touched:
            writing.flush()  # what this turn wrote to it must be a row before it can be replaced
        return memory

    def _existing(self, item: Screened) -> Memory | None:
        draft = item.draft
        if draft.name is None:
            return None
        scopes = [draft.scope] if draft.scope else [Scope.USER, Scope.AGENT]
        for scope in scopes:
            key = access.scope_key(self.actor, scope, draft.task_id)
            if found := self._by_identity.get((scope, key, draft.name)):
                return self._changeable(found)
        if draft.write_mode is WriteMode.APPEND:
            raise no_such_memory(draft.name)
        return None

    def _changeable(self, memory: Memory) -> Memory:
        """What may not be read may not be changed either: a change could make it readable."""
        if memory.private and not self.actor.private:
            raise Conflict("This name belongs to a memory that this connection may not change.")
        if memory.quarantined_at is not None:
            raise Conflict("This name belongs to a memory in quarantine; a person decides on it first.")
        return memory

    def _new(self, writing: Turn, item: Screened) -> Memory:
        scope = item.draft.scope or Scope.USER
        key = access.scope_key(self.actor, scope, item.draft.task_id)
        if scope != Scope.USER and not key:
            raise invalid(
                "scope",
                f"A memory of scope {scope} needs {'task_id' if scope == Scope.TASK else 'an agent'}.",
            )
        name = item.draft.name or self._free_name(scope, key, item)
        memory = Memory(
            workspace_id=writing.workspace,
            name=name,
            scope=scope,
            scope_key=key,
            created_at=writing.now,
            updated_at=writing.now,
        )
        apply_changes(memory, changes_of(item.draft))
        return memory

    def _free_name(self, scope: str, key: str, item: Screened) -> str:
        """A name made from the text; where another memory has it, with something unique behind."""
        name = name_from(item.text)
        taken = (scope, key, name) in self._by_identity
        return f"{name}-{new_id().hex[-SUFFIX_LENGTH:]}" if taken else name

    def active(self, memory: Memory) -> Revision | None:
        return next((r for r in self._live[memory.pk] if r.status == Status.ACTIVE), None)

    def own_proposal(self, actor: Actor, memory: Memory) -> Revision | None:
        """The newest pending proposal of this client's agent on the memory; a further write amends it."""
        mine = [
            one
            for one in self._live[memory.pk]
            if one.status == Status.PROPOSED and (one.client, one.agent) == (actor.client, actor.agent)
        ]
        return max(mine, key=lambda revision: revision.created_at, default=None)

    def base(self, actor: Actor, memory: Memory) -> Revision | None:
        """What an append or a merge builds on: the client's own pending proposal, else what is active."""
        return self.own_proposal(actor, memory) or self.active(memory)

    def saying(self, content_hash: str, memory: Memory) -> list[Revision]:
        """The memory's own live revisions with this text."""
        return [one for one in self._live[memory.pk] if content_hash and one.content_hash == content_hash]

    def said_elsewhere(self, content_hash: str, memory: Memory, *, in_force: bool) -> Revision | None:
        """A live revision of another memory of the same reach with this text; if it has to be in force, none
        that waits for a person.
        """
        said = self._by_hash[content_hash] if content_hash else []
        wanted = (Status.ACTIVE,) if in_force else LIVE
        return next((one for one in said if one.status in wanted and self._is_alike(one, memory)), None)

    def memories_saying(self, content_hashes: Iterable[str], *, besides: Memory) -> list[UUID]:
        """The memories that say these texts now and that the actor may see, each once: private ones are told
        of to a person, and to a connection that itself writes of what is private.
        """
        said = [revision for content_hash in content_hashes for revision in self._by_hash[content_hash]]
        speakers = {r.memory_id: self.memories[r.memory_id] for r in said if r.status in LIVE}
        open_only = not (self.actor.person or besides.private)
        return [
            pk
            for pk, other in speakers.items()
            if pk != besides.pk and self._may_see(other) and not (open_only and other.private)
        ]

    def _may_see(self, memory: Memory) -> bool:
        return memory.quarantined_at is None and (self.actor.private or not memory.private)

    def retired(self, memory_ids: Iterable[UUID]) -> None:
        """Know that what these memories said is no longer in force."""
        gone = set(memory_ids)
        for revision in (r for said in (*self._live.values(), *self._by_hash.values()) for r in said):
            if revision.memory_id in gone and revision.status == Status.ACTIVE:
                revision.status = Status.SUPERSEDED

    def _is_alike(self, revision: Revision, memory: Memory) -> bool:
        other = self.memories[revision.memory_id]
        shown = other.present_at(timezone.now())
        return shown and other.private == memory.private and other.reach == memory.reach

    def names_of(self, memory_ids: Iterable[str]) -> dict[str, str]:
        """The names of those that the actor may see, by id."""
        wanted = {UUID(memory_id) for memory_id in memory_ids}
        unknown = wanted - set(self.memories)
        self._learn(Memory.objects.filter(workspace_id=self.workspace, pk__in=unknown) if unknown else [])
        known = (self.memories[pk] for pk in wanted if pk in self.memories)
        return {str(memory.pk): memory.name for memory in known if self._may_see(memory)}

    def save(self, writing: Turn, memory: Memory, revision: Revision | None = None) -> None:
        """Have the rows written with this turn, and know of them from now on."""
        if memory._state.adding and memory.pk not in self.memories:
            writing.memories.append(memory)
        elif not memory._state.adding:
            memory.save()
            follow(writing, memory)
        self._learn([memory])
        if revision is not None:
            writing.revisions.append(revision)
            self._touched.add(memory.pk)
            self._live[memory.pk] = [r for r in self._live[memory.pk] if r.status in LIVE] + [revision]
            self._by_hash[revision.content_hash].append(revision)
