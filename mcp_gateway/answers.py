"""What tools answer. The models are the output schemas; an answer leaves out what holds its default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


class Guide(Answer):
    guide: str
    workspaces: Annotated[tuple[str, ...], Field(description="The workspaces open to this connection.")] = ()


class Written(Answer):
    """What became of a write."""

    status: Annotated[str, Field(description="stored, proposed (a person decides) or duplicate")]
    name: str
    workspace: str
    version: Annotated[int, Field(description="The active version; 0 while nothing is active.")]
    found_by: Annotated[str, Field(description="words, words+meaning or nothing")]
    memory_id: str
    revision_id: str
    reason: str = ""
    similar: Annotated[tuple[str, ...], Field(description="Memories that say nearly the same.")] = ()
    may_conflict_with: Annotated[
        tuple[str, ...], Field(description="Memories that say something else of the same.")
    ] = ()
    duplicate: Annotated[bool, Field(description="The answer to an earlier request with this key.")] = False


class WrittenInBulk(Answer):
    """What became of many writes, in their order."""

    answers: tuple[Written, ...]
    batch: Annotated[str | None, Field(description="By it a person can undo them.")] = None


class Why(Answer):
    """A receipt: why a memory came back, and where it stands."""

    score: float
    ranks: Annotated[Mapping[str, int], Field(description="Its place in each channel that found it.")]
    similarity: float | None = None
    word_rank: float = 0
    passage: Annotated[str, Field(description="The passage that matched.")] = ""
    section: str = ""
    reasons: tuple[str, ...] = ()
    reranked: float | None = None


class Found(Answer):
    """One memory."""

    name: str
    workspace: str
    status: str
    version: int
    kind: str
    description: str = ""
    content: str = ""
    value: Any = None
    length: Annotated[int, Field(description="Characters of the whole text, when `content` is cut.")] = 0
    tags: tuple[str, ...] = ()
    recall: str = "relevance"
    scope: str = "user"
    task_id: str | None = None
    sensitivity: str = "public"
    trust: str = "agent"
    source: str = ""
    source_date: str | None = None
    confidence: float | None = None
    basis: str = ""
    user_confirmed: bool = False
    client: str = ""
    agent: str = ""
    created_at: str
    updated_at: str
    archived_at: str | None = None
    expires_at: str | None = None
    check_by: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    may_conflict_with: tuple[str, ...] = ()
    links: Annotated[tuple[str, ...], Field(description="Of one read by its name.")] = ()
    broken_links: tuple[str, ...] = ()
    backlinks: tuple[str, ...] = ()
    receipt: Why | None = None


class Recalled(Answer):
    """One page of memories, best first."""

    memories: tuple[Found, ...]
    mode: Annotated[str, Field(description="hybrid, words-only or list")]
    mode_reason: str = ""
    candidates: int
    still_indexing: Annotated[int, Field(description="Passages found by words only so far.")] = 0
    next_cursor: str | None = None
    explanation: Mapping[str, Any] | None = None


class Line(Answer):
    """One memory in a list, without its text."""

    name: str
    workspace: str
    description: Annotated[str, Field(description="Or, where it has none, how its text begins.")]
    kind: str
    status: str
    version: int
    updated_at: str
    tags: tuple[str, ...] = ()
    recall: str = "relevance"
    scope: str = "user"
    sensitivity: str = "public"
    archived_at: str | None = None


class Listed(Answer):
    """One page of a list, newest first."""

    memories: tuple[Line, ...]
    next_cursor: str | None = None


class Version(Answer):
    """One revision. It has no number while it was never active."""

    revision_id: str
    number: int | None = None
    status: str
    content: str
    length: int = 0
    description: str = ""
    trust: str = "agent"
    source: str = ""
    client: str = ""
    agent: str = ""
    created_at: str
    decided_at: str | None = None
    retired_at: str | None = None


class Happening(Answer):
    """One event of a memory's life."""

    at: str
    action: str
    client: str = ""
    agent: str = ""
    revision_id: str | None = None
    details: Mapping[str, Any] = {}


class History(Answer):
    """A memory's revisions and events, newest first."""

    name: str
    workspace: str
    version: int
    revisions: tuple[Version, ...]
    events: tuple[Happening, ...]


class Gone(Answer):
    """What forgetting did."""

    erased: Annotated[bool, Field(description="false: archived until a person agrees")]
    name: str
    revisions: int = 0
    passages: int = 0
    fingerprints: int = 0
    facts: int = 0
    entities: int = 0
    activity: int = 0
    exclusions: int = 0
    reason: str = ""


class Changed(Answer):
    """A memory; its text was left alone."""

    name: str
    workspace: str
    version: int
    recall: str
    archived_at: str | None = None
    reason: str = ""  # why it waits for a person


class WorkspaceLine(Answer):
    name: str
    mode: Annotated[
        str, Field(description="review: a person decides on what agents write; auto: it is stored")
    ]
    role: Annotated[str, Field(description="yours there: reader, reviewer, editor or owner")]


class Workspaces(Answer):
    workspaces: tuple[WorkspaceLine, ...]


class Capabilities(Answer):
    """What this memory can do."""

    profile: str
    budgets: Annotated[Mapping[str, Any], Field(description="Of pairs, what is usual and the most.")]
    meaning: Annotated[Mapping[str, Any], Field(description="Whether texts are found by meaning.")]
    built: Mapping[str, bool]
    facts_by: str
    workspaces: tuple[str, ...]
    permissions: tuple[str, ...]
    private: bool
