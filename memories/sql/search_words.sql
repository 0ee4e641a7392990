-- Word search over passages. It runs as the owner of the table because `@@` is not leakproof: under a policy the
-- index could not be used (docs/adr/0010). Therefore it checks the asked workspaces itself.
--
-- Words are OR, never AND, and cost must not grow with the workspace: the terms that stand in few passages choose the
-- candidates, all terms rank them. The workspace's counted terms (memories_commonterm: in more than 100 passages) choose
-- less the more passages they stand in: the rarest of them does alone if at most `alone` hold it, the next three do
-- where two of them meet, and those that stand in more choose only where nothing else does.

CREATE FUNCTION continuum_search_words(
  asked uuid[], terms text[], reaches text[], private_too boolean, filters jsonb, most integer, bound integer
) RETURNS TABLE (passage_id bigint, revision_id uuid, rank real, vector halfvec, model text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off
AS $$
DECLARE
  alone constant integer := 500;
  identifiers constant tsquery := continuum_identifiers(terms);
  ranking tsquery;
  choosing tsquery;
  rare text;
  counted text[];
  common text[];
BEGIN
  IF (asked <@ continuum_workspaces()) IS NOT TRUE OR cardinality(terms) = 0 THEN
    RETURN;
  END IF;
  SELECT string_agg(known.term, '|')::tsquery,
      string_agg(known.term, '|') FILTER (WHERE known.passages IS NULL),
      array_agg(known.term ORDER BY known.passages) FILTER (WHERE known.passages <= alone),
      array_agg(known.term ORDER BY known.passages) FILTER (WHERE known.passages > alone)
    INTO ranking, rare, counted, common
    FROM (
      SELECT continuum_term(t) AS term, (
        SELECT sum(c.passages) FROM memories_commonterm c
        WHERE c.workspace_id = ANY (asked) AND c.term = t) AS passages
      FROM unnest(terms) t) known;
  choosing := coalesce(
    nullif(concat_ws('|', rare, counted[1], continuum_two_of_three(counted[2], counted[3], counted[4])), ''),
    continuum_two_of_three(common[1], common[2], common[3]),
    common[1])::tsquery;
  RETURN QUERY
    SELECT chosen.id, chosen.revision_id, continuum_rank(chosen.words, ranking, identifiers), chosen.vector,
      chosen.model::text
    FROM (
      SELECT p.id, p.revision_id, p.words, p.vector, p.model FROM memories_passage p
      WHERE p.workspace_id = ANY (asked) AND p.words @@ choosing
        AND (private_too OR NOT p.private) AND (reaches IS NULL OR p.reach = ANY (reaches))
        AND (p.expires_at IS NULL OR p.expires_at > now())
        AND (filters IS NULL OR p.revision_id IN (SELECT continuum_passing(asked, filters)))
      LIMIT bound) chosen
    ORDER BY 3 DESC, 1 LIMIT most;
END $$;

-- Functions with a body like the next ones are taken apart when they are made, so that no search_path can change what
-- they mean, and vanish into the plans they stand in; with a SET they would be calls, some 30 microseconds each.

-- A term as tsquery reads it: quoted, so that no letter in it is an operator.
CREATE FUNCTION continuum_term(term text) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN '''' || replace(replace(term, '\', '\\'), '''', '''''') || '''';

CREATE FUNCTION continuum_any_of(terms text[]) RETURNS tsquery
LANGUAGE sql IMMUTABLE
RETURN (SELECT string_agg(continuum_term(t), '|')::tsquery FROM unnest(terms) t);

-- Of the terms, those that name one thing: a number with letters or signs, a word with a sign inside. NULL for none.
CREATE FUNCTION continuum_identifiers(terms text[]) RETURNS tsquery
LANGUAGE sql IMMUTABLE
RETURN (
  SELECT string_agg(continuum_term(t), '|')::tsquery FROM unnest(terms) t
  WHERE t ~ '[0-9]' AND t ~ '[^0-9]' OR t ~ '[[:alnum:]][^[:alnum:][:space:]]+[[:alnum:]]');

-- Whole identifiers and words as written count more than parts and stems (text.words.RANK_WEIGHTS: D, C, B, A). A rank
-- of 1 and more says that an identifier that was asked for stands there: ts_rank itself stays below 1.
CREATE FUNCTION continuum_rank(words tsvector, query tsquery, identifiers tsquery) RETURNS real
LANGUAGE sql IMMUTABLE
RETURN ts_rank('{0.4, 0.6, 0.8, 1.0}', words, query) + (CASE WHEN words @@ identifiers THEN 1 ELSE 0 END)::real;

-- What tsquery reads as passages with two of these terms, made by continuum_term; NULL for fewer than two.
CREATE FUNCTION continuum_two_of_three(a text, b text, c text) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN c IS NULL THEN a || '&' || b
  ELSE '(' || a || '&' || b || ')|(' || a || '&' || c || ')|(' || b || '&' || c || ')'
END;

-- What a caller may ask of a memory beside the query. Absent keys ask nothing.
-- Read once a search, not once a passage.
CREATE FUNCTION continuum_passing(asked uuid[], filters jsonb) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
    SELECT r.id FROM memories_memory m JOIN memories_revision r ON r.memory_id = m.id
    WHERE m.workspace_id = ANY (asked) AND r.workspace_id = ANY (asked) AND r.status IN ('active', 'proposed')
      AND (NOT filters ? 'kinds' OR m.kind = ANY (ARRAY(SELECT jsonb_array_elements_text(filters -> 'kinds'))))
      AND (NOT filters ? 'tags' OR m.tags && ARRAY(SELECT jsonb_array_elements_text(filters -> 'tags'))::varchar[])
      AND (NOT filters ? 'tiers' OR m.recall_tier = ANY (ARRAY(SELECT jsonb_array_elements_text(filters -> 'tiers'))))
      AND (NOT filters ? 'scopes' OR m.scope = ANY (ARRAY(SELECT jsonb_array_elements_text(filters -> 'scopes'))))
      AND (NOT filters ? 'names' OR m.name = ANY (ARRAY(SELECT jsonb_array_elements_text(filters -> 'names'))))
      AND (NOT filters ? 'statuses' OR r.status = ANY (ARRAY(SELECT jsonb_array_elements_text(filters -> 'statuses'))))
      AND (NOT filters ? 'trust' OR r.trust = ANY (ARRAY(SELECT jsonb_array_elements_text(filters -> 'trust'))))
      AND (NOT filters ? 'from' OR r.created_at >= (filters ->> 'from')::timestamptz)
      AND (NOT filters ? 'until' OR r.created_at < (filters ->> 'until')::timestamptz)
$$;

CREATE FUNCTION continuum_count_words(asked uuid, common_from integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE counted integer;
BEGIN
  IF (ARRAY[asked] <@ continuum_workspaces()) IS NOT TRUE THEN
    RETURN 0;
  END IF;
  DELETE FROM memories_commonterm WHERE workspace_id = asked;
  INSERT INTO memories_commonterm (workspace_id, term, passages)
    SELECT asked, word, ndoc
    FROM ts_stat(format('SELECT words FROM memories_passage WHERE workspace_id = %L', asked)) WHERE ndoc > common_from;
  GET DIAGNOSTICS counted = ROW_COUNT;
  RETURN counted;
END $$;

REVOKE ALL ON FUNCTION continuum_search_words(uuid[], text[], text[], boolean, jsonb, integer, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION continuum_count_words(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_search_words(uuid[], text[], text[], boolean, jsonb, integer, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_rank(tsvector, tsquery, tsquery) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_identifiers(text[]) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_term(text) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_any_of(text[]) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_passing(uuid[], jsonb) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_count_words(uuid, integer) TO continuum_app;
