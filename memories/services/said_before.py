"""Whether a text that is to be remembered is there already, so that nothing is written.

Nothing that comes with the text may be lost by that: who says more than the text (when it is true, how sure
it is, what it replaces) is heard, and what waits for a person stands in for nothing that is in force at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from memories.models import Memory, Revision, Status
from memories.services.changes import changes_of, differs, fields_now
from memories.services.contents import Content
from memories.services.drafts import Draft, Screened, WriteMode
from memories.services.known import Known
from memories.services.policy import Decision
from memories.services.turns import Turn
from memories.text.normalise import content_hash, normal_form
from memories.text.slots.letters import same_but_for_form

HERE = "This memory says exactly this already."
ELSEWHERE = "The same text is already remembered under another name."
IN_OTHER_WORDS = "The same is already remembered in other words, under another name."
LINES = "This memory says these lines already."


@dataclass(frozen=True, slots=True)
class Said:
    """Where it is said already, and how."""

    revision: Revision
    reason: str


def said_before(writing: Turn, known: Known, item: Screened, memory: Memory, content: Content) -> Said | None:
    """What says it already, or None where something is to be written.

    An existing memory that is to say something new says it, whatever other memories say; a new one is not
    made for a text that another memory of the same reach holds, be it in other words.
    """
    if memory._state.adding:
        return _elsewhere(known, item, memory, content)
    if not memory.present_at(writing.now):
        return None  # said anew, it comes back
    return _here(known, item, memory, content) or _in_its_lines(known, item, memory)


def _here(known: Known, item: Screened, memory: Memory, content: Content) -> Said | None:
    said = [
        one
        for one in known.saying(content_hash(content.text), memory)
        if same_but_for_form(content.text, one.content)
    ]
    active = next((one for one in said if one.status == Status.ACTIVE), None)
    if active is not None:
        return None if says_more(item.draft, active) else Said(active, HERE)
    if item.verdict.decision is Decision.STORE:
        return None
    waiting = next((one for one in said if not _adds(item.draft, memory, one)), None)
    return Said(waiting, HERE) if waiting else None


def _elsewhere(known: Known, item: Screened, memory: Memory, content: Content) -> Said | None:
    if item.draft.supersedes:
        return None
    storing = item.verdict.decision is Decision.STORE
    same = known.said_elsewhere(content_hash(content.text), memory, in_force=storing)
    if same is not None and same_but_for_form(content.text, same.content):
        return Said(same, ELSEWHERE)
    reworded = (known.said_elsewhere(said, memory, in_force=storing) for said in item.verdict.said_by)
    found = next((one for one in reworded if one is not None), None)
    return Said(found, IN_OTHER_WORDS) if found else None


def _in_its_lines(known: Known, item: Screened, memory: Memory) -> Said | None:
    """Lines that are to be added, and stand in the text already, one after the other."""
    active = known.active(memory)
    if item.draft.write_mode is not WriteMode.APPEND or active is None or says_more(item.draft, active):
        return None
    return Said(active, LINES) if _lines(item.text) in _lines(active.content) else None


def _lines(text: str) -> str:
    return "".join(f"{normal_form(line)}\n" for line in f"\n{text}".splitlines())


def says_more(draft: Draft, said: Revision) -> bool:
    """Whether a draft of the same text says something of it that the revision does not: another source alone
    is no reason to write it down again.
    """
    given = {
        field: value
        for field in ("description", "source_date", "valid_from", "valid_until")
        if (value := getattr(draft, field)) is not None
    }
    if draft.confidence is not None:
        given |= {"confidence": draft.confidence, "basis": draft.basis or ""}
    if draft.user_confirmed:
        given["user_confirmed"] = True
    return bool(draft.supersedes) or any(getattr(said, field) != value for field, value in given.items())


def _adds(draft: Draft, memory: Memory, waiting: Revision) -> bool:
    """Whether it asks for more than the proposal that waits."""
    if says_more(draft, waiting):
        return True
    asked = changes_of(draft)
    then = {**fields_now(memory, asked), **waiting.changes}
    return any(then[field] != value for field, value in asked.items())


def changes_fields(memory: Memory, item: Screened) -> bool:
    """Whether what is said already comes with fields that the memory has otherwise."""
    return differs(memory, changes_of(item.draft))
