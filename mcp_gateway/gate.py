"""The way in: who may speak, and as whom. Pure ASGI, in front of the SDK's session managers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER, decode_header_value
from mcp_types import HEADER_MISMATCH, INTERNAL_ERROR
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from continuum.kernel.errors import ContinuumError, Forbidden, Unauthorized
from mcp_gateway import admission
from mcp_gateway.caller import Caller, calling
from mcp_gateway.limits import DRAINED_BYTES, MAX_BODY_BYTES, STRANGERS_BYTES
from mcp_gateway.message import Message, read_message
from mcp_gateway.refusals import sentence, translated
from mcp_gateway.threads import on_thread
from mcp_gateway.toolsets import chosen, lacking
from mcp_gateway.wire import (
    INVALID_REQUEST,
    Application,
    Header,
    Receive,
    Rejection,
    Scope,
    Send,
    adding,
    replaying,
    respond,
)
from oauth.challenge import Error, mcp_challenge
from oauth.services.actors import Admitted, admit, require_standing
from oauth.services.resources import resource

SERVER_ERROR = 500


class Gate:
    """Lets a request through to the manager that answers in JSON or, for progress, as a stream.

    `logs`: whether the server behind sends log lines, for which there is room in a stream alone.
    """

    def __init__(self, *, plain: Application, streaming: Application, logs: bool = False) -> None:
        self._plain = plain
        self._streaming = streaming
        self._logs = logs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw_headers = admission.stripped(scope["headers"])
        headers = _by_name(raw_headers)
        try:
            admission.require_single(raw_headers)
            admission.require_host(headers)
            origin = admission.require_origin(headers)
        except Rejection as rejection:
            await rejection.answer(send)
            return
        send = adding(send, admission.shared_with(origin))
        if scope["method"] == "OPTIONS":
            await respond(send, 204, headers=admission.preflight(origin))
            return
        try:
            admission.require_post(scope["method"])
            message, caller = await _identified(headers, receive)
        except Rejection as rejection:
            await rejection.answer(send)
            return
        in_parts = message.wants_stream or (self._logs and message.takes_logs)
        serve = self._streaming if in_parts and _takes_stream(headers) else self._plain
        with calling(caller):
            await serve({**scope, "headers": raw_headers}, replaying(message.raw, receive), send)


async def _identified(headers: Mapping[str, str], receive: Receive) -> tuple[Message, Caller]:
    """The message of a request and who sends it. Raises Rejection for whatever is wrong with either."""
    bearer = _bearer(headers)
    admission.require_json(headers)
    message = read_message(await _body(receive, bearer))
    _require_agreement(headers, message)
    return message, await _caller(bearer, headers, message)


def _by_name(headers: list[Header]) -> dict[str, str]:
    """Headers by their lower-case names; of several with one name the first."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(headers)}


def _bearer(headers: Mapping[str, str]) -> str:
    """The token that is shown. Raises Rejection (401), without an error code where none is shown."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Rejection(401, "UNAUTHORIZED: Show a bearer token.", headers=[_challenge("")])
    return token.strip()


def _challenge(error: Error, *, needed: Iterable[str] = ()) -> Header:
    """What is wrong with the token shown, and where to learn how to get a better one."""
    return b"www-authenticate", mcp_challenge(error, needed=needed).encode()


async def _body(receive: Receive, bearer: str) -> bytes:
    """The whole body. Raises Rejection: 413 for one that is too long, which is never held in memory; 401 for
    a long one of nobody, before more of it is held.
    """
    kept, size, more, known = bytearray(), 0, True, False
    while more and size <= DRAINED_BYTES:
        part = await receive()
        if part["type"] == "http.disconnect":
            raise Rejection(400, "The body ended too soon.")
        size += len(part.get("body", b""))
        if size > STRANGERS_BYTES and not known:
            await _require_known(bearer)
            known = True
        if size <= MAX_BODY_BYTES:
            kept += part.get("body", b"")
        more = part.get("more_body", False)
    if size > MAX_BODY_BYTES:
        raise Rejection(413, f"VALIDATION_ERROR: A message has at most {MAX_BODY_BYTES:,} bytes.")
    return bytes(kept)


def _require_agreement(headers: Mapping[str, str], message: Message) -> None:
    """Raise Rejection (400) where header and body name different protocol versions.

    The SDK compares them for the newer versions; what the header sends the older way is seen only here.
    """
    told, version = headers.get(MCP_PROTOCOL_VERSION_HEADER), message.envelope_version
    if (
        version is None
        or message.method == "initialize"
        or told == version
        or told in MODERN_PROTOCOL_VERSIONS
    ):
        return
    raise Rejection(
        400,
        f"{MCP_PROTOCOL_VERSION_HEADER} header does not match the request envelope's protocol version",
        code=HEADER_MISMATCH,
        request_id=message.request_id,
    )


async def _caller(bearer: str, headers: Mapping[str, str], message: Message) -> Caller:
    """Who the bearer stands for. Raises Rejection with the status of whatever speaks against it."""
    agent = decode_header_value(headers.get(admission.AGENT_HEADER)) or message.client_name
    try:
        admitted = await _admitted(bearer, agent)
        toolsets = chosen(headers.get(admission.TOOLSETS_HEADER, ""), granted=admitted.toolsets)
        _require_granted(admitted, message, toolsets)
        return Caller(actor=admitted.actor, toolsets=toolsets)
    except Exception as error:  # the border: whatever it is, the client gets a status and a sentence
        raise _rejection(error, request_id=message.request_id) from None


def _rejection(error: Exception, *, request_id: str | int | None = None) -> Rejection:
    known = translated(error, during="gate")
    code = INTERNAL_ERROR if known.status >= SERVER_ERROR else INVALID_REQUEST
    return Rejection(known.status, sentence(known), code=code, request_id=request_id, headers=_wrong(known))


async def _require_known(bearer: str) -> None:
    """Raise Rejection (401) for a bearer that stands for nobody."""
    try:
        await on_thread(partial(require_standing, bearer))
    except Exception as error:  # the border, as above
        raise _rejection(error) from None


async def _admitted(bearer: str, agent: str) -> Admitted:
    return await on_thread(partial(admit, bearer, agent=agent, audience=resource()))


def _require_granted(admitted: Admitted, message: Message, toolsets: frozenset[str]) -> None:
    """Raise Forbidden where an OAuth connection calls a tool that needs a permission it was not granted: its
    client can ask the person for it. Other tokens cannot, so their models read the verb's own refusal.
    """
    missing = lacking(message.tool_name, admitted.actor.permissions, toolsets=toolsets)
    if admitted.toolsets is not None and missing is not None:
        held = sorted(permission.value for permission in admitted.actor.permissions)
        raise NotGranted(
            f"This connection lacks the permission {missing.value}. Its owner can grant it.",
            permission=missing.value,
            needed=[*held, missing.value],
        )


class NotGranted(Forbidden):
    """A scope is missing that the person can be asked for."""


def _wrong(error: ContinuumError) -> list[Header]:
    if isinstance(error, Unauthorized):
        return [_challenge("invalid_token")]
    if isinstance(error, NotGranted):
        return [_challenge("insufficient_scope", needed=error.details["needed"])]
    return []


def _takes_stream(headers: Mapping[str, str]) -> bool:
    accepted = {kind.partition(";")[0].strip().lower() for kind in headers.get("accept", "").split(",")}
    return not accepted.isdisjoint({"text/event-stream", "text/*", "*/*"})
