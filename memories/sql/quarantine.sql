-- Row-level security for the table of this migration, and the third reason for which a revision changes: a person has
-- a secret taken out of it (services.quarantine says so in continuum.purpose). Its identity stays even then.
ALTER TABLE memories_falsealarm ENABLE ROW LEVEL SECURITY;
CREATE POLICY within_actors_workspaces ON memories_falsealarm TO continuum_app
  USING (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))
  WITH CHECK (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]));

CREATE OR REPLACE FUNCTION continuum_keep_revisions() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  moving text[] := ARRAY['status', 'number', 'decided_at', 'retired_at', 'base_number', 'failure'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('continuum.purpose', true) IN ('forget', 'retention', 'restore', 'purge') THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'revisions are deleted by forget and retention alone' USING ERRCODE = 'restrict_violation';
  END IF;
  IF current_setting('continuum.purpose', true) = 'redact' THEN
    moving := moving || ARRAY['content', 'description', 'value', 'patch', 'changes', 'source', 'content_hash'];
  END IF;
  IF to_jsonb(NEW) - moving IS DISTINCT FROM to_jsonb(OLD) - moving THEN
    RAISE EXCEPTION 'only the status of a revision moves' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- How many workspaces have not been scanned for secrets with these rules. Asked when nobody acts anywhere: the function
-- crosses the boundary and returns a number.
CREATE FUNCTION continuum_unscanned(rules text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT count(*) FROM memories_workspace w WHERE w.secrets_scanned_with <> rules
    AND EXISTS (SELECT FROM memories_memory m WHERE m.workspace_id = w.id)
$$;
REVOKE ALL ON FUNCTION continuum_unscanned(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_unscanned(text) TO continuum_app;
