"""What becomes of the fields of one write: what forbids it, what is taken out, what is told of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from memories.secrets.finding import Finding
from memories.secrets.kinds import POLICIES, Policy
from memories.secrets.nested import Rewriter
from memories.secrets.redact import MAX_ROUNDS, redacted
from memories.secrets.scan import scan


class Hit(NamedTuple):
    """A kind of secret in a field; never the secret."""

    field: str
    kind: str


@dataclass(frozen=True, slots=True)
class Screening:
    """`fields` are to be kept instead of those given, if nothing is refused. Each hit is told once."""

    refused: tuple[Hit, ...]
    redacted: tuple[Hit, ...]
    warned: tuple[Hit, ...]
    fields: dict[str, Any]


def screen(
    fields: Mapping[str, Any],
    policies: Mapping[str, Policy] = POLICIES,
    *,
    names: Collection[str] = (),
) -> Screening:
    """Screen the fields, each a text or any JSON. `policies` may name some kinds; the others keep theirs.

    A field in `names` is a name or a tag, which cannot hold `<redacted:...>`: what would be redacted there is
    refused. Raises NestedTooDeep.
    """
    screener = _Screener({**POLICIES, **policies}, names)
    kept = {field: screener.screened(field, value) for field, value in fields.items()}
    by_policy = {policy: tuple(sorted(hits)) for policy, hits in screener.hits.items()}
    return Screening(by_policy[Policy.REFUSE], by_policy[Policy.REDACT], by_policy[Policy.WARN], kept)


class _Screener:
    def __init__(self, policies: Mapping[str, Policy], names: Collection[str]) -> None:
        self.policies = policies
        self.names = names
        self.kinds = frozenset(kind for kind, policy in policies.items() if policy is not Policy.OFF)
        self.hits: dict[Policy, set[Hit]] = {policy: set() for policy in Policy}

    def screened(self, field: str, value: Any) -> Any:
        """The value without what is redacted, after taking down what was found."""

        def rewrite(text: str, findings: list[Finding]) -> str:
            self._take_down(field, findings)
            taken_out = [found for found in findings if self._policy(field, found) is Policy.REDACT]
            return self._certainly_clean(field, redacted(text, taken_out)) if taken_out else text

        return Rewriter(rewrite, self.kinds).of(value)

    def _certainly_clean(self, field: str, text: str) -> str:
        """The text, redacted until nothing is found."""
        for _ in range(MAX_ROUNDS):
            left = [
                found for found in scan(text, kinds=self.kinds) if self._policy(field, found) is Policy.REDACT
            ]
            if not left:
                return text
            self._take_down(field, left)
            text = redacted(text, left)
        self.hits[Policy.REFUSE].update(Hit(field, found.kind) for found in scan(text, kinds=self.kinds))
        return text

    def _take_down(self, field: str, findings: list[Finding]) -> None:
        for finding in findings:
            self.hits[self._policy(field, finding)].add(Hit(field, finding.kind))

    def _policy(self, field: str, finding: Finding) -> Policy:
        policy = self.policies[finding.kind]
        return Policy.REFUSE if policy is Policy.REDACT and field in self.names else policy
