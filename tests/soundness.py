"""What is true of the store at any moment, asked of the tables themselves and not through our own code.

Each promise has a query for the rows that break it, over the workspaces `%(w)s`. A new kind of row that is
derived from a memory (a fact, an entity) brings promises of its own: add them to PROMISES.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import connections

PROMISES: dict[str, str] = {
    "a memory has at most one active revision": """
        SELECT memory_id::text FROM memories_revision WHERE workspace_id = ANY(%(w)s) AND status = 'active'
        GROUP BY memory_id HAVING count(*) > 1""",
    "versions are counted without a gap": """
        SELECT m.id::text FROM memories_memory m LEFT JOIN memories_revision r ON r.memory_id = m.id
        WHERE m.workspace_id = ANY(%(w)s) GROUP BY m.id, m.version
        HAVING m.version <> coalesce(max(r.number), 0) OR m.version <> count(r.number)""",
    "no memory is without a revision": """
        SELECT m.id::text FROM memories_memory m WHERE m.workspace_id = ANY(%(w)s)
        AND NOT EXISTS (SELECT FROM memories_revision r WHERE r.memory_id = m.id)""",
    "a revision says when it went, and only then": """
        SELECT r.id::text FROM memories_revision r WHERE r.workspace_id = ANY(%(w)s)
        AND (r.status IN ('active', 'proposed')) <> (r.retired_at IS NULL)""",
    "a passage belongs to a live revision of a memory that is not archived": """
        SELECT p.id::text FROM memories_passage p LEFT JOIN memories_revision r ON r.id = p.revision_id
        LEFT JOIN memories_memory m ON m.id = p.memory_id WHERE p.workspace_id = ANY(%(w)s)
        AND (r.status IN ('active', 'proposed') AND m.archived_at IS NULL) IS NOT TRUE""",
    "a link stands in a text that can be found": """
        SELECT l.id::text FROM memories_link l JOIN memories_revision r ON r.id = l.revision_id
        WHERE l.workspace_id = ANY(%(w)s) AND (strpos(r.content, '[[') = 0
        OR (l.workspace_id, l.memory_id) <> (r.workspace_id, r.memory_id)
        OR NOT EXISTS (SELECT FROM memories_passage p WHERE p.revision_id = l.revision_id))""",
    "a passage stands in the text of its revision": """
        SELECT p.id::text FROM memories_passage p JOIN memories_revision r ON r.id = p.revision_id
        WHERE p.workspace_id = ANY(%(w)s) AND strpos(r.content, p.text) = 0""",
    "a passage says of its memory what that says of itself": """
        SELECT p.id::text FROM memories_passage p JOIN memories_memory m ON m.id = p.memory_id
        JOIN memories_revision r ON r.id = p.revision_id WHERE p.workspace_id = ANY(%(w)s) AND (
        (p.workspace_id, p.memory_id) <> (m.workspace_id, r.memory_id) OR r.workspace_id <> m.workspace_id
        OR p.private <> (m.sensitivity = 'private') OR p.expires_at IS DISTINCT FROM m.expires_at
        OR p.reach <> CASE m.scope WHEN 'user' THEN '' ELSE m.scope || ':' || m.scope_key END)""",
    "what is live can be found": """
        SELECT r.id::text FROM memories_revision r JOIN memories_memory m ON m.id = r.memory_id
        WHERE r.workspace_id = ANY(%(w)s) AND r.status IN ('active', 'proposed') AND m.archived_at IS NULL
        AND NOT EXISTS (SELECT FROM memories_passage p WHERE p.revision_id = r.id)""",
    "nothing is left of what was forgotten": """
        SELECT e.memory_id::text FROM memories_event e WHERE e.workspace_id = ANY(%(w)s)
        AND e.action = 'memory.forgotten' AND (
        EXISTS (SELECT FROM memories_memory m WHERE m.id = e.memory_id)
        OR EXISTS (SELECT FROM memories_revision r WHERE r.memory_id = e.memory_id)
        OR EXISTS (SELECT FROM memories_passage p WHERE p.memory_id = e.memory_id)
        OR EXISTS (SELECT FROM memories_fact f WHERE f.memory_id = e.memory_id)
        OR EXISTS (SELECT FROM memories_mention n WHERE n.memory_id = e.memory_id)
        OR EXISTS (SELECT FROM memories_idempotentanswer i
                   WHERE i.answer ->> 'memory_id' = e.memory_id::text))""",
    "a change of fields is of a memory that is there": """
        SELECT c.id::text FROM memories_fieldchange c WHERE c.workspace_id = ANY(%(w)s)
        AND NOT EXISTS (SELECT FROM memories_memory m WHERE m.id = c.memory_id)""",
    "a fact that is held is of a text in force, in a memory that is read and no rule": """
        SELECT f.id::text FROM memories_fact f LEFT JOIN memories_revision r ON r.id = f.revision_id
        LEFT JOIN memories_memory m ON m.id = f.memory_id WHERE f.workspace_id = ANY(%(w)s)
        AND f.retired_at IS NULL AND (r.status = 'active' AND m.archived_at IS NULL
        AND m.quarantined_at IS NULL AND m.recall_tier <> 'always') IS NOT TRUE""",
    "a live mention is of a text in force, in a memory that is read and no rule": """
        SELECT n.id::text FROM memories_mention n LEFT JOIN memories_revision r ON r.id = n.revision_id
        LEFT JOIN memories_memory m ON m.id = n.memory_id WHERE n.workspace_id = ANY(%(w)s)
        AND n.live AND (r.status = 'active' AND m.archived_at IS NULL
        AND m.quarantined_at IS NULL AND m.recall_tier <> 'always') IS NOT TRUE""",
    "a fact says of its memory what that says of itself": """
        SELECT f.id::text FROM memories_fact f JOIN memories_memory m ON m.id = f.memory_id
        JOIN memories_revision r ON r.id = f.revision_id WHERE f.workspace_id = ANY(%(w)s) AND (
        (f.workspace_id, f.memory_id) <> (m.workspace_id, r.memory_id)
        OR m.archived_at IS NULL AND m.quarantined_at IS NULL AND (
        f.private <> (m.sensitivity = 'private') OR f.expires_at IS DISTINCT FROM m.expires_at
        OR f.reach <> CASE m.scope WHEN 'user' THEN '' ELSE m.scope || ':' || m.scope_key END))""",
    "something speaks of every entity, and it is called something": """
        SELECT e.id::text FROM memories_entity e WHERE e.workspace_id = ANY(%(w)s) AND (
        NOT EXISTS (SELECT FROM memories_entityname n WHERE n.entity_id = e.id)
        OR NOT EXISTS (SELECT FROM memories_mention m WHERE m.entity_id = e.id)
        AND NOT EXISTS (SELECT FROM memories_fact f WHERE e.id IN (f.subject_id, f.object_entity_id)))""",
    "what an entity was merged into stands for itself": """
        SELECT e.id::text FROM memories_entity e JOIN memories_entity r ON r.id = e.merged_into_id
        WHERE e.workspace_id = ANY(%(w)s) AND (r.merged_into_id IS NOT NULL
        OR r.workspace_id <> e.workspace_id)""",
    "a fingerprint has its revision": """
        SELECT f.revision_id::text FROM memories_fingerprint f WHERE f.workspace_id = ANY(%(w)s)
        AND NOT EXISTS (SELECT FROM memories_revision r WHERE r.id = f.revision_id)""",
    "a kept answer is about a memory that is there": """
        SELECT i.id::text FROM memories_idempotentanswer i WHERE i.workspace_id = ANY(%(w)s)
        AND i.answer ? 'memory_id' AND NOT EXISTS
        (SELECT FROM memories_memory m WHERE m.id::text = i.answer ->> 'memory_id')""",
    "a job is about a revision that is there": """
        SELECT j.id::text FROM memories_job j WHERE j.workspace_id = ANY(%(w)s) AND j.revision_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM memories_revision r WHERE r.id = j.revision_id)""",
    "a counted word stands in a passage": """
        SELECT c.term FROM memories_commonterm c WHERE c.workspace_id = ANY(%(w)s) AND NOT EXISTS
        (SELECT FROM memories_passage p WHERE p.workspace_id = c.workspace_id
         AND c.term = ANY (tsvector_to_array(p.words)))""",
    "events are counted without a gap, up to the head": """
        SELECT h.workspace_id::text FROM memories_chainhead h LEFT JOIN memories_event e USING (workspace_id)
        WHERE h.workspace_id = ANY(%(w)s) GROUP BY h.workspace_id, h.sequence
        HAVING h.sequence <> coalesce(max(e.sequence), 0)
        OR count(e.id) <> coalesce(max(e.sequence) - min(e.sequence) + 1, 0)""",
}

_ASK = " UNION ALL ".join(
    f"SELECT $promise${promise}$promise$, broken FROM ({query}) AS q(broken)"
    for promise, query in PROMISES.items()
)

# What a step that was refused may not have moved. Why an approval failed is written down all the same.
_STATE = {
    "memories_memory": "to_jsonb(t)",
    "memories_revision": "to_jsonb(t) - 'failure'",
    "memories_passage": "to_jsonb(t) - 'vector' - 'words'",
    "memories_link": "to_jsonb(t)",
    "memories_fingerprint": "to_jsonb(t) - 'vector'",
    "memories_event": "to_jsonb(t)",
    "memories_exclusion": "to_jsonb(t)",
    "memories_idempotentanswer": "to_jsonb(t)",
    "memories_fact": "to_jsonb(t) - 'words'",
    "memories_mention": "to_jsonb(t)",
    "memories_entity": "to_jsonb(t)",
    "memories_fieldchange": "to_jsonb(t)",
    "memories_batch": "to_jsonb(t)",
    "memories_job": "to_jsonb(t)",
    "memories_handoff": "to_jsonb(t)",
}
_DIGESTS = " UNION ALL ".join(
    f"SELECT '{table}', md5(string_agg(row, '' ORDER BY row)) FROM"
    f" (SELECT ({row})::text AS row FROM {table} t WHERE workspace_id = ANY(%(w)s)) rows"
    for table, row in _STATE.items()
)


def broken_promises(workspaces: Iterable[UUID]) -> list[tuple[str, str]]:
    """Each promise that does not hold, with what breaks it. Row-level security hides nothing from this."""
    return _asked(_ASK, workspaces)


def state_of(workspaces: Iterable[UUID]) -> Mapping[str, str]:
    """A digest of each table's rows of the workspaces: equal before and after where nothing was changed."""
    return dict(_asked(_DIGESTS, workspaces))


def _asked(query: str, workspaces: Iterable[UUID]) -> list[Any]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(query, {"w": list(workspaces)})
        return cursor.fetchall()
