-- The texts that these revisions link to, `most` in all: those of the first revisions first, in the order in which they
-- are linked, none to itself. A name means the memory of the linking text's own workspace, else of another that
-- is asked; of its texts the active one, else a proposal. Only what has passages is there, and only what the caller may
-- see (continuum_reaches) is told. It runs as its caller, under row-level security.
CREATE OR REPLACE FUNCTION continuum_link_fanout(
  asked uuid[], revisions uuid[], most integer, reaches text[] DEFAULT NULL, private_too boolean DEFAULT true
) RETURNS TABLE (revision_id uuid, from_revision uuid)
LANGUAGE sql STABLE ROWS 3
AS $$
  SELECT linked.revision_id, linked.from_revision
  FROM (
    SELECT DISTINCT ON (target.id) target.id AS revision_id, lead.revision AS from_revision, lead.place AS lead, l.place
    FROM unnest(revisions) WITH ORDINALITY lead (revision, place)
      CROSS JOIN LATERAL (
        SELECT k.workspace_id, k.name, k.place FROM memories_link k
        WHERE k.revision_id = lead.revision AND k.workspace_id IN (asked[1], asked[2])
        OFFSET 0) l
      CROSS JOIN LATERAL (
        SELECT r.id
        FROM memories_memory m
          CROSS JOIN LATERAL (
            SELECT each.id, each.status, each.created_at FROM memories_revision each
            WHERE each.memory_id = m.id AND each.workspace_id IN (asked[1], asked[2])
              AND each.status IN ('active', 'proposed')
            OFFSET 0) r
          CROSS JOIN LATERAL (
            SELECT FROM memories_passage p
            WHERE p.revision_id = r.id AND p.workspace_id IN (asked[1], asked[2])
              AND p.ordinal = 0 AND p.sentence = 0 AND continuum_reaches(p, reaches, private_too)
            LIMIT 1) readable
        WHERE m.workspace_id IN (asked[1], asked[2]) AND m.name = l.name
        ORDER BY m.workspace_id <> l.workspace_id, r.status, r.created_at DESC, r.id LIMIT 1) target
    WHERE target.id <> lead.revision
    ORDER BY target.id, lead.place, l.place) linked
  ORDER BY linked.lead, linked.place, linked.revision_id LIMIT most
$$;

GRANT EXECUTE ON FUNCTION continuum_link_fanout(uuid[], uuid[], integer, text[], boolean) TO continuum_app;
