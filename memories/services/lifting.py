"""The texts that are kept out, as far as hashes can be looked at, and the owner's way to let one in again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.errors import invalid
from memories.models import Exclusion
from memories.services import events
from memories.services.exclusions import digest
from memories.services.turns import turn
from memories.text.normalise import content_hash, forgiving

MOST_LISTED = 100


@dataclass(frozen=True, slots=True)
class KeptOut:
    """One text that is kept out: a number to name it by, the beginning of its hash, why, and since when."""

    id: int
    digest: str
    reason: str
    since: datetime


@dataclass(frozen=True, slots=True)
class KeptOutPage:
    """The newest, before `before` where that is given; `counts` is of all of them, by reason."""

    rows: Sequence[KeptOut]
    counts: Mapping[str, int]
    next_before: int | None = None


def list_exclusions(actor: Actor, *, workspace: str | None = None, before: int | None = None) -> KeptOutPage:
    """What the workspace keeps out, newest first. Raises Forbidden, NotFound."""
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    rows = Exclusion.objects.filter(workspace_id=where)
    counted = rows.values_list("reason").annotate(Count("pk")).order_by("reason")
    page = rows.filter(Q(pk__lt=before) if before else Q()).order_by("-pk")[: MOST_LISTED + 1]
    found = [KeptOut(row.pk, row.digest[:12], row.reason, row.created_at) for row in page]
    more, found = len(found) > MOST_LISTED, found[:MOST_LISTED]
    return KeptOutPage(found, dict(counted), found[-1].id if more else None)


def lift_exclusion(actor: Actor, *, exclusion_id: int) -> None:
    """Let one text in again: a person who is here now. Raises Forbidden, NotFound."""
    _require_owner(actor)
    row = Exclusion.objects.filter(pk=exclusion_id, workspace_id__in=list(actor.workspaces.values())).first()
    if row is None:
        raise NotFound("Nothing is kept out under this number.")
    if not _lifted(actor, row.workspace_id, Q(pk=exclusion_id)):
        raise NotFound("Nothing is kept out under this number.")


def lift_text(actor: Actor, *, text: str, workspace: str | None = None) -> None:
    """Let this very text in again, as far as capitals and spaces do not count. Raises Forbidden, NotFound (it
    is not kept out), ValidationFailed.
    """
    _require_owner(actor)
    hashed = content_hash(forgiving(text))
    if not hashed:
        raise invalid("text", "Give the words of the text that is to be let in again.")
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    key = access.workspace(where).exclusion_key
    if not _lifted(actor, where, Q(digest=digest(key, hashed))):
        raise NotFound("This text is not kept out here. It has to be the whole text, word by word.")


def _lifted(actor: Actor, where: UUID, wanted: Q) -> int:
    with turn(actor, where, Permission.ADMIN) as writing:
        lifted, _ = Exclusion.objects.filter(wanted, workspace_id=where).delete()
        if lifted:
            writing.record(events.EXCLUSION_LIFTED, details={"lifted": lifted})
    return lifted


def _require_owner(actor: Actor) -> None:
    actor.require(Permission.ADMIN)
    if not actor.person:
        raise Forbidden("Only the owner, signed in, lifts what is kept out.")
