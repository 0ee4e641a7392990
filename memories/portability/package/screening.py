"""What of a package may come in: like any text, without secrets and without what was forgotten here."""

from __future__ import annotations

from dataclasses import dataclass

from memories.intake.secrets import without_secrets
from memories.models import Revision, Workspace
from memories.portability.package.replay import Replayed
from memories.services.drafts import Draft
from memories.services.exclusions import Exclusions
from memories.services.secrets import policies_of
from memories.text.normalise import content_hash


@dataclass(frozen=True, slots=True)
class Screened:
    """The versions that may come in, and how many were forgotten here."""

    revisions: list[Revision]
    forgotten: int = 0


class Screening:
    """By the rules of one workspace, also for a person: a file is not their word."""

    def __init__(self, workspace: Workspace) -> None:
        self._policies = policies_of(workspace)
        self._exclusions = Exclusions(workspace.pk)

    def of(self, found: Replayed) -> Screened:
        """Raises SecretRefused. Where secrets are redacted, they are taken out of the rows. When the text in
        force is one that was forgotten, nothing of the memory comes.
        """
        kept = [row for row in found.revisions if not self._forgotten(row)]
        for row in kept:
            self._without_secrets(found, row)
            row.content_hash = content_hash(row.content)
        gone = len(found.revisions) - len(kept)
        active = found.active
        if active is not None and active not in kept:
            return Screened([], gone)
        return Screened(kept, gone)

    def _forgotten(self, row: Revision) -> bool:
        texts = (row.content, row.description, row.source)
        return any(self._exclusions.hold(content_hash(text)) for text in texts if text)

    def _without_secrets(self, found: Replayed, row: Revision) -> None:
        memory = found.memory
        given = Draft(
            content=row.content,
            value=row.value,
            name=memory.name,
            description=row.description or None,
            kind=memory.kind,
            tags=memory.tags,
            task_id=memory.scope_key or None,
            source=row.source,
        )
        clean = without_secrets(given, self._policies)
        if row.patch is not None:
            without_secrets(Draft(value=row.patch), self._policies)
        row.content, row.value = clean.content or "", clean.value
        row.description, row.source = clean.description or "", clean.source
