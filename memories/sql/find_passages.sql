-- The channels of a search (meaning, words, exact name) in one call, with both scores for whatever a channel found. All
-- of it runs as its caller, under row-level security, and names the workspaces all the same: the names choose the index.
-- They are functions because those keep their plans: made anew for each search they took longer than the searching.

-- What a caller may see and asks of a passage beside the query; plans take it in as if it were written there.
CREATE FUNCTION continuum_reaches(passage memories_passage, reaches text[], private_too boolean) RETURNS boolean
LANGUAGE sql STABLE
RETURN (private_too OR NOT passage.private)
  AND (reaches IS NULL OR passage.reach = ANY (reaches))
  AND (passage.expires_at IS NULL OR passage.expires_at > now());

-- The nearest passages. Planned anew each time: the planner must see which workspaces are asked to choose between the
-- vector index and a small workspace's own rows. The index walks on until the page is full (iterative scan); where it
-- gives up before, the workspace's passages are compared one by one, and those that were found come twice.
CREATE FUNCTION continuum_nearest(
  asked uuid[], query halfvec, made_by text, ranking tsquery, identifiers tsquery,
  reaches text[], private_too boolean, filters jsonb, most integer
) RETURNS TABLE (passage_id bigint, revision_id uuid, similarity float8, word_rank real)
LANGUAGE plpgsql STABLE ROWS 50 SET search_path = public, pg_temp
AS $$
DECLARE
  found integer;
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT near.id, near.revision_id, 1 - (near.vector <=> $2), continuum_rank(near.words, $8, $9)
     FROM (SELECT p.id, p.revision_id, p.vector, p.words FROM memories_passage p
       WHERE p.workspace_id = ANY ($1) AND p.dimensions = %1$s AND p.model = $3 AND continuum_reaches(p, $4, $5)
         AND ($6 IS NULL OR p.revision_id IN (SELECT continuum_passing($1, $6)))
       ORDER BY p.vector::halfvec(%1$s) <=> $2::halfvec(%1$s) LIMIT $7) near', vector_dims(query))
    USING asked, query, made_by, reaches, private_too, filters, most, ranking, identifiers;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found < most THEN
    RETURN QUERY
      SELECT one.id, one.revision_id, 1 - one.distance, continuum_rank(one.words, ranking, identifiers) FROM (
        SELECT p.id, p.revision_id, p.words, p.vector <=> query AS distance FROM memories_passage p
        WHERE p.workspace_id = ANY (asked) AND p.dimensions = vector_dims(query) AND p.model = made_by
          AND continuum_reaches(p, reaches, private_too)
          AND (filters IS NULL OR p.revision_id IN (SELECT continuum_passing(asked, filters)))
        ORDER BY p.vector <=> query LIMIT most) one;
  END IF;
END $$;

-- `channel` is 1 for meaning, 2 for words, 3 for the name; a passage comes once for each that found it. Without a vector
-- words and names answer. `written` is in seconds since 1970; `waiting` counts the passages that have no vector yet, in
-- every row alike.
CREATE FUNCTION continuum_find_passages(
  asked uuid[], query halfvec, made_by text, terms text[], called text,
  reaches text[], private_too boolean, filters jsonb, most integer, bound integer
) RETURNS TABLE (
  passage_id bigint, revision_id uuid, similarity float8, word_rank real, status text, written float8,
  channel integer, waiting bigint
)
LANGUAGE plpgsql STABLE ROWS 100
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  ranking constant tsquery := continuum_any_of(terms);
  identifiers constant tsquery := continuum_identifiers(terms);
BEGIN
  RETURN QUERY
    WITH hits (id, revision, similarity, rank, channel) AS (
      SELECT n.passage_id, n.revision_id, n.similarity, n.word_rank, 1
        FROM continuum_nearest(asked, query, made_by, ranking, identifiers, reaches, private_too, filters, most) n
        WHERE query IS NOT NULL
      UNION ALL
      SELECT w.passage_id, w.revision_id, CASE WHEN w.model = made_by THEN 1 - (w.vector <=> query) END, w.rank, 2
        FROM continuum_search_words(asked, terms, reaches, private_too, filters, most, bound) w
      UNION ALL
      SELECT p.id, p.revision_id, CASE WHEN p.model = made_by THEN 1 - (p.vector <=> query) END,
          continuum_rank(p.words, ranking, identifiers), 3
        FROM memories_memory m JOIN memories_passage p ON p.memory_id = m.id AND p.ordinal = 0
        WHERE m.workspace_id = ANY (asked) AND m.name = called
          AND p.workspace_id = ANY (asked) AND continuum_reaches(p, reaches, private_too)
          AND (filters IS NULL OR p.revision_id IN (SELECT continuum_passing(asked, filters))))
    SELECT h.id, h.revision, h.similarity, coalesce(h.rank, 0), r.status::text, date_part('epoch', r.created_at),
      h.channel,
      (SELECT count(*) FROM memories_passage p WHERE p.workspace_id = ANY (asked) AND p.vector IS NULL)
    FROM hits h JOIN memories_revision r ON r.id = h.revision;
END $$;

-- What ranking asks of a revision, so that it need not be fetched for each of a hundred candidates.
CREATE INDEX revision_standing ON memories_revision (id) INCLUDE (workspace_id, status, created_at);

-- The passages of an answer with their memories and revisions, whole.
CREATE FUNCTION continuum_read_passages(ids bigint[])
RETURNS TABLE (id bigint, passage text, section text, memory memories_memory, revision memories_revision)
LANGUAGE plpgsql STABLE ROWS 20
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY
    SELECT p.id, p.text, p.section::text, m, r
    FROM memories_passage p
      JOIN memories_revision r ON r.id = p.revision_id
      JOIN memories_memory m ON m.id = p.memory_id
    WHERE p.id = ANY (ids);
END $$;

GRANT EXECUTE ON FUNCTION continuum_reaches(memories_passage, text[], boolean) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_nearest(uuid[], halfvec, text, tsquery, tsquery, text[], boolean, jsonb, integer)
  TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_find_passages(
  uuid[], halfvec, text, text[], text, text[], boolean, jsonb, integer, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_read_passages(bigint[]) TO continuum_app;
