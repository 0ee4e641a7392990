"""The one way any text gets in: shape -> screen -> embed -> decide -> write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused, ValidationFailed
from continuum.kernel.watching import verb
from memories import access
from memories.intake.batches import label_of_batch
from memories.intake.crediting import credited
from memories.intake.embed import vectors_for
from memories.intake.screen import Clean, cleaned
from memories.intake.verdicts import verdicts_on
from memories.services.batches import remember_batch
from memories.services.drafts import Answer, Draft, Outcome, Screened
from memories.services.exclusions import Exclusions
from memories.services.memory import remember_all
from memories.services.policy import Decision
from memories.services.secrets import policies_of

MAX_BULK = 500
Told = Callable[[int, int, str], None]
"""Called with how many steps are done, how many there are, and what the last one was."""
STEPS = ("screened", "vectors", "compared", "written")


def submit(actor: Actor, *, draft: Draft) -> Answer:
    """Have one text remembered, appended or merged. Raises what `submit_all` raises."""
    return submit_all(actor, drafts=[draft])[0]


@verb
def submit_all(actor: Actor, *, drafts: Sequence[Draft], batch_id: UUID | None = None) -> list[Answer]:
    """Have several texts of one workspace remembered in their order, all or none.

    Raises Forbidden, NotFound, ValidationFailed, Excluded, SecretRefused, Refused, VersionConflict and
    IdempotencyConflict. Whatever is raised, nothing was written.
    """
    where = _checked(actor, drafts)
    secrets = policies_of(access.workspace(where))
    exclusions = Exclusions(where)
    clean = [cleaned(actor, exclusions, credited(actor, draft), secrets) for draft in drafts]
    screened = screen_all(actor, where, clean)
    for item in screened:
        if item.verdict.decision == Decision.REFUSE:
            raise Refused(item.verdict.reason)
    return remember_all(actor, screened=screened, batch_id=batch_id)


@dataclass(frozen=True, slots=True)
class Bulk:
    """What became of many texts, in their order, and the batch that what was written belongs to (None when
    nothing was): `undo_batch` takes it back.
    """

    answers: Sequence[Answer]
    batch_id: UUID | None


def _nobody(done: int, of: int, what: str) -> None:
    """Who does not want to be told."""


@verb
def submit_bulk(actor: Actor, *, drafts: Sequence[Draft], label: str = "", told: Told = _nobody) -> Bulk:
    """Like `submit_all`, but what is refused (a secret, a forgotten text, by policy) is answered as refused,
    with its reason, and the others are written, as one batch. A draft that cannot be read, or a label, still
    stops them all. `told` hears of each step, outside of any transaction.
    """
    where = _checked(actor, drafts)
    named = label_of_batch(actor, label, where=where)
    answers, screened = _screen_each(actor, where, drafts, told)
    if not screened:
        return Bulk([answers[place] for place in range(len(drafts))], None)
    batch, written = remember_batch(actor, label=named, screened=list(screened.values()))
    _step(told, "written")
    answers.update(zip(screened, written, strict=True))
    return Bulk([answers[place] for place in range(len(drafts))], batch.pk)


def _step(told: Told, what: str) -> None:
    told(STEPS.index(what) + 1, len(STEPS), what)


def _screen_each(
    actor: Actor, where: UUID, drafts: Sequence[Draft], told: Told
) -> tuple[dict[int, Answer], dict[int, Screened]]:
    """By their places: the answers to those that are refused, and the others, ready to be written."""
    exclusions, secrets = Exclusions(where), policies_of(access.workspace(where))
    answers: dict[int, Answer] = {}
    clean: dict[int, Clean] = {}
    for place, draft in enumerate(drafts):
        try:
            clean[place] = cleaned(actor, exclusions, credited(actor, draft), secrets)
        except Refused as refusal:
            answers[place] = _refused(actor, draft, refusal.message)
    _step(told, "screened")
    screened = dict(zip(clean, screen_all(actor, where, list(clean.values()), told), strict=True))
    for place, item in list(screened.items()):
        if item.verdict.decision == Decision.REFUSE:
            answers[place] = _refused(actor, screened.pop(place).draft, item.verdict.reason)
    return answers, screened


def _checked(actor: Actor, drafts: Sequence[Draft]) -> UUID:
    """The one workspace that the drafts are for."""
    actor.require(Permission.WRITE)
    if not 1 <= len(drafts) <= MAX_BULK:
        raise ValidationFailed(f"Between 1 and {MAX_BULK} memories at once.", field="items", limit=MAX_BULK)
    if len({draft.workspace for draft in drafts}) > 1:
        raise ValidationFailed("Memories written at once belong to one workspace.", field="workspace")
    return access.workspace_id(actor, drafts[0].workspace, Permission.WRITE)


def screen_all(actor: Actor, where: UUID, clean: Sequence[Clean], told: Told = _nobody) -> list[Screened]:
    """Vectors, as far as they come in time, and a verdict for each."""
    vectors, without = vectors_for([item.pieces for item in clean])
    _step(told, "vectors")
    verdicts = verdicts_on(actor, where, clean, vectors)
    _step(told, "compared")
    return [
        Screened(
            draft=item.draft,
            text=item.text,
            content_hash=item.content_hash,
            pieces=item.pieces,
            verdict=verdict,
            vectors=vector,
            without_vectors=without,
        )
        for item, vector, verdict in zip(clean, vectors, verdicts, strict=True)
    ]


def _refused(actor: Actor, draft: Draft, reason: str) -> Answer:
    return Answer(
        status=Outcome.REFUSED,
        memory_id="",
        revision_id="",
        name="",  # it may be what was refused
        workspace=access.workspace_name(actor, access.workspace_id(actor, draft.workspace, Permission.WRITE)),
        version=0,
        found_by="nothing",
        reason=reason,
    )
