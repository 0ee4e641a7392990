"""A text without its secrets."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memories.secrets.finding import Finding, settled
from memories.secrets.kinds import DEFAULT_KINDS
from memories.secrets.scan import scan

MAX_ROUNDS = 4
"""Scans of a text that is redacted: what stands far from a word for a secret, another secret between them,
comes near to it when that one is taken out.
"""


def redacted(text: str, findings: Iterable[Finding]) -> str:
    """The text with `<redacted:KIND>` in the place of each finding."""
    pieces: list[str] = []
    end = 0
    for finding in settled(findings):
        pieces += text[end : finding.start], f"<redacted:{finding.kind}>"
        end = finding.end
    return "".join([*pieces, text[end:]])


def without_secrets(text: str, *, kinds: Collection[str] = DEFAULT_KINDS) -> str:
    """The text as it may be logged or shown in an error: scan() finds nothing of these kinds in it."""
    for _ in range(MAX_ROUNDS):
        findings = scan(text, kinds=kinds)
        if not findings:
            return text
        text = redacted(text, findings)
    return text if not scan(text, kinds=kinds) else "<redacted>"
