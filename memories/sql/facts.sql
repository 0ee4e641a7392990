-- Row-level security for tables that carry a workspace (docs/adr/0010); migrations call it for theirs.
CREATE FUNCTION continuum_guard(tables text[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE guarded text;
BEGIN
  FOREACH guarded IN ARRAY tables LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', guarded);
    EXECUTE format(
      'CREATE POLICY within_actors_workspaces ON %I TO continuum_app'
      ' USING (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))'
      ' WITH CHECK (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))', guarded);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION continuum_guard(text[]) FROM PUBLIC;

SELECT continuum_guard(ARRAY[
  'memories_entity', 'memories_entityname', 'memories_namedhere', 'memories_mention', 'memories_fact',
  'memories_extractionbudget']);

-- Two reads of facts need an index which a policy would keep them from (docs/adr/0010).

-- Facts that are held and hold one of the terms, those with the rarest and most of them first. Words are OR.
CREATE FUNCTION continuum_search_facts(
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
CREATE FUNCTION continuum_entity_fanout(asked uuid[], terms text[], most integer)
RETURNS TABLE (revision_id uuid, entity text, mentions bigint)
LANGUAGE sql STABLE ROWS 50 SET search_path = public, pg_temp
AS $$
  WITH named AS (
    SELECT DISTINCT coalesce(e.merged_into_id, e.id) AS root
    FROM memories_entityname n JOIN memories_entity e ON e.id = n.entity_id
    WHERE n.workspace_id = ANY (asked) AND n.key = ANY (terms)
  ), spoken AS (
    SELECT r.name, m.revision_id, count(*) OVER (PARTITION BY r.id) AS mentions
    FROM named JOIN memories_entity r ON r.id = named.root
    CROSS JOIN LATERAL (
      SELECT DISTINCT newest.revision_id FROM memories_entity part
      CROSS JOIN LATERAL (
        SELECT x.revision_id FROM memories_mention x WHERE x.entity_id = part.id AND x.live
        ORDER BY x.id DESC LIMIT most) newest
      WHERE part.id = r.id OR part.merged_into_id = r.id
      LIMIT most) m
  )
  SELECT spoken.revision_id, spoken.name::text, spoken.mentions FROM spoken
  ORDER BY spoken.mentions, spoken.revision_id DESC LIMIT most
$$;

REVOKE ALL ON FUNCTION continuum_search_facts(uuid[], text[], text[], boolean, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_search_facts(uuid[], text[], text[], boolean, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_entity_fanout(uuid[], text[], integer) TO continuum_app;
