-- Every channel of one search (meaning, words, exact name) in one call, with both scores for whatever a channel found.
-- It runs as its caller, under row-level security, and names the workspaces all the same: the names choose the index.
-- One function because its plans are kept: made anew for each search they took longer than the searching.

-- What a caller may see and asks of a passage beside the query; plans take it in as if it were written there.
CREATE FUNCTION continuum_reaches(
  passage memories_passage, reaches text[], private_too boolean, filters jsonb
) RETURNS boolean
LANGUAGE sql STABLE
RETURN (private_too OR NOT passage.private)
  AND (reaches IS NULL OR passage.reach = ANY (reaches))
  AND (passage.expires_at IS NULL OR passage.expires_at > now())
  AND (filters IS NULL OR continuum_passes(passage.memory_id, passage.revision_id, filters));

-- The nearest passages. Planned anew each time: the planner must see which workspaces are asked to choose between the
-- vector index and a small workspace's own rows. The index walks on until the page is full (iterative scan); where it
-- gives up before, the workspace's passages are compared one by one, and those that were found come twice.
CREATE FUNCTION continuum_nearest(
  asked uuid[], query halfvec, made_by text, ranking tsquery,
  reaches text[], private_too boolean, filters jsonb, most integer
) RETURNS TABLE (passage_id bigint, revision_id uuid, similarity float8, word_rank real)
LANGUAGE plpgsql STABLE ROWS 50 SET search_path = public, pg_temp
AS $$
DECLARE
  found integer;
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT near.id, near.revision_id, 1 - (near.vector <=> $2), continuum_rank(near.words, $8)
     FROM (SELECT p.id, p.revision_id, p.vector, p.words FROM memories_passage p
       WHERE p.workspace_id = ANY ($1) AND p.dimensions = %1$s AND p.model = $3 AND continuum_reaches(p, $4, $5, $6)
       ORDER BY p.vector::halfvec(%1$s) <=> $2::halfvec(%1$s) LIMIT $7) near', vector_dims(query))
    USING asked, query, made_by, reaches, private_too, filters, most, ranking;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found < most THEN
    RETURN QUERY
      SELECT one.id, one.revision_id, 1 - one.distance, continuum_rank(one.words, ranking) FROM (
        SELECT p.id, p.revision_id, p.words, p.vector <=> query AS distance FROM memories_passage p
        WHERE p.workspace_id = ANY (asked) AND p.dimensions = vector_dims(query) AND p.model = made_by
          AND continuum_reaches(p, reaches, private_too, filters)
        ORDER BY p.vector <=> query LIMIT most) one;
  END IF;
END $$;

-- A query without a vector is answered by words and names. `channels` adds up 1 for meaning, 2 for words, 4 for the
-- name; `written` is in seconds since 1970; `waiting` counts the passages that have no vector yet, in every row alike.
CREATE FUNCTION continuum_find_passages(
  asked uuid[], query halfvec, made_by text, terms text[], called text,
  reaches text[], private_too boolean, filters jsonb, most integer, bound integer
) RETURNS TABLE (
  passage_id bigint, revision_id uuid, similarity float8, word_rank real, status text, written float8,
  channels integer, waiting bigint
)
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  ranking constant tsquery := continuum_any_of(terms);
BEGIN
  RETURN QUERY
    WITH hits (id, revision, similarity, word_rank, channel) AS (
      SELECT n.*, 1
        FROM continuum_nearest(asked, query, made_by, ranking, reaches, private_too, filters, most) n
        WHERE query IS NOT NULL
      UNION ALL
      SELECT p.id, p.revision_id, CASE WHEN p.model = made_by THEN 1 - (p.vector <=> query) END, w.rank, 2
        FROM continuum_search_words(asked, terms, reaches, private_too, filters, most, bound) w
        JOIN memories_passage p ON p.id = w.passage_id
      UNION ALL
      SELECT p.id, p.revision_id, CASE WHEN p.model = made_by THEN 1 - (p.vector <=> query) END,
          continuum_rank(p.words, ranking), 4
        FROM memories_memory m JOIN memories_passage p ON p.memory_id = m.id AND p.ordinal = 0
        WHERE m.workspace_id = ANY (asked) AND m.name = called
          AND p.workspace_id = ANY (asked) AND continuum_reaches(p, reaches, private_too, filters))
    SELECT h.id, h.revision, max(h.similarity), coalesce(max(h.word_rank), 0), r.status::text,
      date_part('epoch', r.created_at), bit_or(h.channel),
      (SELECT count(*) FROM memories_passage p WHERE p.workspace_id = ANY (asked) AND p.vector IS NULL)
    FROM hits h JOIN memories_revision r ON r.id = h.revision
    GROUP BY h.id, h.revision, r.status, r.created_at;
END $$;

GRANT EXECUTE ON FUNCTION continuum_reaches(memories_passage, text[], boolean, jsonb) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_nearest(uuid[], halfvec, text, tsquery, text[], boolean, jsonb, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_find_passages(
  uuid[], halfvec, text, text[], text, text[], boolean, jsonb, integer, integer) TO continuum_app;
