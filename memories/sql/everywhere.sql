-- One job of a step for every workspace that has none waiting. Yesterday's failure is tried anew, not kept beside it.
-- The beat asks for this before anyone acts anywhere: the function crosses the boundary and returns no text.
CREATE FUNCTION continuum_enqueue_everywhere(wanted text) RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  DELETE FROM memories_job WHERE step = wanted AND state = 'failed';
  WITH put AS (
    INSERT INTO memories_job (id, workspace_id, step, state, attempts, error)
    SELECT gen_random_uuid(), w.id, wanted, 'waiting', 0, '' FROM memories_workspace w
    WHERE NOT EXISTS (SELECT 1 FROM memories_job j WHERE j.workspace_id = w.id AND j.step = wanted)
    RETURNING 1)
  SELECT count(*)::integer FROM put
$$;

REVOKE ALL ON FUNCTION continuum_enqueue_everywhere(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_enqueue_everywhere(text) TO continuum_app;
