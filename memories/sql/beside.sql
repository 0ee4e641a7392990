-- What stands beside a paragraph; sql/find_passages.sql asks for it. Without a SET it vanishes into the plan.

-- The paragraphs that a caller may see, told just before and just after one, from the same source, at most `span` each
-- way and `gap` apart; `steps` is below 0 for those before it.
CREATE OR REPLACE FUNCTION continuum_beside(
  workspace uuid, source bigint, told timestamptz, passage bigint, span integer, gap interval,
  reaches text[], private_too boolean
) RETURNS TABLE (id bigint, revision_id uuid, ordinal integer, steps integer)
LANGUAGE sql STABLE ROWS 4
AS $$
  (SELECT b.id, b.revision_id, b.ordinal, -(row_number() OVER (ORDER BY b.told_at DESC, b.id DESC))::integer
   FROM memories_passage b
   WHERE b.workspace_id = workspace AND b.source_key = source AND b.sentence = 0
     AND (b.told_at, b.id) < (told, passage) AND b.told_at >= told - gap AND continuum_reaches(b, reaches, private_too)
   ORDER BY b.told_at DESC, b.id DESC LIMIT span)
  UNION ALL
  (SELECT a.id, a.revision_id, a.ordinal, (row_number() OVER (ORDER BY a.told_at, a.id))::integer
   FROM memories_passage a
   WHERE a.workspace_id = workspace AND a.source_key = source AND a.sentence = 0
     AND (a.told_at, a.id) > (told, passage) AND a.told_at <= told + gap AND continuum_reaches(a, reaches, private_too)
   ORDER BY a.told_at, a.id LIMIT span)
$$;

GRANT EXECUTE ON FUNCTION continuum_beside(
  uuid, bigint, timestamptz, bigint, integer, interval, text[], boolean) TO continuum_app;
