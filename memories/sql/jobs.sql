-- Workers take jobs of every workspace before they act in any: these functions cross the boundary and return no text.

CREATE FUNCTION continuum_claim_jobs(most integer, lease_seconds integer) RETURNS SETOF memories_job
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  UPDATE memories_job SET leased_until = statement_timestamp() + make_interval(secs => lease_seconds), attempts = attempts + 1
  WHERE id IN (
    SELECT id FROM memories_job
    WHERE state = 'waiting' AND run_after <= statement_timestamp() AND (leased_until IS NULL OR leased_until < statement_timestamp())
    ORDER BY run_after, id LIMIT most FOR UPDATE SKIP LOCKED)
  RETURNING *
$$;

CREATE FUNCTION continuum_job_counts() RETURNS TABLE (state text, jobs bigint, oldest_seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT state::text, count(*), extract(epoch FROM now() - min(created_at)) FROM memories_job GROUP BY state
$$;

REVOKE ALL ON FUNCTION continuum_claim_jobs(integer, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION continuum_job_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_claim_jobs(integer, integer) TO continuum_app;
GRANT EXECUTE ON FUNCTION continuum_job_counts() TO continuum_app;
