"""A store to measure in: one big workspace, one of ten memories, and an empty default one, in one database.

The rows are what intake would have written (events apart, which no recall reads), put down by COPY as the
tables' owner. Their texts and vectors are bench.supply's.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import numpy as np
from django.core.management import call_command
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.utils import timezone

from bench.supply import Line, Supply, with_real_vectors
from continuum.kernel.actor import EVERYTHING, Actor
from continuum.kernel.ids import new_id
from memories import access
from memories.engines.registry import embedder
from memories.intake.embed import whole_vector
from memories.models import Fingerprint, Memory, Mode, Passage, Revision
from memories.models.vectors import literal
from memories.pipeline.count_words import count_words
from memories.services.drafts import Draft
from memories.services.revisions import source_key
from memories.services.workspaces import create_workspace, ensure_default_workspace, open_workspaces
from oauth.services.people import local_owner

BIG, SMALL, BULK, QUEUE = "big", "small", "bulk", "queue"
SMALL_MEMORIES = 10
SMALL_TOPIC = 7
AT_ONCE = 2_000
OLDEST_DAYS = 400
SOURCE_TEXTS = 20  # told one after the other by one source, as in a conversation; every other score has none
SEARCH_INDEXES = ("passage_vector_384", "passage_words")
BUILD_MEMORY = "1500MB"  # a graph that does not fit is built many times more slowly


class Store:
    """The database of this run, and the person whose workspaces are measured."""

    def __init__(self, *, embedded: int, seed: int = 1, build_memory: str = BUILD_MEMORY) -> None:
        call_command("migrate", database="owner", verbosity=0, interactive=False)
        self.actor = _owner_with_workspaces()
        self._build_memory = build_memory
        self.built: dict[str, float] = {}
        """The seconds that each search index took when it was last built."""
        self.supply = Supply(embedded=embedded, seed=seed)

    def grow(self, count: int) -> None:
        """Fill the big workspace up to so many memories, then do what the product and autovacuum do later."""
        with self._without_search_indexes():
            while self.supply.given < count:
                lines = self.supply.lines(min(AT_ONCE, count - self.supply.given))
                _copy(self.actor, self.actor.workspaces[BIG], lines)
        self.settle(BIG)

    @contextmanager
    def _without_search_indexes(self) -> Iterator[None]:
        """Building them once is many times faster than growing them row by row; they end as good."""
        with connections["owner"].cursor() as cursor:
            cursor.execute(
                "SELECT indexname, indexdef FROM pg_indexes WHERE indexname = ANY(%s)", [list(SEARCH_INDEXES)]
            )
            definitions = cursor.fetchall()
            cursor.execute(f"DROP INDEX {', '.join(SEARCH_INDEXES)}")
            try:
                yield
            finally:
                cursor.execute("SELECT set_config('maintenance_work_mem', %s, false)", [self._build_memory])
                for name, definition in definitions:
                    start = time.perf_counter()
                    cursor.execute(definition)
                    self.built[name] = time.perf_counter() - start

    def fill_small(self) -> None:
        """Ten memories on one topic, in a workspace of their own."""
        texts = [self.supply.corpus.text(topic=SMALL_TOPIC) for _ in range(SMALL_MEMORIES)]
        _copy(self.actor, self.actor.workspaces[SMALL], with_real_vectors(texts))
        self.settle(SMALL)

    def settle(self, name: str) -> None:
        with access.acting(self.actor):
            count_words(self.actor.workspaces[name], [])
        with connections["owner"].cursor() as cursor:
            for model in COLUMNS:
                cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")


def drafts_of(texts: Iterable[str], *, workspace: str) -> list[Draft]:
    return [Draft(content=text, workspace=workspace) for text in texts]


def _owner_with_workspaces() -> Actor:
    """The person whose machine this is, so that the server measured later serves this store.

    An agent asks for them: the usual case, and the one with more conditions.
    """
    owner = local_owner()
    actor = Actor(user_id=owner.pk, client="bench", agent="bench", permissions=EVERYTHING)
    ensure_default_workspace(actor, mode=Mode.AUTO)
    for name in (BIG, SMALL, BULK, QUEUE):
        create_workspace(actor, name=name, mode=Mode.AUTO)
    return replace(actor, workspaces=open_workspaces(owner.pk))


def _copy(actor: Actor, workspace: UUID, lines: Sequence[Line]) -> None:
    now, model = timezone.now(), embedder().model_id
    rows: dict[type[Model], list[tuple[object, ...]]] = {table: [] for table in COLUMNS}
    ages = np.random.default_rng(len(lines)).uniform(0, OLDEST_DAYS, len(lines))
    occasion = new_id()
    for place, line in enumerate(lines):
        if place % SOURCE_TEXTS == 0:
            occasion = new_id()
        age = ages[place - place % SOURCE_TEXTS]
        memory, revision, written = new_id(), new_id(), now - timedelta(days=age, seconds=-place)
        beside = source_key(str(occasion)) if place // SOURCE_TEXTS % 2 else None
        rows[Memory].append((memory, workspace, f"memory-{memory.hex[-12:]}", written, written))
        digest = hashlib.sha256(line.text.encode()).hexdigest()
        rows[Revision].append(
            (revision, workspace, memory, line.text, digest, actor.user_id, written, written)
        )
        size = line.vectors.shape[1]
        written_out = [literal(vector) for vector in line.vectors]
        for piece, vector in zip(line.pieces, written_out, strict=True):
            placed = (workspace, memory, revision, piece.ordinal, piece.sentence, piece.text, piece.section)
            rows[Passage].append((*placed, beside, written, piece.words, vector, size, model))
        whole = literal(whole_vector(line.pieces, line.vectors))
        rows[Fingerprint].append((revision, workspace, whole, size, model))
    _put_down(rows)


# What the bench says of each row; all other columns get the model's own defaults.
COLUMNS: dict[type[Model], tuple[str, ...]] = {
    Memory: ("id", "workspace_id", "name", "created_at", "updated_at"),
    Revision: (
        "id",
        "workspace_id",
        "memory_id",
        "content",
        "content_hash",
        "author_id",
        "created_at",
        "decided_at",
    ),
    Passage: (
        "workspace_id",
        "memory_id",
        "revision_id",
        "ordinal",
        "sentence",
        "text",
        "section",
        "source_key",
        "told_at",
        "words",
        "vector",
        "dimensions",
        "model",
    ),
    Fingerprint: ("revision_id", "workspace_id", "vector", "dimensions", "model"),
}
ALIKE: dict[type[Model], dict[str, Any]] = {
    Memory: {"version": 1},
    Revision: {"number": 1, "status": "active"},
}


def _put_down(rows: dict[type[Model], list[tuple[object, ...]]]) -> None:
    connections["owner"].ensure_connection()
    with connections["owner"].connection.transaction(), connections["owner"].cursor() as cursor:
        for model in COLUMNS:
            _copy_rows(cursor, model, rows[model])


def _copy_rows(cursor: CursorWrapper, model: type[Model], rows: Sequence[tuple[object, ...]]) -> None:
    """Through a table without constraints, so that what is the same in all rows is written once."""
    table, columns = model._meta.db_table, COLUMNS[model]
    alike = {**_defaults(model), **ALIKE.get(model, {})}
    types = {field.column: field.db_type(connections["owner"]) for field in model._meta.local_concrete_fields}
    named = ", ".join(f'"{column}"' for column in columns)
    also = "".join(f', "{column}"' for column in alike)
    values = "".join(f", %s::{types[column]}" for column in alike)
    cursor.execute(f"CREATE TEMP TABLE draft AS SELECT {named} FROM {table} LIMIT 0")
    with cursor.copy(f"COPY draft ({named}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
    statement = f"INSERT INTO {table} ({named}{also}) SELECT {named}{values} FROM draft"
    cursor.execute(statement, list(alike.values()))
    cursor.execute("DROP TABLE draft")


def _defaults(model: type[Model]) -> dict[str, Any]:
    """The columns that the model gives a value of its own, as the database takes them."""
    return {
        str(field.column): field.get_db_prep_save(field.get_default(), connections["owner"])
        for field in model._meta.local_concrete_fields
        if field.has_default() and field.column not in COLUMNS[model]
    }
