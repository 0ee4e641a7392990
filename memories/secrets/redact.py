"""A text without its secrets."""

from __future__ import annotations

from collections.abc import Iterable

from memories.secrets.finding import Finding, settled
from memories.secrets.scan import scan


def redacted(text: str, findings: Iterable[Finding]) -> str:
    """The text with `<redacted:KIND>` in the place of each finding."""
    pieces: list[str] = []
    end = 0
    for finding in settled(findings):
        pieces += text[end : finding.start], f"<redacted:{finding.kind}>"
        end = finding.end
    return "".join([*pieces, text[end:]])


def without_secrets(text: str) -> str:
    """The text as it may be logged or shown in an error: without any secret of the default kinds."""
    return redacted(text, scan(text))
