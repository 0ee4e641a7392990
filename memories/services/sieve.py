"""Secrets in what is stored already, as one workspace sees them: by its own policies, and without what a
person has called a false alarm.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from typing import Any

from memories.models import FalseAlarm, Workspace
from memories.secrets.finding import Finding
from memories.secrets.kinds import CERTAIN_KINDS
from memories.secrets.nested import Rewriter
from memories.secrets.redact import MAX_ROUNDS, redacted
from memories.secrets.scan import scan
from memories.services.secrets import kept_out

Rewrite = Callable[[str, list[Finding]], str]


class Sieve:
    """Looks through texts and JSON of one workspace. Holds the keyed hashes of its false alarms."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace.pk
        self._key = bytes(workspace.exclusion_key)
        self._kinds = kept_out(workspace)
        alarms = FalseAlarm.objects.filter(workspace_id=workspace.pk)
        self._false = frozenset(alarms.values_list("digest", flat=True))

    def kinds_in(self, value: Any) -> set[str]:
        """The kinds of secrets in a text or any JSON."""
        found: set[str] = set()

        def take_down(text: str, findings: list[Finding]) -> str:
            found.update(each.kind for each in findings)
            return text

        self._walk(value, take_down)
        return found

    def kinds_in_label(self, label: str) -> set[str]:
        """The same of what a client or an agent is called: only what the letters themselves tell."""
        return {each.kind for each in scan(label, kinds=self._kinds & CERTAIN_KINDS)}

    def around(self, value: Any, *, letters: int) -> list[tuple[str, str]]:
        """Each kind with the letters it was found by and some on either side, for a person's own eyes."""
        found: list[tuple[str, str]] = []

        def show(text: str, findings: list[Finding]) -> str:
            found.extend(
                (each.kind, text[max(0, each.start - letters) : each.end + letters]) for each in findings
            )
            return text

        self._walk(value, show)
        return found

    def without(self, value: Any) -> Any:
        """The same with `<redacted:KIND>` for every secret, and without a text that cannot be cleaned."""
        return self._walk(value, self._clean)

    def _clean(self, text: str, findings: list[Finding]) -> str:
        for _ in range(MAX_ROUNDS):
            if not findings:
                return text
            text = redacted(text, findings)
            findings = self._real(text, scan(text, kinds=self._kinds))
        return "<redacted>" if findings else text

    def false_alarms_in(self, values: Iterable[Any]) -> set[str]:
        """The digests of all that is found in the values, for `FalseAlarm` rows."""
        digests: set[str] = set()

        def take_down(text: str, findings: list[Finding]) -> str:
            digests.update(self._digest(text[each.start : each.end]) for each in findings)
            return text

        for value in values:
            self._walk(value, take_down)
        return digests

    def _walk(self, value: Any, act: Rewrite) -> Any:
        return Rewriter(lambda text, found: act(text, self._real(text, found)), self._kinds).of(value)

    def _real(self, text: str, findings: list[Finding]) -> list[Finding]:
        if not self._false:
            return findings
        return [each for each in findings if self._digest(text[each.start : each.end]) not in self._false]

    def _digest(self, letters: str) -> str:
        return hmac.new(self._key, b"false alarm\0" + letters.encode(), hashlib.sha256).hexdigest()
