-- Row-level security for the tables of this migration.
DO $$
DECLARE guarded text;
BEGIN
  FOREACH guarded IN ARRAY ARRAY['memories_goldenquestion', 'memories_goldenrun'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', guarded);
    EXECUTE format(
      'CREATE POLICY within_actors_workspaces ON %I TO continuum_app'
      ' USING (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))'
      ' WITH CHECK (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))', guarded);
  END LOOP;
END $$;
