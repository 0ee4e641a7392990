"""A shared workspace with something of everything in it, for trying every verb on it as every role."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from uuid import UUID

from continuum.kernel.actor import Actor
from memories import access
from memories.intake.batches import open_batch
from memories.intake.golden import pin_question
from memories.intake.handoffs import create_handoff
from memories.models import Exclusion, Import, Memory, Mode, Workspace
from memories.services.invitations import invite_member
from memories.services.policies import set_policy
from memories.services.removal import forget
from memories.services.secret_scan import scan_secrets
from memories.services.workspaces import change_workspace
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember

WHERE = "team"
TOKEN = "gh" + "p_" + "".join(Random("roles").choices("abcdefghjkmnpqrstuvwxyz23456789", k=36))


@dataclass(frozen=True, slots=True)
class Stage:
    """What there is in the workspace, by its ids; `other` is a member beside who acts."""

    where: UUID
    memory: UUID
    proposal: UUID
    erasure: UUID
    suspect: UUID
    batch: UUID
    handoff: UUID
    golden: UUID
    policy: UUID
    exclusion: int
    invitation: UUID
    other: int
    file: Path


def set_up(alice: User, other: User, folder: Path) -> Stage:
    """Alice's team: a memory, and one of whatever can be decided on or taken back."""
    with access.acting(person_actor(alice)) as owner:
        where = owner.workspaces[WHERE]
        kept = remember(owner, "The office is in Ghent.", name="office", workspace=WHERE)
        suspect = _suspect(owner, where)
        change_workspace(owner, workspace=WHERE, mode=Mode.REVIEW)
        with access.acting(agent_actor(alice)) as agent:
            proposal = remember(agent, "The oven is broken.", name="oven", workspace=WHERE)
            forget(agent, name="office", workspace=WHERE)
            remember(agent, "The gate closes at nine.", name="gate", workspace=WHERE)
        remember(owner, "The door is green.", name="door", workspace=WHERE)
        remember(owner, "The canteen closes on Friday.", name="canteen", workspace=WHERE)
        forget(owner, name="canteen", workspace=WHERE)
        batch = open_batch(owner, workspace=WHERE)
        return Stage(
            where=where,
            memory=Memory.objects.get(workspace_id=where, name="door").pk,
            proposal=UUID(proposal.revision_id),
            erasure=UUID(kept.memory_id),
            suspect=suspect,
            batch=batch.pk,
            handoff=create_handoff(owner, task_id="t", summary="Go on.", workspace=WHERE).handoff.pk,
            golden=pin_question(owner, question="Which door?", name="door", workspace=WHERE).pk,
            policy=set_policy(owner, decision="propose", kind="reference", workspace=WHERE).pk,
            exclusion=Exclusion.objects.filter(workspace_id=where).latest("pk").pk,
            invitation=invite_member(owner, workspace=WHERE, role="reader").invitation.pk,
            other=other.pk,
            file=_file(folder),
        )


def _suspect(owner: Actor, where: UUID) -> UUID:
    row = Workspace.objects.filter(pk=where)
    row.update(secret_policies={"github_token": "off"})
    found = remember(owner, f"The deploy key is {TOKEN}.", name="deploy", workspace=WHERE)
    row.update(secret_policies={})
    scan_secrets(owner, workspace=WHERE)
    return UUID(found.memory_id)


def _file(folder: Path) -> Path:
    path = folder / "notes.md"
    path.write_text("The roof was mended.\n")
    return path


def an_upload(actor: Actor) -> UUID:
    """An import of who acts that was looked at, put there past the verbs: their role may refuse it."""
    row = Import.objects.create(
        workspace_id=actor.workspaces[WHERE],
        filename="notes.md",
        user_id=actor.user_id,
        client=actor.client,
        person=True,
        state=Import.State.LOOKED,
    )
    return row.pk
