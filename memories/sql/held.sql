-- What a workspace holds, kept beside the end of its chain as rows come and go, so that a quota costs one look at one
-- row. Whoever writes has the workspace's turn, which is that row's lock (docs/adr/0012): nobody waits for this.
-- NULL stays NULL: what nobody has counted is not added to, and where there is no quota nobody counts.

CREATE FUNCTION continuum_count_memories() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE memories_chainhead AS head
  SET memories_held = head.memories_held + CASE TG_OP WHEN 'INSERT' THEN moved.rows ELSE -moved.rows END
  FROM (SELECT workspace_id, count(*) AS rows FROM changed GROUP BY workspace_id) AS moved
  WHERE head.workspace_id = moved.workspace_id AND head.memories_held IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION continuum_count_text() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE memories_chainhead AS head
  SET bytes_held = head.bytes_held + CASE TG_OP WHEN 'INSERT' THEN moved.bytes ELSE -moved.bytes END
  FROM (SELECT workspace_id, sum(octet_length(content)) AS bytes FROM changed GROUP BY workspace_id) AS moved
  WHERE head.workspace_id = moved.workspace_id AND head.bytes_held IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER count_added AFTER INSERT ON memories_memory REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION continuum_count_memories();
CREATE TRIGGER count_removed AFTER DELETE ON memories_memory REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION continuum_count_memories();
CREATE TRIGGER count_added AFTER INSERT ON memories_revision REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION continuum_count_text();
CREATE TRIGGER count_removed AFTER DELETE ON memories_revision REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION continuum_count_text();
