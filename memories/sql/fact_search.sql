-- Two reads of facts need an index which a policy would keep them from (docs/adr/0010).

-- Facts that are held and hold one of the terms, those with the rarest and most of them first. Words are OR.
CREATE OR REPLACE FUNCTION continuum_search_facts(
  asked uuid[], terms text[], reaches text[], private_too boolean, most integer
) RETURNS TABLE (fact_id uuid, rank real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off
AS $$
DECLARE
  bound constant integer := 5000;
  wanted tsquery;
BEGIN
  IF (asked <@ continuum_workspaces()) IS NOT TRUE OR cardinality(terms) = 0 THEN
    RETURN;
  END IF;
  SELECT string_agg(continuum_term(t), '|')::tsquery INTO wanted FROM unnest(terms) t;
  RETURN QUERY
    SELECT chosen.id, ts_rank('{0.4, 0.6, 0.8, 1.0}', chosen.words, wanted)
    FROM (
      SELECT f.id, f.words FROM memories_fact f
      WHERE f.workspace_id = ANY (asked) AND f.words @@ wanted AND f.retired_at IS NULL
        AND (private_too OR NOT f.private) AND (reaches IS NULL OR f.reach = ANY (reaches))
        AND (f.expires_at IS NULL OR f.expires_at > now())
      LIMIT bound) chosen
    ORDER BY 2 DESC, 1 DESC LIMIT most;
END $$;

-- The revisions in force that speak of an entity which one of the terms names, whole; a name is compared as the
-- application folds it. Of each entity the newest few, so that what is spoken of everywhere costs no more than what is
-- not; entities of which little is said come first, since they tell most. A merged entity counts as what it stands for.
CREATE OR REPLACE FUNCTION continuum_entity_fanout(asked uuid[], terms text[], most integer)
RETURNS TABLE (revision_id uuid, entity text, mentions bigint)
LANGUAGE sql STABLE ROWS 50 SET search_path = public, pg_temp
AS $$
  WITH named AS (
    SELECT DISTINCT coalesce(e.merged_into_id, n.entity_id) AS root
    FROM memories_entityname n CROSS JOIN LATERAL (
      SELECT each.merged_into_id FROM memories_entity each
      WHERE each.id = n.entity_id AND each.workspace_id IN (asked[1], asked[2])
      LIMIT 1) e
    WHERE n.workspace_id IN (asked[1], asked[2]) AND n.key = ANY (terms)
  ), spoken AS (
    SELECT r.name, m.revision_id, count(*) OVER (PARTITION BY named.root) AS mentions
    FROM named
    CROSS JOIN LATERAL (
      SELECT each.name FROM memories_entity each
      WHERE each.id = named.root AND each.workspace_id IN (asked[1], asked[2])
      LIMIT 1) r
    CROSS JOIN LATERAL (
      SELECT DISTINCT newest.revision_id
      FROM (
        SELECT named.root AS id
        UNION ALL
        SELECT merged.id FROM memories_entity merged
        WHERE merged.merged_into_id = named.root AND merged.workspace_id IN (asked[1], asked[2])) part
      CROSS JOIN LATERAL (
        SELECT x.revision_id FROM memories_mention x
        WHERE x.entity_id = part.id AND x.live AND x.workspace_id IN (asked[1], asked[2])
        ORDER BY x.id DESC LIMIT most) newest
      LIMIT most) m
  )
  SELECT spoken.revision_id, spoken.name::text, spoken.mentions FROM spoken
  ORDER BY spoken.mentions, spoken.revision_id DESC LIMIT most
$$;

REVOKE ALL ON FUNCTION continuum_search_facts(uuid[], text[], text[], boolean, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_search_facts(uuid[], text[], text[], boolean, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_entity_fanout(uuid[], text[], integer) TO continuum_app;
