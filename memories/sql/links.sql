SELECT continuum_guard(ARRAY['memories_link']);

-- The texts that these revisions link to, `most` in all: those of the first revisions first, in the order in which they
-- are linked, none to itself. A name means the memory of the linking text's own workspace, else of another that
-- is asked; of its texts the active one, else a proposal. Only what has passages is there, and only what the caller may
-- see (continuum_reaches) is told. It runs as its caller, under row-level security.
CREATE FUNCTION continuum_link_fanout(
  asked uuid[], revisions uuid[], most integer, reaches text[] DEFAULT NULL, private_too boolean DEFAULT true
) RETURNS TABLE (revision_id uuid, from_revision uuid)
LANGUAGE sql STABLE ROWS 3
AS $$
  SELECT linked.revision_id, linked.from_revision
  FROM (
    SELECT DISTINCT ON (target.id) target.id AS revision_id, l.revision_id AS from_revision,
      array_position(revisions, l.revision_id) AS lead, l.place
    FROM memories_link l CROSS JOIN LATERAL (
      SELECT r.id
      FROM memories_memory m JOIN memories_revision r ON r.memory_id = m.id AND r.status IN ('active', 'proposed')
        JOIN memories_passage p ON p.revision_id = r.id AND p.ordinal = 0 AND p.sentence = 0
      WHERE m.workspace_id = ANY (asked) AND m.name = l.name AND p.workspace_id = ANY (asked)
        AND continuum_reaches(p, reaches, private_too)
      ORDER BY m.workspace_id <> l.workspace_id, r.status, r.created_at DESC, r.id LIMIT 1) target
    WHERE l.workspace_id = ANY (asked) AND l.revision_id = ANY (revisions) AND target.id <> l.revision_id
    ORDER BY target.id, lead, l.place) linked
  ORDER BY linked.lead, linked.place, linked.revision_id LIMIT most
$$;

GRANT EXECUTE ON FUNCTION continuum_link_fanout(uuid[], uuid[], integer, text[], boolean) TO continuum_app;
