"""Declaring a tool: an async function that takes a client's arguments and returns a typed answer."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, cast

from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, ImageContent, TextContent, ToolAnnotations
from pydantic import BaseModel

from continuum.kernel.actor import Permission
from continuum.kernel.errors import ContinuumError
from mcp_gateway.answers_of_web import Pictured
from mcp_gateway.arguments import Arguments
from mcp_gateway.refusals import json_refusal, refusal, translated
from mcp_gateway.schemas import closed, compact, outlined

ToolFunction = Callable[..., Awaitable[BaseModel]]
TextFunction = Callable[..., Awaitable[str | CallToolResult]]
JSONFunction = Callable[..., Awaitable[Mapping[str, Any]]]
Refusal = Callable[[ContinuumError], CallToolResult]


@dataclass(frozen=True, slots=True)
class Hints:
    """What a tool does to the store, for clients that ask a person first, and the permission this takes.
    `reaches_out`: it meets the web, where anything may be said.
    """

    needs: Permission
    reads_only: bool = False
    destroys: bool = False
    repeatable: bool = False
    reaches_out: bool = False

    @property
    def annotations(self) -> ToolAnnotations:
        return ToolAnnotations(
            read_only_hint=self.reads_only,
            destructive_hint=self.destroys,
            idempotent_hint=self.repeatable or self.reads_only,
            open_world_hint=self.reaches_out,
        )


READS = Hints(Permission.READ, reads_only=True)
ADDS = Hints(Permission.WRITE)
SETS = Hints(Permission.WRITE, repeatable=True)
REPLACES = Hints(Permission.WRITE, destroys=True)
BROWSES = Hints(Permission.WEB, reads_only=True, reaches_out=True)
ERASES = Hints(Permission.FORGET, destroys=True, repeatable=True)


class GuardedTool(Tool):
    """A tool that knows which permission it can do nothing without, the name by which clients call it, and
    how it puts an error. Within the server a tool of a seed has a longer name: several seeds call one alike.
    """

    needs: Permission = Permission.READ
    called: str = ""
    refused: Refusal = refusal


def tool(*, title: str, hints: Hints) -> Callable[[ToolFunction], GuardedTool]:
    """Make an MCP tool of a function: the model reads its docstring, its annotations are the schemas."""
    return partial(_declared, title=title, hints=hints, told=_structured, refused=refusal)


def picture_tool(*, title: str, hints: Hints) -> Callable[[ToolFunction], GuardedTool]:
    """The same for a function whose answer comes with a picture."""
    return partial(_declared, title=title, hints=hints, told=_with_picture, refused=refusal)


def text_tool(*, title: str, hints: Hints, seed: str) -> Callable[[TextFunction], GuardedTool]:
    """The same for a function that answers with a text, as the tools of this seed do."""
    return partial(_declared, title=title, hints=hints, told=_in_words, refused=refusal, seed=seed)


def json_tool(*, title: str, hints: Hints, seed: str) -> Callable[[JSONFunction], GuardedTool]:
    """The same for a function that answers, also with its errors, in JSON written out as text."""
    return partial(_declared, title=title, hints=hints, told=_in_json, refused=json_refusal, seed=seed)


def _declared(
    function: Callable[..., Awaitable[Any]],
    *,
    title: str,
    hints: Hints,
    told: Callable[[Any], CallToolResult],
    refused: Refusal,
    seed: str = "",
) -> GuardedTool:
    found = GuardedTool.from_function(
        _answering(function, told, refused),
        title=title,
        description=inspect.cleandoc(function.__doc__ or ""),
        annotations=hints.annotations,
        structured_output=told in (_structured, _with_picture),
    )
    schema = found.fn_metadata.output_schema
    ours = {
        "name": f"{seed}.{found.name}" if seed else found.name,
        "called": found.name,
        "needs": hints.needs,
        "refused": refused,
        "parameters": closed(compact(found.parameters)),
        "fn_metadata": Arguments.like(
            found.fn_metadata, output_schema=outlined(compact(schema)) if schema else None
        ),
    }
    return cast(GuardedTool, found.model_copy(update=ours))


def _answering(
    function: Callable[..., Awaitable[Any]], told: Callable[[Any], CallToolResult], refused: Refusal
) -> Callable[..., Awaitable[CallToolResult]]:
    """The function with its answer, or its error, made into the result that goes over the wire."""

    @wraps(function)
    async def answering(**arguments: Any) -> CallToolResult:
        try:
            return told(await function(**arguments))
        except (
            Exception
        ) as error:  # the border: whatever it is, the client gets a sentence and the log a line
            return refused(translated(error, during=f"tool {function.__name__}"))

    return answering


def _structured(answer: BaseModel) -> CallToolResult:
    """The answer twice, for programs and, as the protocol asks, as the same JSON in a text."""
    structured = answer.model_dump(mode="json", exclude_defaults=True)
    text = answer.model_dump_json(exclude_defaults=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=structured)


def _with_picture(answer: BaseModel) -> CallToolResult:
    """What is to be said of the picture, and after it the picture itself."""
    if not isinstance(answer, Pictured):
        raise TypeError(f"{type(answer).__name__} holds no picture")
    told = _structured(answer)
    picture = ImageContent(type="image", data=answer.encoded, mime_type=answer.mime_type)
    return told.model_copy(update={"content": [*told.content, picture]})


def _in_words(answer: str | CallToolResult) -> CallToolResult:
    """A picture is told by its tool itself."""
    if isinstance(answer, CallToolResult):
        return answer
    return CallToolResult(content=[TextContent(type="text", text=answer)])


def _in_json(answer: Mapping[str, Any]) -> CallToolResult:
    return _in_words(json.dumps(answer, ensure_ascii=False, default=str))
