"""The suite's resources and prompts, its completion, and what clients before 2026-07-28 may ask besides."""

from __future__ import annotations

import json
from typing import Any

from mcp.server.mcpserver import Image, MCPServer, UserMessage
from mcp_types import (
    Completion,
    EmptyResult,
    SetLevelRequestParams,
    SubscribeRequestParams,
    UnsubscribeRequestParams,
)

from tests.conformance.contents import PIXEL, resource
from tests.conformance.questions import test_input_required_result_prompt


def add_sources(server: MCPServer[Any]) -> None:
    server.resource("test://static-text", description="A text.", mime_type="text/plain")(static_text)
    server.resource("test://static-binary", description="A picture.", mime_type="image/png")(static_binary)
    server.resource("test://watched-resource", description="May be watched.", mime_type="text/plain")(watched)
    server.resource("test://template/{id}/data", description="By number.", mime_type="application/json")(
        templated
    )


def add_prompts(server: MCPServer[Any]) -> None:
    for prompt in (
        test_simple_prompt,
        test_prompt_with_arguments,
        test_prompt_with_embedded_resource,
        test_prompt_with_image,
        test_input_required_result_prompt,
    ):
        server.prompt()(prompt)


def add_older_requests(server: MCPServer[Any]) -> None:
    """Completion; watching resources and choosing what is logged, which 2026-07-28 has no more."""
    server.completion()(complete)
    # The SDK has a door to these on its inner server alone.
    inner = server._lowlevel_server
    inner.add_request_handler("logging/setLevel", SetLevelRequestParams, _taken)
    inner.add_request_handler("resources/subscribe", SubscribeRequestParams, _taken)
    inner.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, _taken)


async def _taken(_context: Any, _params: Any) -> EmptyResult:
    return EmptyResult()


async def complete(_ref: Any, argument: Any, _context: Any) -> Completion:
    known = ["paris", "park", "party"]
    return Completion(values=[each for each in known if each.startswith(argument.value)], has_more=False)


def static_text() -> str:
    return "This is the content of the static text resource."


def static_binary() -> bytes:
    return PIXEL


def watched() -> str:
    return "Nothing happens here."


def templated(id: str) -> str:  # noqa: A002 - the suite's name for it
    return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


def test_simple_prompt() -> str:
    """One message."""
    return "This is a simple prompt for testing."


def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    """Two arguments in a message."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


def test_prompt_with_embedded_resource(resourceUri: str) -> list[Any]:  # noqa: N803 - the suite's name for it
    """A resource in a message."""
    return [
        UserMessage(resource(resourceUri, "Embedded resource content for testing.")),
        UserMessage("Please process the embedded resource above."),
    ]


def test_prompt_with_image() -> list[Any]:
    """A picture in a message."""
    return [UserMessage(Image(data=PIXEL, format="png")), UserMessage("Please analyze the image above.")]
