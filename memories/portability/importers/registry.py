"""The formats that can be imported, and telling them apart by what is in a file."""

from __future__ import annotations

from collections.abc import Sequence

from memories.errors import invalid
from memories.portability.importers import (
    basic_memory,
    chatgpt,
    claude,
    claude_code,
    continuum_seed,
    frank_memory,
    mcp_memory_service,
    mem0,
    opencontinuity,
    openmemory,
    server_memory,
    texts,
)
from memories.portability.importers.bundle import Bundle, refused
from memories.portability.importers.entry import Format
from memories.portability.importers.peek import Peek

FORMATS: Sequence[Format] = (
    opencontinuity.PACKAGE_FORMAT,
    opencontinuity.LEDGER,
    chatgpt.FORMAT,
    claude.FORMAT,
    openmemory.FORMAT,
    mcp_memory_service.FORMAT,
    mem0.FORMAT,
    server_memory.FORMAT,
    continuum_seed.FORMAT,
    frank_memory.FORMAT,
    claude_code.FORMAT,
    basic_memory.FORMAT,
    texts.LIST,
    texts.TEXT,
)
"""The first that fits is it: what is most particular comes first."""


def format_of(bundle: Bundle, *, named: str | None = None) -> Format:
    """What a file is, or is said to be. Raises ValidationFailed where it is none of them, or not that one."""
    peek = Peek(bundle)
    if named is None:
        found = next((each for each in FORMATS if each.fits(bundle, peek)), None)
        if found is None:
            raise refused(_unknown(bundle, peek), formats=[each.key for each in FORMATS])
        return found
    wanted = next((each for each in FORMATS if each.key == named), None)
    if wanted is None:
        raise invalid("format", f"The format is one of {', '.join(each.key for each in FORMATS)}.")
    if not wanted.fits(bundle, peek):
        raise refused(f"This does not look like {wanted.title}: leave the format out to have it told.")
    return wanted


def _unknown(bundle: Bundle, peek: Peek) -> str:
    known = f"Known are: {', '.join(each.title for each in FORMATS)}."
    look = peek.any(*bundle.members[:100])
    if look.kind == "object" and look.keys:
        seen = ", ".join(sorted(look.keys)[:8])[:200]
        return f"This is JSON with {seen}, which is no export that is known here. {known}"
    if look.kind:
        return f"This is JSON, but no export that is known here, or it is cut. {known}"
    return f"This is no export that is known here. {known}"
