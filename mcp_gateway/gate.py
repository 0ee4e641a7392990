"""The way in: who may speak, and as whom. Pure ASGI, in front of the SDK's session managers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.conf import settings
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER, decode_header_value
from mcp_types import HEADER_MISMATCH, INTERNAL_ERROR
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Unauthorized
from mcp_gateway import admission
from mcp_gateway.caller import Caller, calling
from mcp_gateway.limits import DRAINED_BYTES, MAX_BODY_BYTES
from mcp_gateway.message import Message, read_message
from mcp_gateway.refusals import sentence, translated
from mcp_gateway.threads import on_thread
from mcp_gateway.toolsets import chosen
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
from oauth.services.actors import actor_for_bearer

METADATA_PATH = "/.well-known/oauth-protected-resource/mcp"
SERVER_ERROR = 500


class Gate:
    """Lets a request through to the manager that answers in JSON or, for progress, as a stream."""

    def __init__(self, *, plain: Application, streaming: Application) -> None:
        self._plain = plain
        self._streaming = streaming

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw_headers = admission.stripped(scope["headers"])
        headers = _by_name(raw_headers)
        try:
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
        serve = self._streaming if message.wants_stream and _takes_stream(headers) else self._plain
        with calling(caller):
            await serve({**scope, "headers": raw_headers}, replaying(message.raw, receive), send)


async def _identified(headers: Mapping[str, str], receive: Receive) -> tuple[Message, Caller]:
    """The message of a request and who sends it. Raises Rejection for whatever is wrong with either."""
    bearer = _bearer(headers)
    admission.require_json(headers)
    message = read_message(await _body(receive))
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


def _challenge(error: str) -> Header:
    """Where to learn how to get a token (RFC 9728), and what is wrong with the one shown (RFC 6750)."""
    pointer = f'Bearer resource_metadata="{settings.PUBLIC_URL}{METADATA_PATH}"'
    return (b"www-authenticate", (f'{pointer}, error="{error}"' if error else pointer).encode())


async def _body(receive: Receive) -> bytes:
    """The whole body. Raises Rejection (413) for one that is too long, which is never held in memory."""
    kept, size, more = bytearray(), 0, True
    while more and size <= DRAINED_BYTES:
        part = await receive()
        if part["type"] == "http.disconnect":
            raise Rejection(400, "The body ended too soon.")
        size += len(part.get("body", b""))
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
        toolsets = chosen(headers.get(admission.TOOLSETS_HEADER, ""))
        return Caller(actor=await _actor(bearer, agent), toolsets=toolsets)
    except Exception as error:  # the border: whatever it is, the client gets a status and a sentence
        known = translated(error, during="gate")
        wrong = [_challenge("invalid_token")] if isinstance(known, Unauthorized) else []
        code = INTERNAL_ERROR if known.status >= SERVER_ERROR else INVALID_REQUEST
        raise Rejection(
            known.status, sentence(known), code=code, request_id=message.request_id, headers=wrong
        ) from None


async def _actor(bearer: str, agent: str) -> Actor:
    return await on_thread(partial(actor_for_bearer, bearer, agent=agent))


def _takes_stream(headers: Mapping[str, str]) -> bool:
    accepted = {kind.partition(";")[0].strip().lower() for kind in headers.get("accept", "").split(",")}
    return not accepted.isdisjoint({"text/event-stream", "text/*", "*/*"})
