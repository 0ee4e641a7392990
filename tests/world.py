"""The stage of sequences that nobody wrote: alice, the agents that act for her, and what stands there now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from django.db import connections

from continuum.kernel.actor import EVERYTHING, Actor, Permission
from memories.models import Mode
from memories.services.workspaces import create_workspace
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.soundness import state_of

_MEMORIES = "SELECT workspace_id, name FROM memories_memory WHERE workspace_id = ANY(%s) ORDER BY 1, 2"
_PROPOSALS = (
    "SELECT id FROM memories_revision WHERE workspace_id = ANY(%s) AND status = 'proposed' ORDER BY id"
)
_DOOMED = (
    "SELECT id FROM memories_memory WHERE workspace_id = ANY(%s) AND erasure_asked_at IS NOT NULL ORDER BY id"
)
_PRESENT = """
    SELECT m.name, r.content FROM memories_memory m JOIN memories_revision r ON r.memory_id = m.id
    WHERE m.workspace_id = ANY(%s) AND m.archived_at IS NULL AND r.status IN ('active', 'proposed')"""


class World:
    """Alice with a workspace that reviews what agents write and one that does not, and who acts for her."""

    count = 0
    steps: Counter[str] = Counter()
    """How often each verb did something, and how often one was refused."""

    def __init__(self) -> None:
        World.count += 1
        name = f"alice-{World.count}"
        user = User.objects.create_user(name, email=f"{name}@example.test", password=None)
        create_workspace(person_actor(user), name="default", mode=Mode.REVIEW)
        create_workspace(person_actor(user), name="team", mode=Mode.AUTO)
        reviewer = replace(agent_actor(user, "reviewer"), private=True)
        self.actors: Mapping[str, Actor] = {
            "person": person_actor(user),
            "codex": replace(agent_actor(user, "codex"), permissions=EVERYTHING - {Permission.REVIEW}),
            "cursor": replace(agent_actor(user, "cursor"), permissions=EVERYTHING - {Permission.FORGET}),
            "reviewer": reviewer,
        }
        self.workspaces = list(self.actors["person"].workspaces.values())
        self.batches: list[UUID] = []
        self.state = state_of(self.workspaces)
        self.memories: list[tuple[str, str]] = []
        self.proposals: list[UUID] = []
        self.doomed: list[UUID] = []

    def look(self) -> None:
        """How it stands: what the next step has to reckon with."""
        self.state = state_of(self.workspaces)
        where = {workspace: name for name, workspace in self.actors["person"].workspaces.items()}
        with connections["owner"].cursor() as cursor:
            cursor.execute(_MEMORIES, [self.workspaces])
            self.memories = [(where[workspace], name) for workspace, name in cursor.fetchall()]
            cursor.execute(_PROPOSALS, [self.workspaces])
            self.proposals = [row[0] for row in cursor.fetchall()]
            cursor.execute(_DOOMED, [self.workspaces])
            self.doomed = [row[0] for row in cursor.fetchall()]

    def memory(self, place: int) -> tuple[str, str]:
        """A memory that is there, by workspace and name, or one that is not."""
        return self.memories[place % len(self.memories)] if self.memories else ("default", "nothing")

    def proposal(self, place: int) -> UUID:
        return self.proposals[place % len(self.proposals)] if self.proposals else UUID(int=place)

    def present(self) -> set[tuple[str, str]]:
        """What may be read, by name and text, as the tables have it."""
        with connections["owner"].cursor() as cursor:
            cursor.execute(_PRESENT, [self.workspaces])
            return set(cursor.fetchall())
