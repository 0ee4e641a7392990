"""A golden question is text too: it enters by intake like any other."""

from __future__ import annotations

from typing import Any

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.intake.plain_text import kept_text
from memories.models import GoldenQuestion
from memories.services.golden import pin


def pin_question(
    actor: Actor, *, question: str, workspace: str | None = None, **which: Any
) -> GoldenQuestion:
    """Want this question to bring a memory (`name`, `task_id`, `within`). Raises what `pin` raises,
    ValidationFailed, SecretRefused and Excluded.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    kept = kept_text(actor, question, field="question", where=where, most=GoldenQuestion.LONGEST)
    if not kept:
        raise invalid("question", "A golden question has words.")
    return pin(actor, question=kept, workspace=workspace, **which)
