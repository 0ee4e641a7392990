-- The two roles of Continuum and what each may do in the current database. Run as often as you like.
--
-- The local profile runs this at every start. On a Postgres of your own, as a superuser (or, with the extension
-- already there, as the database's creator with CREATEROLE):
--
--     createdb continuum
--     psql --dbname=continuum --set=ON_ERROR_STOP=1 --single-transaction --file=roles.sql
--
-- and then give both roles a password: \password continuum_owner, \password continuum_app.
--
-- continuum_owner owns the database, its schema and every table; migrations and dumps connect as it.
-- continuum_app is the application: it owns nothing, so that row-level security binds it, and can create nothing.

DO $roles$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'continuum_owner') THEN
        CREATE ROLE continuum_owner LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'continuum_app') THEN
        CREATE ROLE continuum_app LOGIN;
    END IF;

    -- Roles that were there before: refuse what would switch the policies off.
    IF EXISTS (
        SELECT FROM pg_roles
        WHERE rolname IN ('continuum_owner', 'continuum_app')
          AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication)
    ) THEN
        RAISE EXCEPTION 'continuum_owner and continuum_app must be plain roles: '
            'NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOREPLICATION';
    END IF;
    IF EXISTS (
        SELECT FROM pg_auth_members WHERE member = 'continuum_app'::regrole
    ) THEN
        RAISE EXCEPTION 'continuum_app must not be a member of any other role';
    END IF;
    IF EXISTS (
        SELECT FROM pg_shdepend
        WHERE refclassid = 'pg_authid'::regclass AND refobjid = 'continuum_app'::regrole AND deptype = 'o'
    ) THEN
        RAISE EXCEPTION 'continuum_app must own nothing: REASSIGN OWNED BY continuum_app TO continuum_owner';
    END IF;

    -- Managed Postgres: whoever is no superuser may hand things only to a role it belongs to.
    IF NOT pg_has_role(current_user, 'continuum_owner', 'SET') THEN
        EXECUTE format('GRANT continuum_owner TO %I', current_user);
    END IF;

    EXECUTE format('ALTER DATABASE %I OWNER TO continuum_owner', current_database());
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM continuum_app', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO continuum_app', current_database());
END
$roles$;

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

ALTER SCHEMA public OWNER TO continuum_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM continuum_app;
GRANT USAGE ON SCHEMA public TO continuum_app;

-- What continuum_owner will make: rows are open to the application (policies decide which), functions are not.
-- The default EXECUTE for everybody is a global one, so it can only be taken away globally.
ALTER DEFAULT PRIVILEGES FOR ROLE continuum_owner
    REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE continuum_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO continuum_app;
ALTER DEFAULT PRIVILEGES FOR ROLE continuum_owner IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO continuum_app;
