"""What no recall by meaning and words can do without: one embedding of the question and one bare SQL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection, connections

from memories.engines.registry import embedder
from memories.models.vectors import literal
from memories.recall.profiles import PROFILES
from memories.text.words import query_terms

HERE = Path(__file__).parent
STATEMENT = (HERE / "floor.sql").read_text()


def install() -> None:
    """The floor's word search, made by the tables' owner as the product's is."""
    with connections["owner"].cursor() as cursor:
        cursor.execute((HERE / "floor_words.sql").read_text())


def floor(question: str, workspaces: Sequence[UUID]) -> list[int]:
    """Passage ids: the nearest, then those by words. Ask inside `acting`, where the connection is open."""
    engine = embedder()
    params: dict[str, Any] = {
        "vector": literal(engine.embed([question])[0]),
        "model": engine.model_id,
        "workspaces": list(workspaces),
        "terms": list(query_terms(question).searched),
        "most": PROFILES["lite"].candidates,
    }
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, params)
        return [row[0] for row in cursor.fetchall()]
