"""From errors to what a client is told: the code and a sentence, no stack trace and no remembered text."""

from __future__ import annotations

import json
import logging
import re
import traceback
from typing import Any

from django.db import InterfaceError, OperationalError
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, TextContent
from pydantic import ValidationError

from continuum.kernel.errors import ContinuumError, NotFound, StorageProblem, ValidationFailed, codes
from continuum.kernel.watching import OK
from memories.errors import is_full
from memories.secrets.nested import safe_to_tell

log = logging.getLogger("continuum.mcp")

CLIENT_ERRORS = range(400, 500)
_CODE = re.compile(rf"\b({'|'.join(sorted(codes()))})\b")
# Verbs take several of what a tool takes under the memory's own word.
_ASKED_AS = {
    "names": "name",
    "kinds": "kind",
    "tiers": "recall",
    "scopes": "scope",
    "statuses": "status",
    "recall_tier": "recall",
}


def translated(error: Exception, *, during: str) -> ContinuumError:
    """The error as one of the house's own. One that nobody foresaw is logged, by type and place.

    Messages of foreign exceptions may hold what was being stored: neither the log nor the client sees them.
    """
    if isinstance(error, ContinuumError):
        return error
    if is_full(error):
        log.error("%s: no room is left: %s", during, _place(error))
        return StorageProblem("The disk is full: nothing was written. Tell who runs this; then try again.")
    if isinstance(error, OperationalError | InterfaceError):
        log.error("%s: the database failed: %s", during, _place(error))
        return StorageProblem("The store cannot be reached just now. Try again in a moment.")
    log.error("%s: %s", during, _place(error))
    return ContinuumError("Something went wrong on the server. It is in its log.")


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    cause = f" (from {_place(error.__cause__)})" if error.__cause__ is not None else ""
    return f"{type(error).__name__}{where}{cause}"


def sentence(error: ContinuumError) -> str:
    """`CODE: message`, and for a field that cannot be, `CODE: field: message`."""
    field = error.details.get("field") if isinstance(error, ValidationFailed) else None
    told = f"{_ASKED_AS.get(field, field)}: {error.message}" if field else error.message
    return f"{error.code}: {safe_to_tell(told)}"


def refusal(error: ContinuumError) -> CallToolResult:
    """A tool's error as a result the model reads. Text only: structured content must match the schema."""
    return CallToolResult(content=[TextContent(type="text", text=sentence(error))], is_error=True)


def outcome_of(answer: Any) -> str:
    """What came of a call, in one word of the code: `ok`, or the code of the error that the answer tells."""
    if not isinstance(answer, CallToolResult) or not answer.is_error:
        return OK
    text = answer.content[0].text if answer.content and isinstance(answer.content[0], TextContent) else ""
    found = _CODE.search(text)
    return found[0] if found else ContinuumError.code


def json_refusal(error: ContinuumError) -> CallToolResult:
    """The same in JSON, as a seed's clients read it: `{"error": {"code", "message", "details"}}`."""
    told = {"code": error.code, "message": error.message, "details": dict(error.details)}
    text = json.dumps({"error": safe_to_tell(told)}, ensure_ascii=False, default=str)
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def bad_arguments(error: ValidationError) -> ValidationFailed:
    """What is wrong with a tool's or prompt's arguments, field by field, without the values."""
    faults = [f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}" for fault in error.errors()]
    return ValidationFailed("; ".join(faults) + ".")


def protocol_error(error: ContinuumError, *, missing: bool = False) -> Exception:
    """The error where the protocol has no results for errors: prompts, and resources (may be `missing`)."""
    if missing and isinstance(error, NotFound):
        return ResourceNotFoundError(sentence(error))
    return MCPError(INVALID_PARAMS if error.status in CLIENT_ERRORS else INTERNAL_ERROR, sentence(error))
