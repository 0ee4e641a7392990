"""Taking secrets out of a memory for good: the current text says less in a new version, the older ones are
changed where they stand, because what they held is to be nowhere.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from continuum.kernel.ids import new_id
from memories.models import Memory, Revision, Status
from memories.services.contents import within_limit, written_out
from memories.services.holding import erase_facts_of
from memories.services.holdings import revisions_of
from memories.services.purposes import REDACT, purpose
from memories.services.revisions import activate
from memories.services.sieve import Sieve
from memories.services.turns import Turn
from memories.text.normalise import content_hash

KIND = "reference"  # of a memory whose kind was a secret
_SUFFIX_LENGTH = 8
_CUT = {"description": 500, "source": 500}
"""Characters that the columns keep: what stands in a secret's place may be longer than that was."""
_TEXT = ("content", "description", "value", "patch", "source", "changes", "content_hash")


def take_out(writing: Turn, memory: Memory, sieve: Sieve) -> int:
    """Take every secret out of the memory and all its revisions; returns how many of these were changed. The
    caller saves the memory. Raises ValidationFailed for a text that becomes too long by it.
    """
    _rename(memory, sieve)
    erase_facts_of(writing, memory)
    changed = 0
    active: Revision | None = None
    with purpose(REDACT):
        for row in revisions_of(memory):
            if _redact(row, sieve):
                row.save(update_fields=_TEXT)
                active = row if row.status == Status.ACTIVE else active
                changed += 1
    if active is not None:
        _say_again(writing, memory, active)
    return changed


def _rename(memory: Memory, sieve: Sieve) -> None:
    """Names cannot say what was taken out of them: they are made anew, tags go."""
    if sieve.kinds_in(memory.name):
        memory.name = _made_up()
    if sieve.kinds_in(memory.scope_key):
        memory.scope_key = _made_up()
    if sieve.kinds_in(memory.kind):
        memory.kind = KIND
    memory.tags = [tag for tag in memory.tags if not sieve.kinds_in(tag)]


def _made_up() -> str:
    return f"redacted-{new_id().hex[-_SUFFIX_LENGTH:]}"


def _redact(row: Revision, sieve: Sieve) -> bool:
    """Whether something was taken out of the row, which is not saved yet."""
    before = {field: getattr(row, field) for field in _TEXT}
    row.value = sieve.without(row.value)
    row.patch = sieve.without(row.patch)
    text = row.content if row.value is None else written_out(row.value)
    row.content = within_limit(sieve.without(text))
    row.changes = {field: value for field, value in row.changes.items() if not sieve.kinds_in({field: value})}
    for field, limit in _CUT.items():
        setattr(row, field, sieve.without(getattr(row, field))[:limit])
    row.content_hash = content_hash(row.content)
    return _differs(row, before)


def _differs(row: Revision, before: dict[str, Any]) -> bool:
    return any(getattr(row, field) != value for field, value in before.items())


def _say_again(writing: Turn, memory: Memory, active: Revision) -> None:
    """What is in force now is another text: a version of its own, so that who expects the old one is told."""
    hidden, over = memory.archived_at, memory.expires_at
    again = copy(active)
    again.pk, again._state.adding = new_id(), True
    again.supersedes, again.changes, again.batch_id = [], {}, None
    again.author_id, again.client, again.agent = (
        writing.actor.user_id,
        writing.actor.client,
        writing.actor.agent,
    )
    again.base_number, again.created_at = memory.version, writing.now
    activate(writing, memory, again, before=active)
    memory.archived_at, memory.expires_at = hidden, over
    writing.revisions.append(again)
