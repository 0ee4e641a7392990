"""The ledger of handoffs: writing one down, and who took it, turned it down or took it back.

A handoff is settled once. Who asks for what is so already gets the same answer and leaves no second event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden, NotFound
from memories import access
from memories.errors import no_such_memory
from memories.models import Handoff, HandoffLink, IdempotentAnswer, Memory, Revision
from memories.models.revision import LIVE
from memories.services import events, idempotency, policy
from memories.services.turns import Turn, turn
from memories.text.normalise import content_hash

State = Handoff.State
FORGOTTEN = "(forgotten)"
"""What stands where a handoff said nothing but a text that was forgotten."""
_EVENTS = {
    State.ACKNOWLEDGED: events.HANDOFF_ACKNOWLEDGED,
    State.DECLINED: events.HANDOFF_DECLINED,
    State.WITHDRAWN: events.HANDOFF_WITHDRAWN,
    State.REPLACED: events.HANDOFF_REPLACED,
    State.EXPIRED: events.HANDOFF_EXPIRED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Capsule:
    """What is handed over; every text has been through intake. `memories` are names of what it rests on."""

    task_id: str
    summary: str
    addressee: str = ""
    progress: str = Handoff.Progress.READY.value
    decisions: Sequence[str] = ()
    next_actions: Sequence[str] = ()
    artifacts: Sequence[str] = ()
    blocked_by: Sequence[str] = ()
    ruled_out: Sequence[str] = ()
    memories: Sequence[str] = ()
    sensitivity: str = "public"
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The handoff, and whether it is that of an earlier request with the same idempotency key."""

    handoff: Handoff
    repeated: bool = False


def write_handoff(
    actor: Actor, *, capsule: Capsule, workspace: str | None = None, idempotency_key: str | None = None
) -> Written:
    """Write a handoff down. One of this actor's that is still open, for the same task and addressee, is
    replaced by it.

    Raises Forbidden, NotFound (the workspace, a memory it rests on), Refused, IdempotencyConflict.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    request = idempotency.hash_of({"handoff": _plain(capsule), "workspace": str(where)})
    with turn(actor, where, Permission.WRITE) as writing:
        earlier = idempotency.answer_for(actor, idempotency_key, request)
        if earlier is not None:
            own = Handoff.objects.get(workspace_id=where, pk=UUID(earlier["handoff_id"]))
            return Written(own, repeated=True)
        policy.require_handoff(actor, access.workspace(where))
        memories = [_linked(actor, workspace, name, capsule.task_id) for name in capsule.memories]
        _replace_earlier(writing, capsule)
        handoff = _put_down(writing, capsule, memories)
        kept = {"handoff_id": str(handoff.pk)}
        idempotency.keep(actor, idempotency_key, request, workspace=where, answer=kept)
    return Written(handoff)


def _plain(capsule: Capsule) -> dict[str, object]:
    return {field: getattr(capsule, field) for field in Capsule.__dataclass_fields__}


def _linked(actor: Actor, workspace: str | None, name: str, task_id: str) -> tuple[Memory, Revision]:
    """The memory of that name, from the workspace or the default one, and what it says now."""
    for where in access.reading_ids(actor, workspace):
        memory = access.find_memory(actor, workspace=where, name=name, task_id=task_id)
        if memory is None or not memory.present_at(timezone.now()):
            continue
        live = access.revisions([where]).filter(memory_id=memory.pk, status__in=LIVE)
        revision = live.order_by("status", "-created_at").first()  # "active" sorts before "proposed"
        if revision is not None:
            return memory, revision
    raise no_such_memory(name)


def _replace_earlier(writing: Turn, capsule: Capsule) -> None:
    own = Handoff.objects.filter(
        workspace_id=writing.workspace,
        task_id=capsule.task_id,
        addressee__iexact=capsule.addressee,
        state=State.OPEN,
        user_id=writing.actor.user_id,
        client=writing.actor.client,
        agent=writing.actor.agent,
    )
    for handoff in own:
        _settle(writing, handoff, State.REPLACED)


def _put_down(writing: Turn, capsule: Capsule, memories: Sequence[tuple[Memory, Revision]]) -> Handoff:
    fields = {field: value for field, value in _plain(capsule).items() if field != "memories"}
    handoff = Handoff.objects.create(
        workspace_id=writing.workspace,
        user_id=writing.actor.user_id,
        client=writing.actor.client,
        agent=writing.actor.agent,
        created_at=writing.now,
        **{**fields, **{field: list(getattr(capsule, field)) for field in Handoff.LISTS}},
    )
    links = {memory.pk: (memory, revision) for memory, revision in memories}
    HandoffLink.objects.bulk_create(
        HandoffLink(
            workspace_id=writing.workspace,
            handoff=handoff,
            memory_id=memory.pk,
            revision_id=revision.pk,
            version=memory.version,
        )
        for memory, revision in links.values()
    )
    details = {"handoff": str(handoff.pk), "memories": [str(memory) for memory in links]}
    writing.record(events.HANDOFF_CREATED, details=details)
    return handoff


# --- Settling one -------------------------------------------------------------------------------------------


def acknowledge_handoff(actor: Actor, *, handoff_id: UUID) -> Handoff:
    """Take it over: whom it is for, whoever comes first where it is for anybody, or a person. Of several who
    do at once one wins.

    Raises Forbidden, NotFound, Conflict (it was settled otherwise, or by somebody else).
    """
    return _settled(actor, handoff_id, State.ACKNOWLEDGED, may=_is_for)


def decline_handoff(actor: Actor, *, handoff_id: UUID, answer: str = "") -> Handoff:
    """Turn it down, with a word that has been through intake: whom it is for by name, or a person. What is
    for anybody is simply left to others. Raises what `acknowledge_handoff` raises.
    """
    return _settled(actor, handoff_id, State.DECLINED, may=_is_for_by_name, answer=answer)


def withdraw_handoff(actor: Actor, *, handoff_id: UUID) -> Handoff:
    """Take it back: who made it, or a person. Raises what `acknowledge_handoff` raises."""
    return _settled(actor, handoff_id, State.WITHDRAWN, may=_made)


May = Callable[[Actor, Handoff], bool]
_WHO_MAY: Final[Mapping[State, str]] = {
    State.ACKNOWLEDGED: "This handoff is for another agent. The one it names, or a person, may take it over.",
    State.DECLINED: "The agent that a handoff names, or a person, may turn it down.",
    State.WITHDRAWN: "Who made a handoff, or a person, may take it back.",
}


def _settled(actor: Actor, handoff_id: UUID, state: State, *, may: May, answer: str = "") -> Handoff:
    actor.require(Permission.WRITE)
    with turn(actor, _visible(actor, handoff_id).workspace_id, Permission.WRITE) as writing:
        handoff = _visible(actor, handoff_id)
        if not (actor.person or may(actor, handoff)):
            raise Forbidden(_WHO_MAY[state])
        if handoff.state_at(writing.now) == state and _settled_by(actor, handoff):
            return handoff
        if (now := handoff.state_at(writing.now)) != State.OPEN:
            raise Conflict(f"This handoff is no longer open: it is {now}.", state=now)
        _settle(writing, handoff, state, answer=answer)
    return handoff


def _is_for(actor: Actor, handoff: Handoff) -> bool:
    return not handoff.addressee or _is_for_by_name(actor, handoff)


def _is_for_by_name(actor: Actor, handoff: Handoff) -> bool:
    return bool(handoff.addressee) and handoff.addressee.casefold() == actor.agent.casefold()


def _made(actor: Actor, handoff: Handoff) -> bool:
    return (handoff.user_id, handoff.client, handoff.agent) == (actor.user_id, actor.client, actor.agent)


def _settled_by(actor: Actor, handoff: Handoff) -> bool:
    by = (handoff.settled_user_id, handoff.settled_client, handoff.settled_agent)
    return by == (actor.user_id, actor.client, actor.agent)


def _settle(writing: Turn, handoff: Handoff, state: State, *, answer: str = "") -> None:
    handoff.state = state
    handoff.settled_at = writing.now
    handoff.settled_user_id = writing.actor.user_id
    handoff.settled_client, handoff.settled_agent = writing.actor.client, writing.actor.agent
    handoff.answer = answer
    handoff.save()
    writing.record(_EVENTS[state], details={"handoff": str(handoff.pk)})


def _visible(actor: Actor, handoff_id: UUID) -> Handoff:
    found = access.handoffs(actor, actor.workspaces.values()).filter(pk=handoff_id).first()
    if found is None:
        raise NotFound("No handoff with this id here.", handoff=str(handoff_id))
    return found


# --- Its end ------------------------------------------------------------------------------------------------


def expire_handoffs(actor: Actor, *, workspace: str | None = None) -> int:
    """Write down which have expired; says how many. They were no longer open before. Raises Forbidden,
    NotFound.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    over = Handoff.objects.filter(workspace_id=where, state=State.OPEN, expires_at__lte=timezone.now())
    if not over.exists():
        return 0
    with turn(actor, where, Permission.ADMIN) as writing:
        expired = list(over)
        for handoff in expired:
            _settle(writing, handoff, State.EXPIRED)
    return len(expired)


def erase_handoff(actor: Actor, *, handoff_id: UUID) -> None:
    """Erase it with all its words: who made it, or a person. Raises Forbidden, NotFound."""
    actor.require(Permission.FORGET)
    with turn(actor, _visible(actor, handoff_id).workspace_id, Permission.FORGET) as writing:
        handoff = _visible(actor, handoff_id)
        if not (actor.person or _made(actor, handoff)):
            raise Forbidden("Who made this handoff, or a person, may erase it.")
        answers = IdempotentAnswer.objects.filter(workspace_id=writing.workspace)
        answers.filter(answer__handoff_id=str(handoff.pk)).delete()
        handoff.delete()
        writing.record(events.HANDOFF_ERASED, details={"handoff": str(handoff_id)})


def drop_from_handoffs(memory_id: UUID, hashes: Sequence[str], *, workspaces: Sequence[UUID]) -> None:
    """Take the very texts of a forgotten memory out of the handoffs that rest on it."""
    gone = set(filter(None, hashes))
    resting = Handoff.objects.filter(workspace_id__in=list(workspaces), links__memory_id=memory_id)
    for handoff in resting:
        if content_hash(handoff.summary) in gone:
            handoff.summary = FORGOTTEN
        for field in Handoff.LISTS:
            setattr(
                handoff, field, [each for each in getattr(handoff, field) if content_hash(each) not in gone]
            )
        handoff.save()
