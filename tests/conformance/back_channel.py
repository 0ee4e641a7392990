"""The suite's tools that ask the client in the middle of a call, which protocols before 2026-07-28 allow.

They need a session with a way back to the client. A stateless server has none: these are the baseline.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp_types import SamplingMessage, TextContent
from pydantic import BaseModel, Field


class Someone(BaseModel):
    username: str = Field(description="User's response")
    email: str = Field(description="User's email address")


class Defaults(BaseModel):
    name: str = "John Doe"
    age: int = 30
    score: float = 95.5
    status: Literal["active", "inactive", "pending"] = "active"
    verified: bool = True


def _titled(*values: str) -> Any:
    return [{"const": value, "title": value.title()} for value in values]


class Choices(BaseModel):
    plain: Literal["option1", "option2", "option3"]
    titled: Annotated[str, Field(json_schema_extra={"oneOf": _titled("value1", "value2", "value3")})]


async def test_sampling(prompt: str, ctx: Context) -> str:  # type: ignore[type-arg]
    """Has the client's model answer."""
    message = SamplingMessage(role="user", content=TextContent(text=prompt))
    return f"LLM response: {await ctx.session.create_message([message], max_tokens=100)}"


async def test_elicitation(message: str, ctx: Context) -> str:  # type: ignore[type-arg]
    """Asks the person for a name and an address."""
    return f"User response: {await ctx.elicit(message, Someone)}"


async def test_elicitation_sep1034_defaults(ctx: Context) -> str:  # type: ignore[type-arg]
    """Asks the person, with an answer proposed for each field."""
    return f"Elicitation completed: {await ctx.elicit('Please look these over', Defaults)}"


async def test_elicitation_sep1330_enums(ctx: Context) -> str:  # type: ignore[type-arg]
    """Asks the person to choose."""
    return f"Elicitation completed: {await ctx.elicit('Please choose', Choices)}"


def tools() -> list[Tool]:
    asking = (
        test_sampling,
        test_elicitation,
        test_elicitation_sep1034_defaults,
        test_elicitation_sep1330_enums,
    )
    return [Tool.from_function(each, structured_output=False) for each in asking]
