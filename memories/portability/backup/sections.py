"""What a backup holds: every table of memories, row by row, in one order for all time.

A row travels as Postgres writes it (to_json) and is read back by Postgres (json_populate_recordset), so that
no number, moment or letter changes on the way. Numbers that the database gives out itself (a BigAutoField's)
stay behind: nothing refers to them, and other people's rows may have them already.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db.models import BigAutoField, Field, ForeignKey, Model
from django.db.models.fields import NOT_PROVIDED

from memories import models

_OTHER_PEOPLE = {"user_id", "author_id", "settled_user_id"}


@dataclass(frozen=True)
class Section:
    """One table. `vectors` are the columns that are left empty in a backup without vectors; `only_vectors`
    says that without them there is no row.
    """

    name: str
    model: type[Model]
    vectors: tuple[str, ...] = ()
    only_vectors: bool = False
    repeatable: bool = False
    """That a row which is there already may stay in the place of one that comes."""
    stays: tuple[str, tuple[str, ...]] = ("", ())
    """A column, and with which values in it a row stays behind."""
    counted: tuple[str, ...] = ()
    """Columns that the database keeps by itself: they stay behind and are counted anew."""

    @cached_property
    def table(self) -> str:
        return str(self.model._meta.db_table)

    @cached_property
    def fields(self) -> dict[str, Field[Any, Any]]:
        """The columns that travel, in the order of the model."""
        every = self.model._meta.local_concrete_fields
        staying = {str(each.column) for each in every if isinstance(each, BigAutoField)} | {*self.counted}
        return {str(each.column): each for each in every if each.column not in staying}

    @cached_property
    def order(self) -> str:
        """The column by which rows keep their order."""
        return str(self.model._meta.pk.column)

    @cached_property
    def workspace(self) -> str:
        return "id" if self.model is models.Workspace else "workspace_id"

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The columns that say who."""
        return tuple(name for name, each in self.fields.items() if name in _OTHER_PEOPLE or _of_person(each))

    def defaults(self, missing: set[str]) -> dict[str, Any]:
        """What stands in columns that an older backup does not know; the database has its own for others."""
        unknown = {name: each for name, each in self.fields.items() if name in missing}
        return {name: each.get_default() for name, each in unknown.items() if each.db_default is NOT_PROVIDED}


def _of_person(field: Field[Any, Any]) -> bool:
    return isinstance(field, ForeignKey) and field.remote_field.model._meta.label == settings.AUTH_USER_MODEL


SECTIONS: tuple[Section, ...] = (
    Section("workspace", models.Workspace),
    Section("membership", models.Membership),
    Section("chain_head", models.ChainHead, counted=("memories_held", "bytes_held")),
    Section("batch", models.Batch),
    Section("guide_version", models.GuideVersion),
    Section("policy", models.Policy),
    Section("exclusion", models.Exclusion),
    Section("false_alarm", models.FalseAlarm),
    Section("captured_session", models.CapturedSession),
    Section("extraction_budget", models.ExtractionBudget),
    Section("memory", models.Memory),
    Section("revision", models.Revision),
    Section("field_change", models.FieldChange),
    Section("import", models.Import),
    Section("origin", models.Origin),
    Section("link", models.Link),
    Section("entity", models.Entity),
    Section("entity_name", models.EntityName),
    Section("named_here", models.NamedHere),
    Section("mention", models.Mention),
    Section("fact", models.Fact),
    Section("handoff", models.Handoff),
    Section("handoff_link", models.HandoffLink),
    Section("golden_question", models.GoldenQuestion),
    Section("golden_run", models.GoldenRun),
    Section("event", models.Event),
    Section("activity", models.Activity),
    Section("idempotent_answer", models.IdempotentAnswer, repeatable=True),
    Section("common_term", models.CommonTerm),
    Section("passage", models.Passage, vectors=("vector", "dimensions", "model")),
    Section("fingerprint", models.Fingerprint, only_vectors=True),
    Section("job", models.Job, stays=("step", ("backup", "restore"))),  # the very one that writes this
)
BY_NAME = {section.name: section for section in SECTIONS}
ERASURE = "erasure"
"""The one section that is no table: lines of the ledger of erasures."""
EMPTY_WITHOUT_VECTORS = {"vector": "NULL", "dimensions": "NULL", "model": "''"}
