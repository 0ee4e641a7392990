-- What happened to an account is append-only, as what happened in a workspace is (memories/sql/immutability.sql): only
-- retention and restore delete, saying so in continuum.purpose. Like all tables of oauth these two are exempt from
-- row-level security by name: whoever signs in is nobody yet, and every query names its person.
CREATE TRIGGER keep_account_events BEFORE UPDATE OR DELETE ON oauth_accountevent
    FOR EACH ROW EXECUTE FUNCTION continuum_keep_events();
