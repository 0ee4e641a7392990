-- The channels of a search (meaning, words, exact name) and what stands beside what they found, in two calls: words are
-- looked up while the question's vector is being made. All of it runs as its caller, under row-level security, and names
-- the workspaces all the same: the names choose the index.
-- They are functions because those keep their plans: made anew for each search they took longer than the searching.

-- What a caller may see and asks of a passage beside the query; plans take it in as if it were written there.
CREATE OR REPLACE FUNCTION continuum_reaches(passage memories_passage, reaches text[], private_too boolean) RETURNS boolean
LANGUAGE sql STABLE
RETURN (private_too OR NOT passage.private)
  AND (reaches IS NULL OR passage.reach = ANY (reaches))
  AND (passage.expires_at IS NULL OR passage.expires_at > now());

-- The nearest passages. Planned anew each time: the planner must see which workspaces are asked to choose between the
-- vector index and a small workspace's own rows. The index walks on until the page is full (iterative scan); where it
-- gives up before, the workspace's passages are compared one by one, and those that were found come twice.
CREATE OR REPLACE FUNCTION continuum_nearest(
  asked uuid[], query halfvec, made_by text, reaches text[], private_too boolean, filters jsonb, most integer
) RETURNS TABLE (revision_id uuid, ordinal integer, sentence integer, distance float8)
LANGUAGE plpgsql STABLE ROWS 50 SET search_path = public, pg_temp
AS $$
DECLARE
  found integer;
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT near.revision_id, near.ordinal, near.sentence, near.distance
     FROM (SELECT p.revision_id, p.ordinal, p.sentence, p.vector::halfvec(%1$s) <=> $2::halfvec(%1$s) AS distance
       FROM memories_passage p
       WHERE p.workspace_id = ANY ($1) AND p.dimensions = %1$s AND p.model = $3 AND continuum_reaches(p, $4, $5)
         AND ($6 IS NULL OR p.revision_id IN (SELECT continuum_passing($1, $6)))
       ORDER BY p.vector::halfvec(%1$s) <=> $2::halfvec(%1$s) LIMIT $7) near', vector_dims(query))
    USING asked, query, made_by, reaches, private_too, filters, most;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found < most THEN
    RETURN QUERY
      SELECT p.revision_id, p.ordinal, p.sentence, p.vector <=> query FROM memories_passage p
      WHERE p.workspace_id IN (asked[1], asked[2]) AND p.dimensions = vector_dims(query) AND p.model = made_by
        AND continuum_reaches(p, reaches, private_too)
        AND (filters IS NULL OR p.revision_id IN (SELECT continuum_passing(asked, filters)))
      ORDER BY p.vector <=> query LIMIT most;
  END IF;
END $$;

-- What the words of a question find, best first, and how they are weighed: as texts, which continuum_find_passages takes
-- in as they are.
CREATE OR REPLACE FUNCTION continuum_find_words(
  asked uuid[], terms text[], reaches text[], private_too boolean, filters jsonb, most integer, bound integer
) RETURNS TABLE (weighed text, revisions text, ordinals text, ranks text)
LANGUAGE plpgsql STABLE ROWS 1
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  weighing constant continuum_weighing := continuum_weigh(asked, terms);
BEGIN
  RETURN QUERY
    SELECT weighing::text, array_agg(w.revision_id ORDER BY w.rank DESC, w.passage_id)::text,
      array_agg(w.ordinal ORDER BY w.rank DESC, w.passage_id)::text,
      array_agg(w.rank ORDER BY w.rank DESC, w.passage_id)::text
    FROM continuum_search_words(asked, weighing, reaches, private_too, filters, most, bound) w;
END $$;

-- One row for each paragraph and each channel that found it: 1 for meaning, 2 for words, 3 for the name, 5 for texts that
-- speak of `things` (of those of which fewer than `spoken_of` do: what all speak of tells nothing); 4 for what stands beside one of the first `lead` of them, which
-- `beside` names, `place` steps from it; 6 for what one of these links to, `fanout` in all. With its scores whichever
-- found it: its cosine, NULL without a comparable vector, that of its nearest sentence if that is among the nearest
-- passages, and the rank of its words. What words found is given: `weighing` and the three arrays of
-- continuum_find_words. Without a vector words and names answer. `written` and `told` are in seconds since
-- 1970; `waiting` counts the passages that have no vector yet, in every row alike.
CREATE OR REPLACE FUNCTION continuum_find_passages(
  asked uuid[], query halfvec, made_by text, weighing continuum_weighing, revisions uuid[], ordinals integer[],
  ranks real[], called text, reaches text[], private_too boolean, filters jsonb, most integer, lead integer, span integer,
  gap interval, things text[], spoken_of integer, fanout integer
) RETURNS TABLE (
  passage_id bigint, revision_id uuid, whole float8, sentence float8, word_rank real, speaker text,
  source_key bigint, told float8, status text, written float8, channel integer, place integer, beside bigint,
  waiting bigint
)
LANGUAGE plpgsql STABLE ROWS 100
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  PERFORM continuum_two_at_most(asked);
  RETURN QUERY
    WITH hits (revision, ordinal, sentence, rank, channel, place) AS MATERIALIZED (
      SELECT n.revision_id, n.ordinal, min(n.distance) FILTER (WHERE n.sentence > 0), NULL::real, 1,
          (row_number() OVER (ORDER BY min(n.distance)))::integer
        FROM continuum_nearest(asked, query, made_by, reaches, private_too, filters, most) n
        WHERE query IS NOT NULL GROUP BY 1, 2
      UNION ALL
      SELECT w.revision, w.ordinal, NULL, w.rank, 2, w.place::integer
        FROM unnest(revisions, ordinals, ranks) WITH ORDINALITY w (revision, ordinal, rank, place)
      UNION ALL
      SELECT p.revision_id, 0, NULL, NULL, 3, (row_number() OVER (ORDER BY p.id))::integer
        FROM memories_memory m CROSS JOIN LATERAL (
          SELECT beginning.id, beginning.revision_id FROM memories_passage beginning
          WHERE beginning.memory_id = m.id AND beginning.workspace_id IN (asked[1], asked[2])
            AND beginning.ordinal = 0 AND beginning.sentence = 0 AND continuum_reaches(beginning, reaches, private_too)
          OFFSET 0) p
        WHERE m.workspace_id IN (asked[1], asked[2]) AND m.name = called
          AND (filters IS NULL OR p.revision_id IN (SELECT continuum_passing(asked, filters)))),
    spoken AS MATERIALIZED (
      SELECT told.revision_id AS revision, 0 AS ordinal, 5 AS channel,
        (row_number() OVER (ORDER BY told.mentions, told.revision_id DESC))::integer AS place, NULL::bigint AS beside
      FROM continuum_entity_fanout(asked, things, spoken_of) told CROSS JOIN LATERAL (
        SELECT FROM memories_passage p
        WHERE p.revision_id = told.revision_id AND p.workspace_id IN (asked[1], asked[2])
          AND p.ordinal = 0 AND p.sentence = 0 AND continuum_reaches(p, reaches, private_too)
        LIMIT 1) readable
      WHERE told.mentions < spoken_of
        AND (filters IS NULL OR told.revision_id IN (SELECT continuum_passing(asked, filters)))),
    leads AS MATERIALIZED (
      SELECT p.id, first.revision AS revision_id, p.workspace_id, p.source_key, p.told_at, first.place
      FROM (SELECT h.revision, h.ordinal, min(h.place) AS place FROM hits h GROUP BY 1, 2 ORDER BY 3, 1, 2 LIMIT lead) first
        CROSS JOIN LATERAL (
          SELECT each.id, each.workspace_id, each.source_key, each.told_at FROM memories_passage each
          WHERE each.revision_id = first.revision AND each.ordinal = first.ordinal AND each.sentence = 0
            AND each.workspace_id IN (asked[1], asked[2])
          LIMIT 1) p),
    around AS MATERIALIZED (
      SELECT b.revision_id AS revision, b.ordinal, 4 AS channel, b.steps AS place, l.id AS beside
      FROM leads l CROSS JOIN LATERAL continuum_beside(
        l.workspace_id, l.source_key, l.told_at, l.id, span, gap, reaches, private_too) b
      WHERE l.source_key IS NOT NULL
        AND (filters IS NULL OR b.revision_id IN (SELECT continuum_passing(asked, filters)))),
    linked AS MATERIALIZED (
      SELECT t.revision_id AS revision, 0 AS ordinal, 6 AS channel, (row_number() OVER (ORDER BY l.place, l.id))::integer AS place, l.id AS beside
      FROM continuum_link_fanout(
          asked, ARRAY(SELECT f.revision_id FROM leads f ORDER BY f.place, f.id), fanout, reaches, private_too) t
        CROSS JOIN LATERAL (SELECT f.place, f.id FROM leads f WHERE f.revision_id = t.from_revision ORDER BY 1, 2 LIMIT 1) l
      WHERE (filters IS NULL OR t.revision_id IN (SELECT continuum_passing(asked, filters)))),
    found AS (
      SELECT h.revision, h.ordinal, h.channel, h.place, NULL::bigint AS beside FROM hits h
      UNION ALL SELECT * FROM around
      UNION ALL SELECT * FROM linked
      UNION ALL SELECT * FROM spoken),
    scored AS MATERIALIZED (
      SELECT p.id, one.revision AS revision_id, one.ordinal, CASE WHEN p.model = made_by THEN 1 - (p.vector <=> query) END AS whole,
        1 - one.sentence AS nearest, coalesce(one.rank, continuum_rank(p.words, weighing)) AS rank, p.speaker, p.source_key, p.told_at,
        r.status, r.created_at
      FROM (
        SELECT each.revision, each.ordinal, min(each.sentence) AS sentence, max(each.rank) AS rank
        FROM (SELECT h.revision, h.ordinal, h.sentence, h.rank FROM hits h
          UNION ALL SELECT a.revision, a.ordinal, NULL, NULL FROM around a
          UNION ALL SELECT t.revision, t.ordinal, NULL, NULL FROM linked t
          UNION ALL SELECT s.revision, s.ordinal, NULL, NULL FROM spoken s) each
        GROUP BY 1, 2) one
        CROSS JOIN LATERAL (
          SELECT each.id, each.words, each.vector, each.model, each.speaker, each.source_key, each.told_at
          FROM memories_passage each
          WHERE each.revision_id = one.revision AND each.ordinal = one.ordinal AND each.sentence = 0
            AND each.workspace_id IN (asked[1], asked[2]) AND continuum_reaches(each, reaches, private_too)
          LIMIT 1) p
        CROSS JOIN LATERAL (
          SELECT standing.status, standing.created_at FROM memories_revision standing
          WHERE standing.id = one.revision AND standing.workspace_id IN (asked[1], asked[2])
          LIMIT 1) r)
    SELECT s.id, s.revision_id, s.whole, s.nearest, s.rank, s.speaker::text, s.source_key,
      date_part('epoch', s.told_at), s.status::text, date_part('epoch', s.created_at), f.channel, f.place, f.beside,
      (SELECT count(*) FROM memories_passage p WHERE p.workspace_id IN (asked[1], asked[2]) AND p.vector IS NULL)
    FROM found f JOIN scored s ON s.revision_id = f.revision AND s.ordinal = f.ordinal;
END $$;

-- What ranking asks of a revision, so that it need not be fetched for each of a hundred candidates.
CREATE INDEX IF NOT EXISTS revision_standing ON memories_revision (id) INCLUDE (workspace_id, status, created_at);

-- The passages of an answer with their memories and revisions, whole.
CREATE OR REPLACE FUNCTION continuum_read_passages(asked uuid[], ids bigint[])
RETURNS TABLE (id bigint, passage text, section text, memory memories_memory, revision memories_revision)
LANGUAGE plpgsql STABLE ROWS 20
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  PERFORM continuum_two_at_most(asked);
  RETURN QUERY
    SELECT found.id, found.text, found.section::text, of_it.memory, said.revision
    FROM unnest(ids) wanted
      CROSS JOIN LATERAL (
        SELECT p.id, p.text, p.section, p.memory_id, p.revision_id FROM memories_passage p
        WHERE p.id = wanted AND p.workspace_id IN (asked[1], asked[2])
        LIMIT 1) found
      CROSS JOIN LATERAL (
        SELECT m AS memory FROM memories_memory m
        WHERE m.id = found.memory_id AND m.workspace_id IN (asked[1], asked[2])
        LIMIT 1) of_it
      CROSS JOIN LATERAL (
        SELECT r AS revision FROM memories_revision r
        WHERE r.id = found.revision_id AND r.workspace_id IN (asked[1], asked[2])
        LIMIT 1) said;
END $$;

GRANT EXECUTE ON FUNCTION continuum_reaches(memories_passage, text[], boolean) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_nearest(uuid[], halfvec, text, text[], boolean, jsonb, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_find_passages(
  uuid[], halfvec, text, continuum_weighing, uuid[], integer[], real[], text, text[], boolean, jsonb, integer, integer,
  integer, interval, text[], integer, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_find_words(uuid[], text[], text[], boolean, jsonb, integer, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_read_passages(uuid[], bigint[]) TO continuum_app;
