"""What stands beside the memories of a store that has been used for long: see furnish.sql."""

from __future__ import annotations

from pathlib import Path

from django.db import connections

from bench.corpus import TOPICS, Corpus
from bench.store import BIG, COLUMNS, Store
from memories import access
from memories.intake.submit import submit_all
from memories.services.drafts import Draft

STATEMENTS = (Path(__file__).parent / "furnish.sql").read_text()
EVENTS, ACTIVITY, THINGS = 2, 1, 0.2  # of each memory
WAITING = 200  # proposals
AT_ONCE = 100
TABLES = ("event", "chainhead", "activity", "entity", "entityname", "mention", "fact", "link")


def furnish(store: Store, *, memories: int, waiting: int = WAITING) -> None:
    """Give the big workspace its past, its things and its queue."""
    _propose(store, waiting)
    counts = {"events": EVENTS * memories, "activity": ACTIVITY * memories, "things": THINGS * memories}
    params = {
        "workspace": store.actor.workspaces[BIG],
        "user": store.actor.user_id,
        "memories": memories,
        **{name: int(count) for name, count in counts.items()},
    }
    with connections["owner"].cursor() as cursor:
        for statement in STATEMENTS.split(";\n"):
            if statement.strip():
                cursor.execute(statement, params)
        for table in (*(model._meta.db_table for model in COLUMNS), *(f"memories_{name}" for name in TABLES)):
            cursor.execute(f"VACUUM (ANALYZE) {table}")


def _propose(store: Store, waiting: int) -> None:
    corpus = Corpus(seed=3)
    texts = [corpus.text(topic=place % TOPICS) for place in range(waiting)]
    with access.acting(store.actor):
        for start in range(0, waiting, AT_ONCE):
            some = texts[start : start + AT_ONCE]
            drafts = [Draft(content=text, workspace=BIG, propose_only=True) for text in some]
            submit_all(store.actor, drafts=drafts)
