-- How much waits, by kind of job: a metric of the whole installation. It crosses the boundary and returns no text, no
-- workspace and no person.
CREATE FUNCTION continuum_job_depths() RETURNS TABLE (step text, state text, jobs bigint, oldest_seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT step::text, state::text, count(*), greatest(0, extract(epoch FROM now() - min(run_after)))::double precision
  FROM memories_job GROUP BY step, state
$$;

REVOKE ALL ON FUNCTION continuum_job_depths() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_job_depths() TO continuum_app;
