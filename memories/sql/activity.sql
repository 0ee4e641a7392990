-- Row-level security for the table of this migration.
ALTER TABLE memories_activity ENABLE ROW LEVEL SECURITY;
CREATE POLICY within_actors_workspaces ON memories_activity TO continuum_app
  USING (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))
  WITH CHECK (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]));
