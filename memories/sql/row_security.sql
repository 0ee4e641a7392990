-- Row-level security: the application's role sees the rows of the workspaces that access.acting() has set, and no
-- others. Tables belong to the role that migrates, so the policies bind the application without FORCE (docs/adr/0010).

-- Every policy asks it, so it must cost nothing: a body without a SET vanishes into the plan, and being taken apart
-- when it is made, no search_path can change what it means.
CREATE FUNCTION continuum_workspaces() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('continuum.workspaces', true), '')::uuid[];
GRANT EXECUTE ON FUNCTION continuum_workspaces() TO continuum_app;

DO $$
DECLARE guarded text;
BEGIN
  FOREACH guarded IN ARRAY ARRAY[
    'memories_memory', 'memories_revision', 'memories_passage', 'memories_fingerprint', 'memories_commonterm',
    'memories_event', 'memories_chainhead', 'memories_job', 'memories_idempotentanswer', 'memories_exclusion'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', guarded);
    EXECUTE format(
      'CREATE POLICY within_actors_workspaces ON %I TO continuum_app'
      ' USING (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))'
      ' WITH CHECK (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))', guarded);
  END LOOP;
END $$;

ALTER TABLE memories_workspace ENABLE ROW LEVEL SECURITY;
CREATE POLICY within_actors_workspaces ON memories_workspace TO continuum_app
  USING (id = ANY ((SELECT continuum_workspaces())::uuid[]))
  WITH CHECK (id = ANY ((SELECT continuum_workspaces())::uuid[]));
