-- How carefully vectors are tied into the graph of their index: how many are looked at before one chooses its neighbours
-- (pgvector's own measure is 64; docs/adr/0006). It counts for what is written from now on, and for all when an index is
-- built anew.
DO $$
DECLARE
  graph record;
BEGIN
  FOR graph IN
    SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
    WHERE a.amname = 'hnsw' AND c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('ALTER INDEX %s SET (ef_construction = 128)', graph.name);
  END LOOP;
END $$;
