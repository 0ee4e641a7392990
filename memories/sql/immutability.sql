-- Events are append-only, revisions immutable but for their status. Forget, retention and restore say so in
-- continuum.purpose for the length of their transaction; nothing else gets through by accident.

CREATE FUNCTION continuum_keep_events() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('continuum.purpose', true) IN ('retention', 'restore', 'purge') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER keep_events BEFORE UPDATE OR DELETE ON memories_event
  FOR EACH ROW EXECUTE FUNCTION continuum_keep_events();

CREATE FUNCTION continuum_keep_revisions() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  moving constant text[] := ARRAY['status', 'number', 'decided_at', 'retired_at', 'base_number', 'failure'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('continuum.purpose', true) IN ('forget', 'retention', 'restore', 'purge') THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'revisions are deleted by forget and retention alone' USING ERRCODE = 'restrict_violation';
  END IF;
  IF to_jsonb(NEW) - moving IS DISTINCT FROM to_jsonb(OLD) - moving THEN
    RAISE EXCEPTION 'only the status of a revision moves' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_revisions BEFORE UPDATE OR DELETE ON memories_revision
  FOR EACH ROW EXECUTE FUNCTION continuum_keep_revisions();
