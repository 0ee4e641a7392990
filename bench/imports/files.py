"""One maker for each format: an export as another program writes it, of about so many megabytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench.imports.folders import basic_memory, claude_code, opencontinuity, text
from bench.imports.records import (
    continuum,
    frank_memory,
    mcp_memory_service,
    mem0,
    openmemory,
    server_memory,
)
from bench.imports.talks import chatgpt, chatgpt_with_tools, claude

MAKERS: dict[str, Callable[[Path, float], Path]] = {
    "chatgpt": chatgpt,
    "chatgpt-with-tools": chatgpt_with_tools,
    "claude": claude,
    "mem0": mem0,
    "openmemory": openmemory,
    "mcp-memory-service": mcp_memory_service,
    "server-memory": server_memory,
    "continuum": continuum,
    "frank-memory": frank_memory,
    "opencontinuity-package": opencontinuity,
    "basic-memory": basic_memory,
    "claude-code": claude_code,
    "text": text,
}
