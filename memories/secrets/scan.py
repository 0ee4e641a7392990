"""Where secrets stand in a text. Linear in its length, whatever it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from memories.secrets.finding import Finding, settled
from memories.secrets.folding import View, readings, unwrapped
from memories.secrets.kinds import DEFAULT_KINDS, PERSONAL_KINDS
from memories.secrets.laid_out import find_laid_out
from memories.secrets.named import find_named_secrets
from memories.secrets.personal import find_personal
from memories.secrets.placeholders import is_words
from memories.secrets.private_keys import find_private_keys
from memories.secrets.shaped import find_shaped_tokens
from memories.secrets.urls import find_url_passwords
from memories.secrets.vendors import find_vendor_tokens

_LINE = re.compile(r"[^\s>|]+")

RULES: tuple[Callable[[str], Iterator[Finding]], ...] = (
    find_private_keys,
    find_url_passwords,
    find_vendor_tokens,
    find_shaped_tokens,
    find_named_secrets,
    find_laid_out,
)


def scan(text: str, *, kinds: Collection[str] = DEFAULT_KINDS) -> list[Finding]:
    """The secrets of these kinds in text, in order and apart from each other.

    Kinds are told apart before they are picked: a GitHub token behind `token=` is a GitHub token, and is left
    alone if those are not asked for.
    """
    found = [finding for view in readings(text) for finding in _in_view(view, kinds)]
    found += _in_wrapped_lines(text)
    return [finding for finding in settled(found) if finding.kind in kinds]


def _in_view(view: View, kinds: Collection[str]) -> Iterator[Finding]:
    for rule in RULES:
        yield from map(view.in_source, rule(view.text))
    if not PERSONAL_KINDS.isdisjoint(kinds):
        yield from map(view.in_source, find_personal(view.text, kinds))


def _in_wrapped_lines(text: str) -> Iterator[Finding]:
    """Tokens that a line break cut in two; both parts must look like parts of one."""
    view = unwrapped(text)
    if view is None:
        return
    for rule in (find_vendor_tokens, find_shaped_tokens):
        for finding in filter(view.spans_cut, rule(view.text)):
            whole = _without_words(text, view.in_source(finding))
            if whole:
                yield whole


def _without_words(text: str, finding: Finding) -> Finding | None:
    """The finding without the lines at its end that are words; None if that leaves only its first line."""
    lines = [
        (line.start() + finding.start, line.end() + finding.start)
        for line in _LINE.finditer(text[finding.start : finding.end])
    ]
    while lines and is_words(text[slice(*lines[-1])]):
        lines.pop()
    if len(lines) <= 1 or any(is_words(text[slice(*line)]) for line in lines):
        return None
    return Finding(finding.start, lines[-1][1], finding.kind)
