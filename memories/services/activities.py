"""Recording what was put into contexts and which web tools were used, and knowing whether a session has seen
a context already.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.utils.crypto import salted_hmac
from psycopg.errors import ForeignKeyViolation

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from memories.errors import no_such_workspace
from memories.models import Activity
from memories.services.secrets import refuse_secret_name

ANSWER = "recall"
_SALT = "continuum.activity"


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """What was put into a context, or why nothing was; never a text.

    `items` holds, by workspace, what is to be said of each memory: `memory_id` and whatever explains it.
    """

    what: str
    outcome: str
    workspace: UUID
    session: str = ""
    block: str = ""
    items: dict[UUID, list[dict[str, Any]]] = field(default_factory=dict)
    best_similarity: float | None = None
    expanded: bool = False
    characters: int = 0
    milliseconds: float = 0.0


def record_injection(actor: Actor, *, injection: Injection) -> None:
    """Keep what was injected: one row in the workspace that was asked for, and one in each other workspace
    that gave memories, with those alone. Raises Forbidden, SecretRefused (an agent called by a secret).
    """
    actor.require(Permission.READ)
    refuse_secret_name(actor.agent)
    others = [workspace for workspace in injection.items if workspace != injection.workspace]
    rows = [_row(actor, injection, workspace) for workspace in (injection.workspace, *others)]
    rows[0].session, rows[0].block = injection.session, injection.block
    rows[0].best_similarity, rows[0].characters = injection.best_similarity, injection.characters
    _keep(rows)


def _keep(rows: list[Activity]) -> None:
    """Raises NotFound where a workspace was deleted since it was read."""
    try:
        Activity.objects.bulk_create(rows)
    except IntegrityError as error:
        if not isinstance(error.__cause__, ForeignKeyViolation):
            raise
        raise no_such_workspace("") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A question that was answered from memory; never the question, and no text of what came."""

    workspace: UUID
    items: dict[UUID, list[dict[str, Any]]]
    best_similarity: float | None = None
    milliseconds: float = 0.0


def record_answer(actor: Actor, *, answered: Answered) -> None:
    """Keep that a question was answered, and with which memories: rows as for an injection. Raises Forbidden,
    SecretRefused (an agent called by a secret).
    """
    record_injection(
        actor,
        injection=Injection(
            what=ANSWER,
            outcome=Activity.Outcome.INJECTED if answered.items else Activity.Outcome.NOTHING,
            workspace=answered.workspace,
            items=answered.items,
            best_similarity=answered.best_similarity,
            milliseconds=answered.milliseconds,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WebUse:
    """One call of a web tool: which hosts, how many addresses, the code of the error it ended with; never an
    address, and nothing of what came.
    """

    tool: str
    hosts: tuple[str, ...]
    count: int
    failure: str = ""
    milliseconds: float = 0.0


def record_web_use(actor: Actor, *, use: WebUse) -> None:
    """Keep that a web tool was called: one row in the actor's default workspace, or the first it may use;
    none for an actor without any. Raises Forbidden, SecretRefused (an agent called by a secret).
    """
    actor.require(Permission.WEB)
    refuse_secret_name(actor.agent)
    where = actor.workspaces.get(DEFAULT_WORKSPACE) or next(iter(actor.workspaces.values()), None)
    if where is None:
        return
    row = Activity(
        workspace_id=where,
        what=use.tool,
        outcome=Activity.Outcome.FAILED if use.failure else Activity.Outcome.DONE,
        user_id=actor.user_id,
        client=actor.client,
        agent=actor.agent,
        items=[{"hosts": list(use.hosts), "count": use.count, "failure": use.failure}],
        milliseconds=use.milliseconds,
    )
    _keep([row])


def _row(actor: Actor, injection: Injection, workspace: UUID) -> Activity:
    items = injection.items.get(workspace, [])
    return Activity(
        workspace_id=workspace,
        what=injection.what,
        outcome=injection.outcome,
        user_id=actor.user_id,
        client=actor.client,
        agent=actor.agent,
        memory_ids=[UUID(item["memory_id"]) for item in items],
        items=items,
        expanded=injection.expanded,
        milliseconds=injection.milliseconds,
    )


def session_key(actor: Actor, session_id: str) -> str:
    """What a client's session is known by: no id of a client's is kept."""
    return _digest(f"{actor.user_id}\n{actor.client}\n{session_id}")


def block_key(text: str) -> str:
    return _digest(text)


def last_block(actor: Actor, *, workspace: UUID, session: str) -> str:
    """The key of what was last put into this session, or empty."""
    actor.require(Permission.READ)
    shown = Activity.objects.filter(
        workspace_id=workspace, session=session, outcome=Activity.Outcome.INJECTED
    )
    return shown.order_by("-id").values_list("block", flat=True).first() or ""


def drop_activity_of(memory_id: UUID, *, workspace: UUID) -> int:
    """Delete what names a memory of the workspace; says how many rows that were."""
    return Activity.objects.filter(workspace_id=workspace, memory_ids__contains=[memory_id]).delete()[0]


def _digest(text: str) -> str:
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()
