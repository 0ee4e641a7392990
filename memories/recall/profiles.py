"""What one installation spends on an answer. Every number of a profile stands here and nowhere else.

Of a pair, the first is what a caller gets who asks for nothing, the second the most that may be asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from django.conf import settings

LEAST_TOKENS = 64  # of a context pack: less holds no memory
LEAST_MILLISECONDS = 10  # for a query


@dataclass(frozen=True, slots=True, kw_only=True)
class Spend:
    """What a caller gets who asks for nothing, and the most that may be asked for."""

    usual: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """`candidates` of each channel of a search; `tokens` and `memories` of a context pack; `steps`,
    `milliseconds`, `subqueries` and `history_events` of a query; `multi_hop`: whether a query follows
    relations from memory to memory, or says that it does not.
    """

    name: str
    candidates: int
    tokens: Spend
    memories: int
    steps: Spend
    milliseconds: Spend
    subqueries: int
    history_events: int
    multi_hop: bool = False


PROFILES = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            Profile(
                name="lite",
                candidates=50,
                tokens=Spend(usual=1_024, most=4_096),
                memories=20,
                steps=Spend(usual=3, most=4),
                milliseconds=Spend(usual=1_500, most=5_000),
                subqueries=3,
                history_events=50,
            ),
            Profile(
                name="team",
                candidates=100,
                tokens=Spend(usual=4_096, most=16_384),
                memories=50,
                steps=Spend(usual=5, most=8),
                milliseconds=Spend(usual=3_000, most=10_000),
                subqueries=8,
                history_events=100,
            ),
            Profile(
                name="enterprise",
                candidates=200,
                tokens=Spend(usual=8_192, most=65_536),
                memories=100,
                steps=Spend(usual=8, most=16),
                milliseconds=Spend(usual=5_000, most=30_000),
                subqueries=16,
                history_events=500,
                multi_hop=True,
            ),
        )
    }
)


def profile() -> Profile:
    """The one of this installation (CONTINUUM_PROFILE)."""
    return PROFILES[settings.PROFILE]
