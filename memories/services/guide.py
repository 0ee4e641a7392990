"""The owner's standing words to agents: versioned, per workspace, and behind them the words that we ship."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from uuid import UUID

from django.db.models import QuerySet

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from memories import access
from memories.errors import wrong_version
from memories.models import GuideVersion
from memories.services.events import GUIDE_CHANGED
from memories.services.turns import Turn, turn

SHIPPED = Path(__file__).with_name("guide.md")


@dataclass(frozen=True, slots=True)
class Guide:
    """The words in force. `number` is their version, 0 for the shipped ones; `workspace` where they were
    written (empty: nowhere); `newer_default` that we ship other words now than when they were.
    """

    text: str
    number: int
    workspace: str
    newer_default: bool
    written_at: datetime | None = None


@cache
def shipped_text() -> str:
    """The guide that ships with Continuum, Markdown."""
    return SHIPPED.read_text(encoding="utf-8")


def shipped_hash() -> str:
    return hashlib.sha256(shipped_text().encode()).hexdigest()


def get_guide(actor: Actor, *, workspace: str | None = None) -> Guide:
    """The words in force in a workspace: its own, else those of the reader's default one, else the shipped.

    Whoever may enter may read them: an agent that only writes needs them too. Raises NotFound for a workspace
    that is not open; a connection without the default one that names none gets the shipped words.
    """
    if workspace is None and DEFAULT_WORKSPACE not in actor.workspaces:
        return _shipped()
    for where in access.entered_ids(actor, workspace):
        version = _in_force(where)
        if version is not None:
            return _told(actor, version)
    return _shipped()


def guide_versions(actor: Actor, *, workspace: str | None = None) -> QuerySet[GuideVersion]:
    """Every version written in the workspace, newest first."""
    actor.require(Permission.READ)
    where = access.workspace_id(actor, workspace, Permission.READ)
    return GuideVersion.objects.filter(workspace_id=where).order_by("-number")


def write_guide(
    actor: Actor, *, text: str, workspace: str | None = None, expected_number: int | None = None
) -> Guide:
    """Put a new version in force; the text has been through intake. The same words again change nothing.

    Raises Forbidden, NotFound, VersionConflict (`expected_number` is no longer the one in force; 0 means that
    there is none).
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        before = _in_force(where)
        current = before.number if before else 0
        if expected_number is not None and expected_number != current:
            raise wrong_version(expected=expected_number, current=current)
        if before is not None and (before.text, before.shipped) == (text, shipped_hash()):
            return _told(actor, before)
        return _told(actor, _written(writing, text, current + 1))


def load_default_guide(actor: Actor, *, workspace: str | None = None) -> Guide:
    """Put the shipped words in force as a new version: the way to take a newer default, and back again."""
    return write_guide(actor, text=shipped_text(), workspace=workspace)


def _in_force(where: UUID) -> GuideVersion | None:
    return GuideVersion.objects.filter(workspace_id=where).order_by("-number").first()


def _written(writing: Turn, text: str, number: int) -> GuideVersion:
    version = GuideVersion.objects.create(
        workspace_id=writing.workspace,
        number=number,
        text=text,
        shipped=shipped_hash(),
        user_id=writing.actor.user_id,
        client=writing.actor.client,
        created_at=writing.now,
    )
    writing.record(GUIDE_CHANGED, details={"number": number})
    return version


def _told(actor: Actor, version: GuideVersion) -> Guide:
    return Guide(
        text=version.text,
        number=version.number,
        workspace=access.workspace_name(actor, version.workspace_id),
        newer_default=version.shipped != shipped_hash(),
        written_at=version.created_at,
    )


def _shipped() -> Guide:
    return Guide(text=shipped_text(), number=0, workspace="", newer_default=False)
