"""Where a secret stands. A finding never holds the secret, so it may be logged, stored and shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memories.secrets.kinds import RANK


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """`text[start:end]` is a secret of this kind."""

    start: int
    end: int
    kind: str


def settled(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in their order, none touching another: those that overlap become one of the highest kind."""
    apart: list[Finding] = []
    for finding in sorted(findings):
        if apart and finding.start < apart[-1].end:
            apart[-1] = _joined(apart[-1], finding)
        else:
            apart.append(finding)
    return apart


def _joined(one: Finding, other: Finding) -> Finding:
    kind = min(one.kind, other.kind, key=RANK.__getitem__)
    return Finding(one.start, max(one.end, other.end), kind)
