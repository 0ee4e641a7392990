"""Out of sight and back (archive, restore), or gone for good with a receipt (forget)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import QuerySet

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused
from continuum.kernel.watching import verb
from memories import access
from memories.errors import invalid
from memories.models import Fingerprint, IdempotentAnswer, Job, Memory, Revision
from memories.models.revision import LIVE
from memories.services import events, policy
from memories.services.activities import drop_activity_of
from memories.services.common_words import drop_words_of
from memories.services.erasure_ledger import note_erasure
from memories.services.exclusions import FORGOTTEN, exclude
from memories.services.handoffs import drop_from_handoffs
from memories.services.holding import erase_facts_of, hide_facts_of
from memories.services.purposes import FORGET, purpose
from memories.services.revisions import follow
from memories.services.sight import take_out_of_sight
from memories.services.turns import Turn, turn
from memories.text.normalise import content_hash

_ALSO_UNDER = "The same text still stands under: {names}."
COUNTED = ("revisions", "passages", "fingerprints", "facts", "entities", "activity", "exclusions")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What forget did: `erased` says whether it is gone or only archived until a person agrees, `reason` why
    not, or where else the same text stands.
    """

    erased: bool
    name: str
    revisions: int = 0
    passages: int = 0
    fingerprints: int = 0
    facts: int = 0
    entities: int = 0
    activity: int = 0
    exclusions: int = 0
    reason: str = ""


@verb
def archive(actor: Actor, *, name: str, workspace: str | None = None, task_id: str | None = None) -> Memory:
    """Take a memory out of every read path, whole. Archiving what is archived changes nothing."""
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    with turn(actor, where, Permission.WRITE) as writing:
        memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
        policy.require(actor, memory, policy.Action.ARCHIVE)
        if memory.archived_at is None:
            hide(writing, memory)
            writing.record(events.ARCHIVED, memory_id=memory.pk)
    return memory


def hide(writing: Turn, memory: Memory) -> None:
    """Archive it within a turn. Its passages go, its facts are held no longer; the revisions stay as they
    are.
    """
    memory.archived_at = writing.now
    memory.save(update_fields=["archived_at", "erasure_asked_at"])
    take_out_of_sight(writing.workspace, memory_id=memory.pk)
    hide_facts_of(writing, memory)


@verb
def restore(actor: Actor, *, name: str, workspace: str | None = None, task_id: str | None = None) -> Memory:
    """Bring an archived memory back whole: found by words at once, by meaning when the vectors are made
    again.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    with turn(actor, where, Permission.WRITE) as writing:
        memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
        policy.require(actor, memory, policy.Action.RESTORE)
        refuse_to_bring_back(actor, memory)
        if memory.archived_at is not None:
            show(writing, memory)
            writing.record(events.RESTORED, memory_id=memory.pk)
    return memory


def refuse_to_bring_back(actor: Actor, memory: Memory) -> None:
    """Raise Refused for an agent where a person was asked to erase the memory."""
    if memory.erasure_asked_at is not None and not actor.person:
        raise Refused("A person was asked to erase this memory and decides whether it comes back.")


def show(writing: Turn, memory: Memory) -> None:
    """Bring it back within a turn, with passages for what is live in it; a wish to have it erased is over."""
    memory.archived_at = memory.erasure_asked_at = None
    memory.save(update_fields=["archived_at", "erasure_asked_at"])
    Fingerprint.objects.filter(workspace_id=writing.workspace, revision__memory_id=memory.pk).delete()
    follow(writing, memory)


@verb
def forget(
    actor: Actor, *, name: str, workspace: str | None = None, task_id: str | None = None, confirm: bool = True
) -> Receipt:
    """Erase a memory: its revisions, passages and vectors go; hashes of its texts stay so that it cannot
    come back.

    Where the actor may not erase, the memory is archived and a person is asked. Raises Forbidden, NotFound.
    """
    actor.require(Permission.FORGET)
    if not confirm:
        raise invalid("confirm", "Forgetting cannot be undone; archive instead, or confirm.")
    where = access.workspace_id(actor, workspace, Permission.FORGET)
    with turn(actor, where, Permission.FORGET) as writing:
        memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
        decision = policy.may(actor, memory, policy.Action.FORGET)
        if decision == policy.Decision.REFUSE:
            raise Refused("A policy of this workspace leaves forgetting to a person.")
        decided = erase if decision == policy.Decision.STORE else _ask_for_erasure
        return decided(writing, memory)


def _ask_for_erasure(writing: Turn, memory: Memory) -> Receipt:
    memory.erasure_asked_at = writing.now
    if memory.archived_at is None:
        hide(writing, memory)
    else:
        memory.save(update_fields=["erasure_asked_at"])
    writing.record(events.ERASURE_PROPOSED, memory_id=memory.pk)
    return Receipt(
        erased=False, name=memory.name, reason="It is archived; a person decides whether it is erased."
    )


def erase(writing: Turn, memory: Memory) -> Receipt:
    """Erase it within a turn, wherever something of it stands."""
    within = {"workspace_id": writing.workspace}
    revisions = Revision.objects.filter(memory_id=memory.pk, **within)
    hashes = list(revisions.values_list("content_hash", flat=True))
    standing = _standing_elsewhere(writing, memory, hashes)
    gone = [*hashes, *_hashes_of_additions(revisions)]
    excluded = exclude(writing.workspace, gone, reason=FORGOTTEN)
    note_erasure(writing.now, workspace=writing.workspace, memory=memory.pk, hashes=gone)
    passages = take_out_of_sight(writing.workspace, memory_id=memory.pk)
    fingerprints, _ = Fingerprint.objects.filter(revision__memory_id=memory.pk, **within).delete()
    facts, entities = erase_facts_of(writing, memory)
    Job.objects.filter(revision_id__in=list(revisions.values_list("pk", flat=True)), **within).delete()
    IdempotentAnswer.objects.filter(answer__memory_id=str(memory.pk), **within).delete()
    activity = drop_activity_of(memory.pk, workspace=writing.workspace)
    drop_from_handoffs(memory.pk, hashes, workspaces=writing.actor.where(Permission.WRITE))
    name, memory_id = memory.name, memory.pk
    texts = [name, *chain.from_iterable(revisions.values_list("content", "description"))]
    with purpose(FORGET):
        revisions.delete()
    memory.delete()
    drop_words_of(texts, workspace=writing.workspace)
    receipt = Receipt(
        erased=True,
        name=name,
        revisions=len(hashes),
        passages=passages,
        fingerprints=fingerprints,
        facts=facts,
        entities=entities,
        activity=activity,
        exclusions=excluded,
        reason=_ALSO_UNDER.format(names=", ".join(standing)) if standing else "",
    )
    counts = {field: getattr(receipt, field) for field in COUNTED}
    writing.record(events.FORGOTTEN, memory_id=memory_id, details=counts)
    return receipt


def _hashes_of_additions(revisions: QuerySet[Revision]) -> list[str]:
    """Of what was added to the memory by and by: each addition came in as a text of its own."""
    texts = dict(revisions.filter(number__isnull=False).values_list("number", "content"))
    added: list[str] = []
    for base_number, content in revisions.values_list("base_number", "content").iterator():
        before = f"{texts[base_number]}\n" if base_number in texts else ""
        if before and content.startswith(before):
            added.append(content_hash(content[len(before) :]))
    return added


def _standing_elsewhere(writing: Turn, memory: Memory, hashes: Sequence[str]) -> list[str]:
    """The names of other memories that say one of these texts now, as far as the actor may see them."""
    wanted = [one for one in hashes if one]
    said = Revision.objects.filter(workspace_id=writing.workspace, content_hash__in=wanted, status__in=LIVE)
    seen = access.memories(writing.actor, [writing.workspace]).exclude(pk=memory.pk)
    return list(seen.filter(pk__in=said.values("memory_id")).order_by("name").values_list("name", flat=True))
