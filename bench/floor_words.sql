-- The floor's own word search, so that a change to the product's moves only one side of the ratio. Do not tune it.
-- The terms that stand in at most 500 passages choose, all of them rank. It keeps no other condition.
CREATE OR REPLACE FUNCTION bench_floor_words(asked uuid[], terms text[], most integer) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off
AS $$
DECLARE
  common text[];
  choosing tsquery;
  ranking tsquery;
BEGIN
  SELECT coalesce(array_agg(c.term ORDER BY c.passages), '{}') INTO common
    FROM memories_commonterm c WHERE c.workspace_id = ANY (asked) AND c.term = ANY (terms) AND c.passages > 500;
  SELECT string_agg(quote_literal(t), '|')::tsquery INTO ranking FROM unnest(terms) t;
  SELECT string_agg(quote_literal(t), '|')::tsquery INTO choosing FROM unnest(terms) t WHERE t <> ALL (common);
  IF choosing IS NULL THEN
    choosing := CASE cardinality(common)
      WHEN 1 THEN quote_literal(common[1])
      WHEN 2 THEN quote_literal(common[1]) || '&' || quote_literal(common[2])
      ELSE format('(%1$L&%2$L)|(%1$L&%3$L)|(%2$L&%3$L)', common[1], common[2], common[3])
    END::tsquery;
  END IF;
  RETURN QUERY
    SELECT chosen.id FROM (
      SELECT p.id, p.words FROM memories_passage p
      WHERE p.workspace_id = ANY (asked) AND p.words @@ choosing LIMIT 2000) chosen
    ORDER BY ts_rank('{0.4, 0.6, 0.8, 1.0}', chosen.words, ranking) DESC, 1 LIMIT most;
END $$;
GRANT EXECUTE ON FUNCTION bench_floor_words(uuid[], text[], integer) TO continuum_app;
