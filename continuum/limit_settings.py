"""How much one connection may ask and one workspace may hold: every number in one place, 0 for no limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from continuum import environment as env
from continuum.profile_settings import ENTERPRISE

CALLS_A_MINUTE: Final = 1_200
REQUESTS_A_MINUTE: Final = 1_200
IMPORTS_A_MINUTE: Final = 30
MEGABYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Paces:
    """Of each connection, in a minute: tools called over MCP, requests to the API, files taken in."""

    calls: int = 0
    requests: int = 0
    imports: int = 0


@dataclass(frozen=True, slots=True)
class Quotas:
    """Of each workspace: memories, bytes of all their versions' texts, imports begun in 24 hours."""

    memories: int = 0
    text_bytes: int = 0
    imports_a_day: int = 0


ENTERPRISE_QUOTAS: Final = Quotas(memories=200_000, text_bytes=2_048 * MEGABYTE, imports_a_day=200)


def paces(*, local: bool) -> Paces:
    """Who runs Continuum for themselves is not held up."""
    return Paces(
        calls=env.number("CONTINUUM_CALLS_A_MINUTE", 0 if local else CALLS_A_MINUTE),
        requests=env.number("CONTINUUM_REQUESTS_A_MINUTE", 0 if local else REQUESTS_A_MINUTE),
        imports=env.number("CONTINUUM_IMPORTS_A_MINUTE", 0 if local else IMPORTS_A_MINUTE),
    )


def quotas(profile: str) -> Quotas:
    """None but in the enterprise profile, unless they are set."""
    usual = ENTERPRISE_QUOTAS if profile == ENTERPRISE else Quotas()
    return Quotas(
        memories=env.number("CONTINUUM_QUOTA_MEMORIES", usual.memories),
        text_bytes=env.number("CONTINUUM_QUOTA_MEGABYTES", usual.text_bytes // MEGABYTE) * MEGABYTE,
        imports_a_day=env.number("CONTINUUM_QUOTA_IMPORTS_A_DAY", usual.imports_a_day),
    )
