"""The suite's tools and its prompt that ask back: they answer a question and are called again with the reply.

The SDK seals the state that the client carries in between.
"""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequest,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    TextContent,
)

Asking = Context[Any, Any]
Answer = str | InputRequiredResult


def form(message: str, field: str, kind: str = "string") -> ElicitRequest:
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def sample(text: str, *, most: int) -> CreateMessageRequest:
    message = SamplingMessage(role="user", content=TextContent(text=text))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=most))


ROOTS = ListRootsRequest()
NAME = {"user_name": form("What is your name?", "name")}


def ask(questions: dict[str, Any], state: str | None = None) -> InputRequiredResult:
    return InputRequiredResult(input_requests=questions, request_state=state)


def replies(ctx: Asking, questions: dict[str, Any]) -> dict[str, Any] | None:
    """What was replied, when every question was."""
    given = ctx.input_responses or {}
    return {key: given[key] for key in questions} if questions.keys() <= given.keys() else None


def filled(reply: Any, field: str) -> Any:
    """One field of a form that was sent; None when it was not, or without it."""
    return (getattr(reply, "content", None) or {}).get(field)


async def test_input_required_result_elicitation(ctx: Asking) -> Answer:
    """Asks for a name and greets."""
    given = replies(ctx, NAME)
    name = filled(given["user_name"], "name") if given else None
    return f"Hello, {name}!" if isinstance(name, str) else ask(NAME)


async def test_input_required_result_sampling(ctx: Asking) -> Answer:
    """Has the client's model answer."""
    questions = {"capital_question": sample("What is the capital of France?", most=100)}
    given = replies(ctx, questions)
    return given["capital_question"].content.text if given else ask(questions)


async def test_input_required_result_list_roots(ctx: Asking) -> Answer:
    """Asks for the client's folders."""
    given = replies(ctx, {"client_roots": ROOTS})
    return f"Roots: {given['client_roots'].roots}" if given else ask({"client_roots": ROOTS})


async def test_input_required_result_request_state(ctx: Asking) -> Answer:
    """Asks, and knows again what it asked for."""
    questions = {"confirm": form("Please confirm", "ok", "boolean")}
    if replies(ctx, questions) is None:
        return ask(questions, "asked")
    return "state-ok" if ctx.request_state == "asked" else "state-lost"


async def test_input_required_result_multiple_inputs(ctx: Asking) -> Answer:
    """Asks three things at once."""
    questions: dict[str, InputRequest] = {
        **NAME,
        "greeting": sample("Generate a greeting", most=50),
        "client_roots": ROOTS,
    }
    return "All answered." if replies(ctx, questions) else ask(questions, "three")


async def test_input_required_result_multi_round(ctx: Asking) -> Answer:
    """Asks one thing after the other."""
    first = {"step1": form("Step 1: What is your name?", "name")}
    second = {"step2": form("Step 2: What is your favorite color?", "color")}
    if ctx.request_state == "named" and (given := replies(ctx, second)):
        return f"The colour is {filled(given['step2'], 'color')}."
    if ctx.request_state == "begun" and replies(ctx, first):
        return ask(second, "named")
    return ask(first, "begun")


async def test_input_required_result_tampered_state(ctx: Asking) -> Answer:
    """Asks, with a state that nobody may change."""
    questions = {"confirm": form("Please confirm", "ok", "boolean")}
    return "Confirmed." if replies(ctx, questions) else ask(questions, "sealed")


async def test_input_required_result_capabilities(ctx: Asking) -> Answer:
    """Asks only what the client said it can answer."""
    can = ctx.client_capabilities
    questions: dict[str, Any] = {}
    if can is not None and can.elicitation is not None:
        questions |= NAME
    if can is not None and can.sampling is not None:
        questions["greeting"] = sample("Generate a greeting", most=50)
    return "Answered." if not questions or replies(ctx, questions) else ask(questions)


async def test_streaming_elicitation(ctx: Asking) -> Answer:
    """Asks by its answer, never in the middle of the stream."""
    return "Hello." if replies(ctx, NAME) else ask(NAME)


async def test_missing_capability(ctx: Asking) -> str:
    """Works only with clients whose model answers."""
    if ctx.client_capabilities is None or ctx.client_capabilities.sampling is None:
        raise MCPError(
            MISSING_REQUIRED_CLIENT_CAPABILITY,
            "This tool needs the capability sampling.",
            data={"requiredCapabilities": {"sampling": {}}},
        )
    return "Done."


async def test_input_required_result_prompt(ctx: Asking) -> Answer:
    """A prompt that asks what it is for."""
    questions = {"user_context": form("What context should the prompt use?", "context")}
    given = replies(ctx, questions)
    return f"Use this context: {filled(given['user_context'], 'context')}" if given else ask(questions)


def tools() -> list[Tool]:
    asking = (
        test_input_required_result_elicitation,
        test_input_required_result_sampling,
        test_input_required_result_list_roots,
        test_input_required_result_request_state,
        test_input_required_result_multiple_inputs,
        test_input_required_result_multi_round,
        test_input_required_result_tampered_state,
        test_input_required_result_capabilities,
        test_streaming_elicitation,
        test_missing_capability,
    )
    return [Tool.from_function(each, structured_output=False) for each in asking]
