"""Remembering: the verb that every text ends up in, after intake has screened it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused
from memories import access
from memories.errors import wrong_version
from memories.models import FieldChange, Memory, RecallTier, Revision, Status
from memories.services import events, idempotency
from memories.services.changes import apply_changes, changes_of, fields_now
from memories.services.contents import Content, combined
from memories.services.drafts import Answer, Outcome, Screened, WriteMode
from memories.services.known import Known
from memories.services.old_news import KEPT_AS_HISTORY, settle
from memories.services.pieces import pieces_of
from memories.services.policy import LOW_TRUST, Decision
from memories.services.revisions import (
    FULLY_FOUND,
    found_by,
    new_revision,
    put_passages,
    retire,
    superseded_ids,
)
from memories.services.said_before import changes_fields, said_before
from memories.services.secrets import kept_out, refuse_joined_json, refuse_joined_text
from memories.services.turns import Turn, turn
from memories.text.normalise import content_hash

_ADDED_TO_OUTSIDE = "It waits for a person's approval: it belongs to words that come from outside."
_ERASURE_ASKED = "It waits for a person's approval: a person was asked to erase this memory."
_CONTRADICTS = "It may contradict what is remembered already; both are kept."


def remember(actor: Actor, *, screened: Screened) -> Answer:
    """Store or propose one screened draft; see `remember_all`."""
    return remember_all(actor, screened=[screened])[0]


def remember_all(actor: Actor, *, screened: Sequence[Screened], batch_id: UUID | None = None) -> list[Answer]:
    """Store or propose drafts of one workspace, all in one transaction: either every one is kept or none.

    Raises Forbidden, NotFound (the workspace, or a memory to append to), VersionConflict,
    IdempotencyConflict, ValidationFailed (texts that cannot be combined), Refused.
    """
    actor.require(Permission.WRITE)
    workspace = access.workspace_id(actor, screened[0].draft.workspace, Permission.WRITE)
    with turn(actor, workspace, Permission.WRITE) as writing:
        writing.batch_id = batch_id
        known = Known.around(actor, workspace, screened)
        return _with_names(known, [_remember(writing, known, item) for item in screened])


def _with_names(known: Known, answers: Sequence[Answer]) -> list[Answer]:
    """The answers with names of memories, which are not kept, where they had ids."""
    repeated = {answer.memory_id for answer in answers if answer.repeated}
    linked = {other for answer in answers for other in (*answer.similar, *answer.conflicts)}
    names = known.names_of(repeated | linked)
    return [
        replace(
            answer,
            name=names.get(answer.memory_id, "") if answer.repeated else answer.name,
            similar=[names[other] for other in answer.similar if other in names],
            conflicts=[names[other] for other in answer.conflicts if other in names],
        )
        for answer in answers
    ]


def _remember(writing: Turn, known: Known, item: Screened) -> Answer:
    kept = idempotency.earlier_answer(writing.actor, item.draft)
    if kept is not None:
        return idempotency.repeated(kept)
    memory = known.target(writing, item)
    _check_version(memory, item)
    content = combined(item.draft, item.text, known.base(writing.actor, memory))
    known.refuse_excluded(content_hash(content.text))
    _refuse_joined_secret(writing, item, content, known.base(writing.actor, memory))
    answer = _duplicate(writing, known, item, memory, content) or _write(
        writing, known, item, memory, content
    )
    idempotency.keep_answer(writing.actor, item.draft, workspace=writing.workspace, answer=answer)
    return answer


def _refuse_joined_secret(writing: Turn, item: Screened, content: Content, base: Revision | None) -> None:
    """A secret may come in harmless parts: what is added is looked at with what is there."""
    if item.draft.write_mode is WriteMode.REPLACE or base is None:
        return
    kinds = kept_out(access.workspace(writing.workspace))
    if item.draft.write_mode is WriteMode.APPEND:
        refuse_joined_text(kinds, content.text, added=item.text)
    else:
        refuse_joined_json(kinds, content.value, stored=base.value)


def _check_version(memory: Memory, item: Screened) -> None:
    expected = item.draft.expected_version
    if expected is not None and expected != memory.version:
        raise wrong_version(expected=expected, current=memory.version)


def _duplicate(
    writing: Turn, known: Known, item: Screened, memory: Memory, content: Content
) -> Answer | None:
    """The answer for a text that is already there, or None. Fields that come with it are set; where a person
    is to decide on them, it is proposed like any other change.
    """
    said = said_before(writing, known, item, memory, content)
    if said is None:
        return None
    holder, same = known.memories[said.revision.memory_id], said.revision
    here = holder.pk == memory.pk
    if here and same.status == Status.ACTIVE and changes_fields(memory, item):
        if item.verdict.decision != Decision.STORE or _raises_low_trust(writing, item, same):
            return None
        _change_fields(writing, known, memory, changes_of(item.draft))
    if same.status == Status.PROPOSED:
        writing.record(events.PROPOSED_AGAIN, memory_id=holder.pk, revision_id=same.pk)
    return _answer(
        writing,
        item,
        holder,
        same,
        status=Outcome.DUPLICATE,
        found_by=found_by(same),
        reason=said.reason,
    )


def _raises_low_trust(writing: Turn, item: Screened, same: Revision) -> bool:
    """Whether words from outside would become a standing rule without a person."""
    tier = changes_of(item.draft).get("recall_tier")
    return tier == RecallTier.ALWAYS and same.trust in LOW_TRUST and not writing.actor.person


def _change_fields(writing: Turn, known: Known, memory: Memory, changes: Mapping[str, Any]) -> None:
    """Set fields without a new text. What they were is kept beside the event, which holds no words."""
    before = fields_now(memory, changes)
    apply_changes(memory, changes)
    known.save(writing, memory)
    writing.record(events.CHANGED, memory_id=memory.pk, details={"fields": sorted(changes)})
    FieldChange.objects.create(
        workspace_id=writing.workspace,
        memory_id=memory.pk,
        sequence=writing.head.sequence,
        before=before,
        after=fields_now(memory, changes),
    )


def _write(writing: Turn, known: Known, item: Screened, memory: Memory, content: Content) -> Answer:
    if item.verdict.decision is Decision.REFUSE:
        raise Refused(item.verdict.reason or "A policy of this workspace refuses this.")
    revision = new_revision(writing, memory, item, content, base=known.base(writing.actor, memory))
    revision.similar = known.memories_saying(item.verdict.similar, besides=memory)
    revision.conflicts_with = known.memories_saying(item.verdict.conflicts, besides=memory)
    if item.draft.write_mode is WriteMode.APPEND:
        revision.conflicts_with = _still_contradicted(writing, known, memory, revision)
    # Added to words from outside, an agent's words are as little trusted as those.
    trusted = writing.actor.person or revision.trust not in LOW_TRUST
    asked = memory.erasure_asked_at is not None and not writing.actor.person
    storing = item.verdict.decision is Decision.STORE and trusted and not asked
    revision.supersedes = superseded_ids(writing, item.draft, besides=memory)
    if not storing:
        _keep_what_was_asked(revision, known.own_proposal(writing.actor, memory))
    _withdraw_overtaken(writing, known, memory, revision, storing=storing)
    in_force = storing and settle(writing, memory, revision, before=known.active(memory))
    if in_force:
        known.retired(revision.supersedes)
    known.save(writing, memory, revision)
    found = _index(writing, item, memory, revision, content)
    action = events.REMEMBERED if in_force else events.FILED if storing else events.PROPOSED
    _record(writing, item, memory, revision, action)
    status = Outcome.STORED if storing else Outcome.PROPOSED
    why = item.verdict.reason or ("" if trusted else _ADDED_TO_OUTSIDE) or (_ERASURE_ASKED if asked else "")
    reasons = [why, _CONTRADICTS if revision.conflicts_with else ""]
    filed = storing and not in_force
    reasons += [KEPT_AS_HISTORY if filed else "" if found == FULLY_FOUND else item.without_vectors]
    reason = " ".join(filter(None, reasons))
    return _answer(writing, item, memory, revision, status=status, found_by=found, reason=reason)


def _still_contradicted(writing: Turn, known: Known, memory: Memory, revision: Revision) -> list[UUID]:
    """What a text contradicts to which something was added: what it did, as far as that still stands, and
    what the addition does.
    """
    base = known.base(writing.actor, memory)
    if base is None or not base.conflicts_with:
        return revision.conflicts_with
    standing = Revision.objects.filter(
        workspace_id=writing.workspace,
        memory_id__in=base.conflicts_with,
        status=Status.ACTIVE,
        created_at__lte=base.created_at,
    )
    before = standing.values_list("memory_id", flat=True)
    return list(dict.fromkeys([*before, *revision.conflicts_with]))


def _keep_what_was_asked(revision: Revision, amended: Revision | None) -> None:
    """A proposal that amends another still asks for what that did, where it says nothing else."""
    if amended is not None:
        revision.changes = {**amended.changes, **revision.changes}
        revision.supersedes = list(dict.fromkeys([*amended.supersedes, *revision.supersedes]))


def _withdraw_overtaken(
    writing: Turn, known: Known, memory: Memory, revision: Revision, *, storing: bool
) -> None:
    """Proposals that this write stands in for: the writer's own, which it amends, and, once it is in force,
    any of the same text.
    """
    amended = known.own_proposal(writing.actor, memory)
    same = known.saying(revision.content_hash, memory) if storing else []
    overtaken = {one.pk: one for one in (*same, *filter(None, [amended])) if one.status == Status.PROPOSED}
    for one in overtaken.values():
        retire(writing, one)
        details = {"by_revision": str(revision.pk)}
        writing.record(events.WITHDRAWN, memory_id=memory.pk, revision_id=one.pk, details=details)


def _index(writing: Turn, item: Screened, memory: Memory, revision: Revision, content: Content) -> str:
    """Passages for the revision. What intake prepared fits unless the text was combined with what stood
    there.
    """
    whole = item.draft.write_mode is WriteMode.REPLACE
    as_prepared = whole and revision.description == (item.draft.description or "")
    pieces = (
        item.pieces
        if as_prepared
        else pieces_of(
            content.text, name=memory.name, description=revision.description, source=revision.source
        )
    )
    return put_passages(writing, memory, revision, pieces, item.vectors if whole else None)


def _record(writing: Turn, item: Screened, memory: Memory, revision: Revision, action: str) -> None:
    writing.record(
        action,
        memory_id=memory.pk,
        revision_id=revision.pk,
        details={"version": memory.version, "write_mode": item.draft.write_mode.value},
    )


def _answer(
    writing: Turn,
    item: Screened,
    memory: Memory,
    revision: Revision,
    *,
    status: Outcome,
    found_by: str,
    reason: str,
) -> Answer:
    return Answer(
        status=status,
        memory_id=str(memory.pk),
        revision_id=str(revision.pk),
        name=memory.name,
        workspace=access.workspace_name(writing.actor, writing.workspace),
        version=memory.version,
        found_by=found_by,
        reason=reason,
        similar=[str(other) for other in revision.similar],
        conflicts=[str(other) for other in revision.conflicts_with],
    )
