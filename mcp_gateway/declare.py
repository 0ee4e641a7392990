"""Declaring a tool: an async function that takes a client's arguments and returns a typed answer."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel

from continuum.kernel.actor import Permission
from mcp_gateway.arguments import Arguments
from mcp_gateway.refusals import refusal, translated
from mcp_gateway.schemas import closed, compact

ToolFunction = Callable[..., Awaitable[BaseModel]]


@dataclass(frozen=True, slots=True)
class Hints:
    """What a tool does to the store, for clients that ask a person first, and the permission this takes.
    Nothing here reaches beyond it.
    """

    needs: Permission
    reads_only: bool = False
    destroys: bool = False
    repeatable: bool = False

    @property
    def annotations(self) -> ToolAnnotations:
        return ToolAnnotations(
            read_only_hint=self.reads_only,
            destructive_hint=self.destroys,
            idempotent_hint=self.repeatable or self.reads_only,
            open_world_hint=False,
        )


READS = Hints(Permission.READ, reads_only=True)
ADDS = Hints(Permission.WRITE)
SETS = Hints(Permission.WRITE, repeatable=True)
REPLACES = Hints(Permission.WRITE, destroys=True)
ERASES = Hints(Permission.FORGET, destroys=True, repeatable=True)


class GuardedTool(Tool):
    """A tool that knows which permission it can do nothing without."""

    needs: Permission = Permission.READ


def needed_by(tool: Tool) -> Permission:
    """The permission that a declared tool can do nothing without."""
    return tool.needs if isinstance(tool, GuardedTool) else Permission.READ


def tool(*, title: str, hints: Hints) -> Callable[[ToolFunction], Tool]:
    """Make an MCP tool of a function: the model reads its docstring, its annotations are the schemas."""

    def declared(function: ToolFunction) -> Tool:
        found = GuardedTool.from_function(
            _answering(function),
            title=title,
            description=inspect.cleandoc(function.__doc__ or ""),
            annotations=hints.annotations,
            structured_output=True,
        )
        output_schema = compact(found.fn_metadata.output_schema or {})
        return found.model_copy(
            update={
                "needs": hints.needs,
                "parameters": closed(compact(found.parameters)),
                "fn_metadata": Arguments.like(found.fn_metadata, output_schema=output_schema),
            }
        )

    return declared


def _answering(function: ToolFunction) -> Callable[..., Awaitable[CallToolResult]]:
    """The function with its answer, or its error, made into the result that goes over the wire."""

    @wraps(function)
    async def answering(**arguments: Any) -> CallToolResult:
        try:
            return _result(await function(**arguments))
        except (
            Exception
        ) as error:  # the border: whatever it is, the client gets a sentence and the log a line
            return refusal(translated(error, during=f"tool {function.__name__}"))

    return answering


def _result(answer: BaseModel) -> CallToolResult:
    """The answer twice, for programs and, as the protocol asks, as the same JSON in a text."""
    structured = answer.model_dump(mode="json", exclude_defaults=True)
    text = answer.model_dump_json(exclude_defaults=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=structured)
