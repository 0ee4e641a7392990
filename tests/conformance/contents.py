"""The suite's tools that only answer: text, pictures, sound, resources, progress, log lines, an error.

Names and texts are the suite's: its scenarios compare them.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from typing import Annotated, Any

from mcp.server.mcpserver import Audio, Context, Image
from mcp.server.mcpserver.tools import Tool
from mcp_types import EmbeddedResource, TextResourceContents
from pydantic import Field

from continuum.kernel.errors import ValidationFailed

PIXEL = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
SILENCE = b64decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==")
PAUSE_SECONDS = 0.05

ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
PERSON_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": ADDRESS},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def resource(uri: str, text: str, mime_type: str = "text/plain") -> EmbeddedResource:
    return EmbeddedResource(resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))


def test_simple_text() -> str:
    """Answers one text."""
    return "This is a simple text response for testing."


def test_image_content() -> Image:
    """Answers a picture of one pixel."""
    return Image(data=PIXEL, format="png")


def test_audio_content() -> Audio:
    """Answers a moment of silence."""
    return Audio(data=SILENCE, format="wav")


def test_embedded_resource() -> list[Any]:
    """Answers a resource."""
    return [resource("test://embedded-resource", "This is an embedded resource content.")]


def test_multiple_content_types() -> list[Any]:
    """Answers a text, a picture and a resource."""
    data = json.dumps({"test": "data", "value": 123})
    return [
        "Multiple content types test:",
        Image(data=PIXEL, format="png"),
        resource("test://mixed-content-resource", data, "application/json"),
    ]


def test_error_handling() -> str:
    """Always fails, as a verb does."""
    raise ValidationFailed("This tool intentionally returns an error for testing")


async def test_tool_with_progress(ctx: Context) -> str:  # type: ignore[type-arg]
    """Tells how far it is, three times."""
    for progress in (0, 50, 100):
        await ctx.report_progress(progress, 100)
        await asyncio.sleep(PAUSE_SECONDS)
    return "Done."


async def test_tool_with_logging(ctx: Context) -> str:  # type: ignore[type-arg]
    """Tells what it does, three times."""
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.info(line)
        await asyncio.sleep(PAUSE_SECONDS)
    return "Done."


async def test_logging_tool(ctx: Context) -> str:  # type: ignore[type-arg]
    """Tells what it does, to whoever asked for that."""
    await ctx.info("Nobody may read this unasked.")
    return "Done."


def test_x_mcp_header(region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]) -> str:
    """Has a parameter that is told in a header as well."""
    return region


async def test_trigger_tool_change(ctx: Context) -> str:  # type: ignore[type-arg]
    """Tells listeners that the tools have changed."""
    await ctx.notify_tools_changed()
    return "Told."


async def test_trigger_prompt_change(ctx: Context) -> str:  # type: ignore[type-arg]
    """Tells listeners that the prompts have changed."""
    await ctx.notify_prompts_changed()
    return "Told."


async def json_schema_2020_12_tool(name: str = "") -> str:
    """Has a schema with keywords of JSON Schema 2020-12."""
    return name


def tools() -> list[Tool]:
    plain = (
        test_simple_text,
        test_image_content,
        test_audio_content,
        test_embedded_resource,
        test_multiple_content_types,
        test_error_handling,
        test_tool_with_progress,
        test_tool_with_logging,
        test_logging_tool,
        test_x_mcp_header,
        test_trigger_tool_change,
        test_trigger_prompt_change,
    )
    rich = Tool.from_function(json_schema_2020_12_tool)
    rich.parameters = PERSON_SCHEMA
    return [*(Tool.from_function(each, structured_output=False) for each in plain), rich]
