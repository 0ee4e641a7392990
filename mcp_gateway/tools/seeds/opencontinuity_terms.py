"""What the tools of OpenContinuity call things."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from pydantic import Field

from mcp_gateway.declare import json_tool

SEED = "opencontinuity"
json_answer = partial(json_tool, seed=SEED)

Key = Annotated[str, Field(description="Its key, unique in its scope.")]
AnyKey = Annotated[str | None, Field(description="Only this key.")]
AnyKind = Annotated[
    str | None, Field(description="user_preference, user_fact, task_state, decision or another.")
]
ScopeIs = Annotated[str | None, Field(description="user, task (with taskId) or agent.")]
TaskId = Annotated[str | None, Field(description="The task; goes with scope task.")]
NeverPrivate = Annotated[bool, Field(description="Passed over: private memories are in no pack.")]
MemoryId = Annotated[str, Field(description="The id that remember and recall answer with.")]
Metadata = Annotated[
    dict[str, Any] | None, Field(description="`source` and `tags` are kept; nothing else is.")
]
