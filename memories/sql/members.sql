-- Sharing a workspace: nothing private is where others read, and a link says what it invites to.

-- Whoever may enter a workspace reads all of it. So what is private is kept out of workspaces that others enter, and
-- others out of workspaces that hold something private, whoever tries, by whatever road (docs/adr/0021).
CREATE FUNCTION continuum_keep_private_out() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM memories_membership m WHERE m.workspace_id = NEW.workspace_id AND m.role <> 'owner') THEN
    RAISE EXCEPTION 'Others read this workspace'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'nothing_private_where_others_read';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION continuum_keep_private_out() FROM PUBLIC;

CREATE TRIGGER keep_private_out BEFORE INSERT OR UPDATE OF sensitivity, workspace_id ON memories_memory
  FOR EACH ROW WHEN (NEW.sensitivity = 'private') EXECUTE FUNCTION continuum_keep_private_out();
CREATE TRIGGER keep_private_out BEFORE INSERT OR UPDATE OF sensitivity, workspace_id ON memories_handoff
  FOR EACH ROW WHEN (NEW.sensitivity = 'private') EXECUTE FUNCTION continuum_keep_private_out();

CREATE FUNCTION continuum_keep_others_out() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM memories_memory m WHERE m.workspace_id = NEW.workspace_id AND m.sensitivity = 'private')
    OR EXISTS (SELECT 1 FROM memories_handoff h WHERE h.workspace_id = NEW.workspace_id AND h.sensitivity = 'private')
  THEN
    RAISE EXCEPTION 'Something private is in this workspace'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'nobody_where_something_is_private';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION continuum_keep_others_out() FROM PUBLIC;

CREATE TRIGGER keep_others_out BEFORE INSERT OR UPDATE OF role, workspace_id ON memories_membership
  FOR EACH ROW WHEN (NEW.role <> 'owner') EXECUTE FUNCTION continuum_keep_others_out();

-- Who follows a link acts in no workspace yet, perhaps is nobody yet. This crosses the boundary for who knows the
-- secret, and returns no text but the workspace's name and who invites.
CREATE FUNCTION continuum_invitation(secret_digest text)
RETURNS TABLE (id uuid, workspace_id uuid, workspace text, role text, invited_by bigint, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT i.id, i.workspace_id, w.name::text, i.role::text, i.user_id, i.expires_at
  FROM memories_workspaceinvitation i JOIN memories_workspace w ON w.id = i.workspace_id
  WHERE i.digest = secret_digest AND i.expires_at > statement_timestamp()
$$;
REVOKE ALL ON FUNCTION continuum_invitation(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION continuum_invitation(text) TO continuum_app;
