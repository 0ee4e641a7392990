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

from mcp_gateway.arguments import Arguments
from mcp_gateway.refusals import refusal, translated
from mcp_gateway.schemas import closed, compact

ToolFunction = Callable[..., Awaitable[BaseModel]]


@dataclass(frozen=True, slots=True)
class Hints:
    """What a tool does to the store, for clients that ask a person first. Nothing here reaches beyond it."""

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


READS = Hints(reads_only=True)
ADDS = Hints()
SETS = Hints(repeatable=True)
REPLACES = Hints(destroys=True)
ERASES = Hints(destroys=True, repeatable=True)


def tool(*, title: str, hints: Hints) -> Callable[[ToolFunction], Tool]:
    """Make an MCP tool of a function: the model reads its docstring, its annotations are the schemas."""

    def declared(function: ToolFunction) -> Tool:
        found = Tool.from_function(
            _answering(function),
            title=title,
            description=inspect.cleandoc(function.__doc__ or ""),
            annotations=hints.annotations,
            structured_output=True,
        )
        output_schema = compact(found.fn_metadata.output_schema or {})
        return found.model_copy(
            update={
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
