"""The one way any text gets in: shape -> screen -> embed -> decide -> write."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused, ValidationFailed
from memories import access
from memories.intake.embed import vectors_for
from memories.intake.screen import Clean, cleaned
from memories.intake.verdicts import verdicts_on
from memories.services.drafts import Answer, Draft, Outcome, Screened
from memories.services.exclusions import Exclusions
from memories.services.memory import remember_all
from memories.services.policy import Decision
from memories.services.secrets import policies_of

MAX_BULK = 500


def submit(actor: Actor, *, draft: Draft) -> Answer:
    """Have one text remembered, appended or merged. Raises what `submit_all` raises."""
    return submit_all(actor, drafts=[draft])[0]


def submit_all(actor: Actor, *, drafts: Sequence[Draft], batch_id: UUID | None = None) -> list[Answer]:
    """Have several texts of one workspace remembered in their order, all or none.

    Raises Forbidden, NotFound, ValidationFailed, Excluded, SecretRefused, Refused, VersionConflict and
    IdempotencyConflict. Whatever is raised, nothing was written.
    """
    where = _checked(actor, drafts)
    secrets = policies_of(access.workspace(where))
    exclusions = Exclusions(where)
    clean = [cleaned(actor, exclusions, draft, secrets) for draft in drafts]
    screened = screen_all(actor, where, clean)
    for item in screened:
        if item.verdict.decision == Decision.REFUSE:
            raise Refused(item.verdict.reason)
    return remember_all(actor, screened=screened, batch_id=batch_id)


def submit_each(actor: Actor, *, drafts: Sequence[Draft], batch_id: UUID | None = None) -> list[Answer]:
    """Like `submit_all`, but what is refused (a secret, a forgotten text, by policy) is answered as refused,
    with its reason, and the others are written. A draft that cannot be read still stops them all.
    """
    where = _checked(actor, drafts)
    secrets = policies_of(access.workspace(where))
    exclusions = Exclusions(where)
    answers: dict[int, Answer] = {}
    clean: dict[int, Clean] = {}
    for place, draft in enumerate(drafts):
        try:
            clean[place] = cleaned(actor, exclusions, draft, secrets)
        except Refused as refusal:
            answers[place] = _refused(actor, draft, refusal.message)
    screened = dict(zip(clean, screen_all(actor, where, list(clean.values())), strict=True))
    for place, item in list(screened.items()):
        if item.verdict.decision == Decision.REFUSE:
            answers[place] = _refused(actor, screened.pop(place).draft, item.verdict.reason)
    if screened:
        written = remember_all(actor, screened=list(screened.values()), batch_id=batch_id)
        answers.update(zip(screened, written, strict=True))
    return [answers[place] for place in range(len(drafts))]


def _checked(actor: Actor, drafts: Sequence[Draft]) -> UUID:
    """The one workspace that the drafts are for."""
    actor.require(Permission.WRITE)
    if not 1 <= len(drafts) <= MAX_BULK:
        raise ValidationFailed(f"Between 1 and {MAX_BULK} memories at once.", field="items", limit=MAX_BULK)
    if len({draft.workspace for draft in drafts}) > 1:
        raise ValidationFailed("Memories written at once belong to one workspace.", field="workspace")
    return access.workspace_id(actor, drafts[0].workspace)


def screen_all(actor: Actor, where: UUID, clean: Sequence[Clean]) -> list[Screened]:
    """Vectors, as far as they come in time, and a verdict for each."""
    vectors, without = vectors_for([item.pieces for item in clean])
    verdicts = verdicts_on(actor, where, clean, vectors)
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
        workspace=access.workspace_name(actor, access.workspace_id(actor, draft.workspace)),
        version=0,
        found_by="nothing",
        reason=reason,
    )
