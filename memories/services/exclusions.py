"""Texts that must not be remembered again, known by a keyed hash only."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from functools import cached_property
from uuid import UUID

from continuum.kernel.errors import Excluded
from memories import access
from memories.models import Exclusion

FORGOTTEN, REJECTED = "forgotten", "rejected"
AT_ONCE = 1_000
"""Hashes that one query looks up."""


def forgotten_text() -> Excluded:
    return Excluded(
        "This text was forgotten or rejected here and is not remembered again. The owner may lift that."
    )


def digest(key: bytes | memoryview, content_hash: str) -> str:
    """HMAC-SHA256 of a text's content hash under the workspace's key."""
    return hmac.new(bytes(key), content_hash.encode(), hashlib.sha256).hexdigest()


def excluded_hashes(workspace: UUID, content_hashes: Sequence[str]) -> set[str]:
    """Those of the content hashes that are excluded in the workspace."""
    wanted = [content_hash for content_hash in content_hashes if content_hash]
    if not wanted or not Exclusion.objects.filter(workspace_id=workspace).exists():
        return set()
    key = access.workspace(workspace).exclusion_key
    by_digest = {digest(key, content_hash): content_hash for content_hash in wanted}
    found = Exclusion.objects.filter(workspace_id=workspace, digest__in=list(by_digest))
    return {by_digest[row] for row in found.values_list("digest", flat=True)}


class Exclusions:
    """What one workspace excludes, for texts that come one by one: whether it excludes anything at all is
    asked once for all of them.
    """

    def __init__(self, workspace: UUID) -> None:
        self._workspace = workspace

    @cached_property
    def _any(self) -> bool:
        return Exclusion.objects.filter(workspace_id=self._workspace).exists()

    def hold(self, content_hash: str) -> bool:
        return self.hold_any([content_hash])

    def hold_any(self, content_hashes: Sequence[str]) -> bool:
        """Whether one of these is kept out; asked for so many at a time."""
        parts = range(0, len(content_hashes), AT_ONCE) if self._any else ()
        return any(
            excluded_hashes(self._workspace, content_hashes[start : start + AT_ONCE]) for start in parts
        )


def exclude(workspace: UUID, content_hashes: Iterable[str], *, reason: str) -> int:
    """Keep these texts out from now on; returns how many were new. Empty hashes (texts of nothing) are
    passed over.
    """
    key = access.workspace(workspace).exclusion_key
    rows = [
        Exclusion(workspace_id=workspace, digest=digest(key, content_hash), reason=reason)
        for content_hash in dict.fromkeys(content_hashes)
        if content_hash
    ]
    return len(Exclusion.objects.bulk_create(rows, ignore_conflicts=True))


def lift(workspace: UUID, content_hash: str, *, reason: str) -> None:
    """Let this text in again, if it was kept out for this reason and no other."""
    key = access.workspace(workspace).exclusion_key
    Exclusion.objects.filter(workspace_id=workspace, digest=digest(key, content_hash), reason=reason).delete()
