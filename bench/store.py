"""A store to measure in: one big workspace, one of ten memories, and an empty default one, in one database.

The rows are what intake would have written (events apart, which no recall reads), put down by COPY as the
tables' owner. Real vectors for 100,000 texts would take minutes, so a base of texts gets real ones and
every further text shares the topic of one of those and has its vector, turned by a random angle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import numpy as np
from django.core.management import call_command
from django.db import connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.utils import timezone
from numpy.typing import NDArray

from bench.corpus import Corpus
from continuum.kernel.actor import EVERYTHING, Actor
from continuum.kernel.ids import new_id
from memories import access
from memories.engines.registry import embedder
from memories.intake.embed import whole_vector
from memories.models import Fingerprint, Memory, Mode, Passage, Revision
from memories.models.vectors import literal
from memories.pipeline.count_words import count_words
from memories.services.drafts import Draft, Piece
from memories.services.pieces import pieces_of
from memories.services.revisions import source_key
from memories.services.workspaces import create_workspace, ensure_default_workspace, open_workspaces
from oauth.services.people import local_owner

BIG, SMALL, BULK, QUEUE = "big", "small", "bulk", "queue"
SMALL_MEMORIES = 10
SMALL_TOPIC = 7
TURN = (
    0.6  # noise against signal: two texts with the same base have a cosine of 0.74, each with its base 0.86
)
AT_ONCE = 2_000
OLDEST_DAYS = 400
SOURCE_TEXTS = 20  # told one after the other by one source, as in a conversation; every other score has none
SEARCH_INDEXES = ("passage_vector_384", "passage_words")
BUILD_MEMORY = "512MB"

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Line:
    """One text on its way into the store, with a vector for each of its pieces."""

    text: str
    pieces: Sequence[Piece]
    vectors: Vectors


class Store:
    """The database of this run, and the person whose workspaces are measured."""

    def __init__(self, *, embedded: int, seed: int = 1) -> None:
        call_command("migrate", database="owner", verbosity=0, interactive=False)
        self.actor = _owner_with_workspaces()
        self._corpus = Corpus(seed=seed)
        self._random = np.random.default_rng(seed)
        self._base_size = embedded
        self._base: list[Vectors] = []
        self._count = 0

    def grow(self, count: int) -> None:
        """Fill the big workspace up to so many memories, then do what the product and autovacuum do later."""
        with _without_search_indexes():
            while self._count < count:
                lines = self._lines(min(AT_ONCE, count - self._count))
                _copy(self.actor, self.actor.workspaces[BIG], lines)
        self.settle(BIG)

    def fill_small(self) -> None:
        """Ten memories on one topic, in a workspace of their own."""
        texts = [self._corpus.text(topic=SMALL_TOPIC) for _ in range(SMALL_MEMORIES)]
        _copy(self.actor, self.actor.workspaces[SMALL], _with_real_vectors(texts))
        self.settle(SMALL)

    def settle(self, name: str) -> None:
        with access.acting(self.actor):
            count_words(self.actor.workspaces[name], [])
        with connections["owner"].cursor() as cursor:
            for model in COLUMNS:
                cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")

    def _lines(self, count: int) -> list[Line]:
        """Real vectors as long as the base is not complete, turned ones from then on."""
        places = range(self._count, self._count + count)
        self._count += count
        texts = [self._corpus.text(topic=place % self._base_size) for place in places]
        missing = self._base_size - len(self._base)
        real = _with_real_vectors(texts[:missing]) if missing > 0 else []
        self._base += [line.vectors for line in real]
        derived = zip(texts[len(real) :], places[len(real) :], strict=True)
        return real + [self._derived(text, self._base[place % self._base_size]) for text, place in derived]

    def _derived(self, text: str, base: Vectors) -> Line:
        pieces = pieces_of(text)
        rows = base[np.arange(len(pieces)) % len(base)]
        noise = self._random.standard_normal(rows.shape).astype(np.float32)
        turned = rows + TURN * noise / np.linalg.norm(noise, axis=1, keepdims=True)
        return Line(text, pieces, turned / np.linalg.norm(turned, axis=1, keepdims=True))


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


def _with_real_vectors(texts: Sequence[str]) -> list[Line]:
    cut = [pieces_of(text) for text in texts]
    vectors = iter(embedder().embed([piece.read for pieces in cut for piece in pieces]))
    return [
        Line(text, pieces, np.stack([next(vectors) for _ in pieces]))
        for text, pieces in zip(texts, cut, strict=True)
    ]


@contextmanager
def _without_search_indexes() -> Iterator[None]:
    """Building them once is many times faster than growing them row by row, and ends with as good ones."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = ANY(%s)", [list(SEARCH_INDEXES)])
        definitions = [row[0] for row in cursor.fetchall()]
        cursor.execute(f"DROP INDEX {', '.join(SEARCH_INDEXES)}")
        try:
            yield
        finally:
            cursor.execute("SELECT set_config('maintenance_work_mem', %s, false)", [BUILD_MEMORY])
            for definition in definitions:
                cursor.execute(definition)


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
