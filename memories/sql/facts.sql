-- Row-level security for tables that carry a workspace (docs/adr/0010); migrations call it for theirs.
CREATE FUNCTION continuum_guard(tables text[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE guarded text;
BEGIN
  FOREACH guarded IN ARRAY tables LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', guarded);
    EXECUTE format(
      'CREATE POLICY within_actors_workspaces ON %I TO continuum_app'
      ' USING (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))'
      ' WITH CHECK (workspace_id = ANY ((SELECT continuum_workspaces())::uuid[]))', guarded);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION continuum_guard(text[]) FROM PUBLIC;

SELECT continuum_guard(ARRAY[
  'memories_entity', 'memories_entityname', 'memories_namedhere', 'memories_mention', 'memories_fact',
  'memories_extractionbudget']);
