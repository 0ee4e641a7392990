"""What an import did, or in a dry run would do: counted, and what was left out told with its place."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

MOST_REMARKS = 200  # places that are told one by one; more are counted


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was left out, or taken in otherwise than it stood. `place` says where in the file (a
    line, a path inside an archive, a name), `reason` why: neither holds remembered text.
    """

    place: str
    reason: str


@dataclass(slots=True)
class Report:
    """`read` counts what the file held, `counts` what became of it by one word (stored, proposed, duplicate,
    forgotten, refused, unreadable, ...). `batch` undoes it, `batches` are all where one file filled several
    workspaces; none in a dry run.
    """

    format: str
    dry_run: bool = False
    read: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    remarks: list[Remark] = field(default_factory=list)
    unlisted: int = 0
    batches: list[UUID] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def batch(self) -> UUID | None:
        return self.batches[0] if self.batches else None

    def count(self, what: str, more: int = 1) -> None:
        self.counts[what] += more

    def remark(self, place: str, reason: str) -> None:
        if len(self.remarks) < MOST_REMARKS:
            self.remarks.append(Remark(place, reason))
        else:
            self.unlisted += 1

    def as_json(self) -> dict[str, Any]:
        told = asdict(self)
        told["counts"] = dict(sorted(self.counts.items()))
        told["batches"] = [str(batch) for batch in self.batches]
        return told
