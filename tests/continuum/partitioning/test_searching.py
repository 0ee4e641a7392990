"""Recall on divided tables: the same answers, out of the parts of the workspaces that are asked alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DataError, connection, transaction

from continuum.kernel.actor import Actor
from memories import access
from memories.pipeline.work import work
from memories.recall.answers import Recalled
from memories.recall.recall import recall
from tests.conftest import PARTS
from tests.continuum.partitioning.conftest import PIECES, Twin
from tests.stories import remember

TALK = (
    "Ben: What is the name of your dog, Anna?",
    "Anna: Pepper, of course!",
    "Ben: Lovely weather, is it not?",
)
QUESTIONS = (
    ("What is the name of Anna's dog?", {}),
    ("painted room", {}),
    ("plan", {}),
    ("who leads the printer project", {}),
    ("room 3", {"kinds": ["decision"]}),
    ("which room is blue", {"tags": ["paint"], "limit": 5}),
    ("painted room", {"explain": "room-2"}),
    ("everything about Ghent and Ana", {"workspace": "default"}),
)

pytestmark = pytest.mark.skipif(PARTS > 0, reason="The tables of this run are divided already.")


@pytest.fixture
def told(committed: None, actor: Actor) -> Actor:
    """Memories in both workspaces, with links, facts, a talk and something that contradicts."""
    for number, line in enumerate(TALK):
        remember(actor, line, name=f"line-{number}", source="talk", workspace="team")
    for number in range(12):
        remember(
            actor, f"Room {number} is painted blue.", name=f"room-{number}", tags=["paint"], workspace="team"
        )
    remember(actor, "Room 3 is painted red from now on.", name="red", kind="decision", workspace="team")
    remember(actor, "The plan needs [[ana]] and [[budget]].", name="plan", workspace="team")
    remember(actor, "Ana leads the printer project in Ghent.", name="ana")
    work()
    return actor


def answers(actor: Actor) -> list[Recalled]:
    """Without their cursors, which hold the time."""
    with access.acting(actor):
        return [
            replace(recall(actor, query=question, **{"workspace": "team", **asked}), next_cursor=None)
            for question, asked in QUESTIONS
        ]


def scores(found: list[Recalled]) -> list[float]:
    return [hit.receipt.score for page in found for hit in page.memories if hit.receipt]


def unscored(found: list[Recalled]) -> list[Recalled]:
    """Without the scores, in which the age of a memory counts a little."""
    return [
        replace(page, memories=[replace(hit, receipt=replace(hit.receipt, score=0)) for hit in page.memories])
        for page in found
    ]


def test_answers_are_the_same_receipts_and_all(told: Actor, twin: Twin) -> None:
    whole = answers(told)
    with twin():
        divided = answers(told)
    assert all(page.memories for page in whole)
    assert unscored(divided) == unscored(whole)
    assert scores(divided) == pytest.approx(scores(whole), abs=0.0002)


TOUCHED = r"""
    SELECT relname::text FROM pg_stat_xact_all_tables
    WHERE relname ~ '^memories_.*_p\d+$' AND coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0"""
OF_WORKSPACE = "SELECT DISTINCT tableoid::regclass::text FROM memories_passage WHERE workspace_id = ANY (%s)"


def parts_in(statement: str, *params: Any) -> set[tuple[str, str]]:
    """Tables with the number of a part."""
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return {tuple(name.rsplit("_p", 1)) for (name,) in cursor.fetchall()}


def looked_into(actor: Actor, workspace: str) -> set[tuple[str, str]]:
    """What all questions to one workspace look into, as this connection counts it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
    with transaction.atomic():
        for question, asked in QUESTIONS:
            recall(actor, query=question, **{**asked, "workspace": workspace, "explain": None})
        return parts_in(TOUCHED)


def test_a_search_looks_into_the_parts_of_what_it_reads_alone(told: Actor, twin: Twin) -> None:
    with twin(), access.acting(told):
        for workspace in ("default", "team"):
            own = {part for _, part in parts_in(OF_WORKSPACE, access.reading_ids(told, workspace))}
            looked = looked_into(told, workspace)
            assert 0 < len(own) < PIECES
            assert {(table, part) for table, part in looked if part not in own} == set()
            assert {table for table, _ in looked} >= {
                "memories_passage",
                "memories_revision",
                "memories_link",
            }


def members(condition: str, workspace: UUID) -> tuple[int, int]:
    """How many parts a kept plan opens, and how many it leaves out, as EXPLAIN tells."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"PREPARE look (uuid[]) AS SELECT id FROM memories_passage WHERE workspace_id {condition}"
        )
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE look ('{{{workspace}}}')")
        plan = cursor.fetchone()[0][0]["Plan"]
        cursor.execute("DEALLOCATE look")
    opened = [node for node in plan["Plans"] if node["Parent Relationship"] == "Member"]
    return len(opened), plan["Subplans Removed"]


def test_a_kept_plan_opens_one_part_where_it_names_each_workspace(told: Actor, twin: Twin) -> None:
    with twin(), access.acting(told), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        assert members("IN ($1[1], $1[2])", told.workspaces["team"]) == (1, PIECES - 1)
        assert members("= ANY ($1)", told.workspaces["team"]) == (PIECES, 0)


def test_more_than_two_workspaces_are_refused_rather_than_left_out(actor: Actor) -> None:
    three = [*actor.workspaces.values(), uuid4()]
    with pytest.raises(DataError, match="two workspaces"):
        parts_in("SELECT continuum_weigh(%s::uuid[], '{room}')", three)
