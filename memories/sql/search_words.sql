-- Word search over paragraphs. It runs as the owner of the table because `@@` is not leakproof: under a policy the
-- index could not be used (docs/adr/0010). Therefore it checks the asked workspaces itself.
--
-- Words are OR, never AND, and cost must not grow with the workspace: the terms that stand in few paragraphs choose the
-- candidates, all terms rank them. The workspace's counted terms (memories_commonterm) choose less the more paragraphs
-- they stand in: the rarest of them does alone if at most `alone` hold it, the next three do where two of them meet, and
-- those that stand in more choose only where nothing else does.

-- How a question's words are weighed in these workspaces: its terms by how many paragraphs hold them, the fewer the more
-- they tell (docs/recall.md has the figures), as tsqueries, each with the weights of ts_rank's four labels; those that
-- name one thing; and what a paragraph must hold to be looked at.
DO $$ BEGIN
  CREATE TYPE continuum_weighing AS (
    rare tsquery, middling tsquery, common tsquery, of_rare real[], of_middling real[], of_common real[],
    identifiers tsquery, choosing tsquery);
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;

-- What is asked is a workspace and the reader's default one: two at most. Every statement whose plan is kept says so,
-- `IN (asked[1], asked[2])`, for each of its tables: where these are divided (docs/scale.md) Postgres then opens the parts of
-- those two alone, while for `= ANY (asked)` it would look into all of them. And every row that is known by its key is
-- looked up by itself, `LATERAL (... LIMIT 1)`: where workspaces are many, a kept plan takes a workspace for a handful of
-- rows and would rather read the whole of it.
CREATE OR REPLACE FUNCTION continuum_two_at_most(asked uuid[]) RETURNS void
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  IF cardinality(asked) > 2 THEN
    RAISE EXCEPTION 'At most two workspaces are read together' USING ERRCODE = 'invalid_parameter_value';
  END IF;
END $$;

-- Functions with a body like the next ones are taken apart when they are made, so that no search_path can change what
-- they mean, and vanish into the plans they stand in; with a SET they would be calls, some 30 microseconds each.

-- A term as tsquery reads it: quoted, so that no letter in it is an operator.
CREATE OR REPLACE FUNCTION continuum_term(term text) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN '''' || replace(replace(term, '\', '\\'), '''', '''''') || '''';

CREATE OR REPLACE FUNCTION continuum_any_of(terms text[]) RETURNS tsquery
LANGUAGE sql IMMUTABLE
RETURN (SELECT string_agg(continuum_term(t), '|')::tsquery FROM unnest(terms) t);

-- Of the terms, those that name one thing: a number with letters or signs, a word with a sign inside. NULL for none.
CREATE OR REPLACE FUNCTION continuum_identifiers(terms text[]) RETURNS tsquery
LANGUAGE sql IMMUTABLE
RETURN (
  SELECT string_agg(continuum_term(t), '|')::tsquery FROM unnest(terms) t
  WHERE t ~ '[0-9]' AND t ~ '[^0-9]' OR t ~ '[[:alnum:]][^[:alnum:][:space:]]+[[:alnum:]]');

-- Whole identifiers and words as written count more than parts and stems (text.words.RANK_WEIGHTS: D, C, B, A); `share`
-- is what these terms count among all.
CREATE OR REPLACE FUNCTION continuum_weights(share float8) RETURNS real[]
LANGUAGE sql IMMUTABLE
RETURN ARRAY[0.4 * share, 0.6 * share, 0.8 * share, share]::real[];

-- A rank of 1 and more says that an identifier that was asked for stands there: ts_rank itself stays below 1.
CREATE OR REPLACE FUNCTION continuum_rank(words tsvector, weighing continuum_weighing) RETURNS real
LANGUAGE sql IMMUTABLE
RETURN coalesce(ts_rank((weighing).of_rare, words, (weighing).rare), 0)
  + coalesce(ts_rank((weighing).of_middling, words, (weighing).middling), 0)
  + coalesce(ts_rank((weighing).of_common, words, (weighing).common), 0)
  + (CASE WHEN words @@ (weighing).identifiers THEN 1 ELSE 0 END)::real;

-- What tsquery reads as paragraphs with two of these terms, made by continuum_term; NULL for fewer than two.
CREATE OR REPLACE FUNCTION continuum_two_of_three(a text, b text, c text) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN c IS NULL THEN a || '&' || b
  ELSE '(' || a || '&' || b || ')|(' || a || '&' || c || ')|(' || b || '&' || c || ')'
END;

-- The row with the empty term counts the paragraphs themselves. Runs as the owner of the table, so it checks the asked
-- workspaces itself; NULL for none of its own or no terms.
CREATE OR REPLACE FUNCTION continuum_weigh(asked uuid[], terms text[]) RETURNS continuum_weighing
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  alone constant integer := 500;
  uncounted constant integer := 100;
  every float8;
  found record;
  told continuum_weighing;
BEGIN
  PERFORM continuum_two_at_most(asked);
  IF (asked <@ continuum_workspaces()) IS NOT TRUE OR cardinality(terms) = 0 THEN
    RETURN NULL;
  END IF;
  SELECT sum(c.passages) INTO every FROM memories_commonterm c
    WHERE c.workspace_id IN (asked[1], asked[2]) AND c.term = '';
  SELECT count(*) AS every,
      count(*) FILTER (WHERE known.class = 1) AS rares, count(*) FILTER (WHERE known.class = 2) AS middlings,
      count(*) FILTER (WHERE known.class = 3) AS commons,
      string_agg(known.term, '|') FILTER (WHERE known.class = 1) AS rare,
      string_agg(known.term, '|') FILTER (WHERE known.class = 2) AS middling,
      string_agg(known.term, '|') FILTER (WHERE known.class = 3) AS common,
      string_agg(known.term, '|') FILTER (WHERE known.passages <= uncounted) AS few,
      array_agg(known.term ORDER BY known.passages) FILTER (WHERE known.passages > uncounted AND known.passages <= alone)
        AS some,
      array_agg(known.term ORDER BY known.passages) FILTER (WHERE known.passages > alone) AS many
    INTO found
    FROM (
      SELECT continuum_term(counted.t) AS term, counted.passages,
        CASE WHEN counted.passages > 0.125 * every THEN 3 WHEN counted.passages > 0.02 * every THEN 2 ELSE 1 END AS class
      FROM (
        SELECT t, coalesce(
            (SELECT sum(c.passages) FROM memories_commonterm c WHERE c.workspace_id IN (asked[1], asked[2]) AND c.term = t),
            0) AS passages
        FROM (SELECT DISTINCT each FROM unnest(terms) each) once (t)) counted) known;
  told.rare := found.rare;
  told.middling := found.middling;
  told.common := found.common;
  told.of_rare := continuum_weights(found.rares::float8 / found.every);
  told.of_middling := continuum_weights(0.6 * found.middlings / found.every);
  told.of_common := continuum_weights(0.25 * found.commons / found.every);
  told.identifiers := continuum_identifiers(terms);
  told.choosing := coalesce(
    nullif(concat_ws('|', found.few, found.some[1],
      continuum_two_of_three(found.some[2], found.some[3], found.some[4])), ''),
    continuum_two_of_three(found.many[1], found.many[2], found.many[3]),
    found.many[1]);
  RETURN told;
END $$;

CREATE OR REPLACE FUNCTION continuum_search_words(
  asked uuid[], weighing continuum_weighing, reaches text[], private_too boolean, filters jsonb, most integer, bound integer
) RETURNS TABLE (passage_id bigint, revision_id uuid, ordinal integer, rank real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET jit = off
AS $$
BEGIN
  IF (asked <@ continuum_workspaces()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT chosen.id, chosen.revision_id, chosen.ordinal, continuum_rank(chosen.words, weighing)
    FROM (
      SELECT p.id, p.revision_id, p.ordinal, p.words FROM memories_passage p
      WHERE p.workspace_id = ANY (asked) AND p.words @@ weighing.choosing
        AND (private_too OR NOT p.private) AND (reaches IS NULL OR p.reach = ANY (reaches))
        AND (p.expires_at IS NULL OR p.expires_at > now())
        AND (filters IS NULL OR p.revision_id IN (SELECT continuum_passing(asked, filters)))
      LIMIT bound) chosen
    ORDER BY 4 DESC, 1 LIMIT most;
END $$;

-- What a caller may ask of a memory beside the query. Absent keys ask nothing.
-- Read once a search, not once a passage.
CREATE OR REPLACE FUNCTION continuum_passing(asked uuid[], filters jsonb) RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
    SELECT r.id FROM memories_memory m JOIN memories_revision r ON r.memory_id = m.id
    WHERE m.workspace_id IN (asked[1], asked[2]) AND r.workspace_id IN (asked[1], asked[2]) AND r.status IN ('active', 'proposed')
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

-- Counts the words that more than `common_from` paragraphs hold, or, in a small workspace, more than one in fifty.
CREATE OR REPLACE FUNCTION continuum_count_words(asked uuid, common_from integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  counted integer;
  every integer;
BEGIN
  IF (ARRAY[asked] <@ continuum_workspaces()) IS NOT TRUE THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO every FROM memories_passage WHERE workspace_id = asked AND sentence = 0;
  DELETE FROM memories_commonterm WHERE workspace_id = asked;
  INSERT INTO memories_commonterm (workspace_id, term, passages)
    SELECT asked, '', every
    UNION ALL
    SELECT asked, word, ndoc
    FROM ts_stat(format('SELECT words FROM memories_passage WHERE workspace_id = %L AND sentence = 0', asked))
    WHERE ndoc > least(common_from, every / 50);
  GET DIAGNOSTICS counted = ROW_COUNT;
  RETURN counted - 1;
END $$;

REVOKE ALL ON FUNCTION continuum_search_words(
  uuid[], continuum_weighing, text[], boolean, jsonb, integer, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION continuum_weigh(uuid[], text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION continuum_count_words(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_search_words(
  uuid[], continuum_weighing, text[], boolean, jsonb, integer, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_weigh(uuid[], text[]) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_weights(float8) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_rank(tsvector, continuum_weighing) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_identifiers(text[]) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_term(text) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_two_at_most(uuid[]) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_any_of(text[]) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_passing(uuid[], jsonb) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_count_words(uuid, integer) TO continuum_app;
