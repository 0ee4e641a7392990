-- What stands next to a text, and what contradicts a memory.

-- For each vector, the live revisions whose whole text is nearest to it: at most `most`, none further than a cosine of
-- `nearest`. The passages find them, which have an index; their fingerprints say how near they are. Vectors are read out
-- of their texts once: a cast in the condition would be done for every row. Planned anew each time, for the same reason
-- as continuum_nearest. Of a text longer than `readable` only the beginning comes back: it is not read word by word.
CREATE OR REPLACE FUNCTION continuum_neighbours(
  workspace uuid, vectors text[], size integer, made_by text, reaches text[], private_too boolean,
  most integer, nearest float8, readable integer
) RETURNS TABLE (
  place integer, name text, scope text, scope_key text, similarity float8, content_hash text, content text
)
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'WITH asked AS MATERIALIZED (
       SELECT made.vector::halfvec(%1$s) AS vector, made.place
       FROM unnest($2) WITH ORDINALITY made (vector, place))
     SELECT asked.place::integer, m.name::text, m.scope::text, m.scope_key::text, near.similarity,
       near.content_hash::text, left(near.content, $8)
     FROM asked CROSS JOIN LATERAL (
       SELECT r.memory_id, r.content_hash, r.content, 1 - (f.vector <=> asked.vector) AS similarity
       FROM (
         SELECT DISTINCT p.revision_id FROM (
           SELECT each.revision_id FROM memories_passage each
           WHERE each.workspace_id = $1 AND each.dimensions = %1$s AND each.model = $3 AND each.sentence = 0
             AND continuum_reaches(each, $4, $5)
           ORDER BY each.vector::halfvec(%1$s) <=> asked.vector LIMIT 2 * $6) p) found
       JOIN memories_fingerprint f ON f.revision_id = found.revision_id AND f.model = $3 AND f.workspace_id = $1
       JOIN memories_revision r ON r.id = found.revision_id AND r.workspace_id = $1
       WHERE 1 - (f.vector <=> asked.vector) >= $7
       ORDER BY f.vector <=> asked.vector LIMIT $6) near
     JOIN memories_memory m ON m.id = near.memory_id AND m.workspace_id = $1', size)
  USING workspace, vectors, made_by, reaches, private_too, most, nearest, readable;
END $$;

-- Runs as the owner of the tables because `@>` is not leakproof: under a policy its index could not be used (as word
-- search, docs/adr/0010). Therefore it checks the asked workspaces itself.
--
-- Which memories contradict what these revisions say. The later of two was compared with the earlier when it was
-- written; they contradict each other for as long as neither says something new. Of what an unread proposal says against
-- others only its own reader hears.
CREATE OR REPLACE FUNCTION continuum_contradictions(asked uuid[], revisions uuid[], reaches text[], private_too boolean)
RETURNS TABLE (revision_id uuid, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 10
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  PERFORM continuum_two_at_most(asked);
  IF (asked <@ continuum_workspaces()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH shown AS (
      SELECT r.id, r.memory_id, r.status, r.conflicts_with, r.created_at
      FROM (SELECT DISTINCT unnest(revisions) AS id) wanted CROSS JOIN LATERAL (
        SELECT each.* FROM memories_revision each
        WHERE each.id = wanted.id AND each.workspace_id IN (asked[1], asked[2])
        LIMIT 1) r),
    pairs (revision, other) AS (
      SELECT s.id, earlier.memory_id FROM shown s
        CROSS JOIN LATERAL unnest(s.conflicts_with) contradicted
        CROSS JOIN LATERAL (
          SELECT each.memory_id, each.created_at FROM memories_revision each
          WHERE each.memory_id = contradicted AND each.status = 'active' AND each.workspace_id IN (asked[1], asked[2])
          LIMIT 1) earlier
      WHERE earlier.created_at <= s.created_at
      UNION
      SELECT s.id, later.memory_id FROM shown s
        CROSS JOIN LATERAL (
          SELECT each.memory_id, each.created_at FROM memories_revision each
          WHERE each.conflicts_with @> ARRAY[s.memory_id] AND each.status = 'active' AND each.conflicts_with <> '{}'
            AND each.workspace_id IN (asked[1], asked[2])
          OFFSET 0) later
      WHERE s.status = 'active' AND s.created_at <= later.created_at)
    SELECT pairs.revision, m.name::text
    FROM pairs
      CROSS JOIN LATERAL (
        SELECT each.name FROM memories_memory each
        WHERE each.id = pairs.other AND each.workspace_id IN (asked[1], asked[2])
        LIMIT 1) m
      CROSS JOIN LATERAL (
        SELECT FROM memories_passage p
        WHERE p.memory_id = pairs.other AND p.workspace_id IN (asked[1], asked[2])
          AND p.ordinal = 0 AND p.sentence = 0 AND continuum_reaches(p, reaches, private_too)
        LIMIT 1) readable
    ORDER BY 1, 2;
END $$;

CREATE INDEX IF NOT EXISTS revision_contradicting ON memories_revision USING gin (conflicts_with)
  WHERE status = 'active' AND conflicts_with <> '{}';

REVOKE ALL ON FUNCTION continuum_contradictions(uuid[], uuid[], text[], boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_contradictions(uuid[], uuid[], text[], boolean) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_neighbours(
  uuid, text[], integer, text, text[], boolean, integer, float8, integer) TO continuum_app;
