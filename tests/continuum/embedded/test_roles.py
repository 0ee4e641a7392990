"""What each role may do, asked of a real Postgres."""

from __future__ import annotations

import psycopg
import pytest

from continuum.embedded import roles
from continuum.embedded.errors import StartFailed
from continuum.embedded.paths import APP_ROLE, OWNER_ROLE
from tests.continuum.embedded.seats import Seat


def test_neither_role_can_step_over_row_level_security(room: Seat) -> None:
    attributes = "rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication"
    found = room.query(f"SELECT {attributes} FROM pg_roles WHERE rolname LIKE 'continuum_%'")
    assert found == [(True, False, False, False, False, False)] * 2


def test_the_owner_owns_the_database_and_its_schema(room: Seat) -> None:
    assert room.query("SELECT datdba::regrole::text FROM pg_database WHERE datname = current_database()") == [
        (OWNER_ROLE,)
    ]
    assert room.query("SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'public'") == [
        (OWNER_ROLE,)
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE public.mine (id int)",
        "CREATE SCHEMA mine",
        "CREATE TEMPORARY TABLE mine (id int)",
        "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql RETURN 1",
        "CREATE DATABASE mine",
        "CREATE ROLE mine",
        "SET ROLE continuum_owner",
        "ALTER ROLE continuum_app BYPASSRLS",
        "COPY (SELECT 1) TO '/dev/null'",
        "SELECT pg_read_file('PG_VERSION')",
        "SET log_statement = 'all'",
    ],
)
def test_the_application_is_refused(running: Seat, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        running.query(statement, user=APP_ROLE)


def test_the_application_reads_and_writes_what_the_owner_makes(room: Seat) -> None:
    room.query("CREATE TABLE things (id serial, words text)")
    room.query("INSERT INTO things (words) VALUES ('one')", user=APP_ROLE)
    room.query("UPDATE things SET words = 'two'", user=APP_ROLE)
    assert room.query("SELECT id, words FROM things", user=APP_ROLE) == [(1, "two")]
    room.query("DELETE FROM things", user=APP_ROLE)
    for refused in ("TRUNCATE things", "ALTER TABLE things DISABLE ROW LEVEL SECURITY", "DROP TABLE things"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            room.query(refused, user=APP_ROLE)


def test_a_policy_binds_the_application_and_not_the_owner(room: Seat) -> None:
    room.query("CREATE TABLE things (id int); INSERT INTO things VALUES (1)")
    room.query("ALTER TABLE things ENABLE ROW LEVEL SECURITY")
    assert room.query("SELECT id FROM things", user=APP_ROLE) == []
    assert room.query("SELECT id FROM things") == [(1,)]


def test_a_function_is_closed_to_the_application_until_it_is_granted(room: Seat) -> None:
    room.query("CREATE FUNCTION secret() RETURNS int LANGUAGE sql SECURITY DEFINER RETURN 1")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        room.query("SELECT secret()", user=APP_ROLE)
    room.query("GRANT EXECUTE ON FUNCTION secret() TO continuum_app")
    assert room.query("SELECT secret()", user=APP_ROLE) == [(1,)]


def test_vectors_work_for_both_roles(room: Seat) -> None:
    for user in (OWNER_ROLE, APP_ROLE):
        assert room.query("SELECT '[1,0]'::halfvec(2) <=> '[1,0]'::halfvec(2)", user=user) == [(0.0,)]


def test_trigrams_keep_scripts_beyond_ascii(room: Seat) -> None:
    room.admin("CREATE EXTENSION pg_trgm", database=room.database)
    assert room.query("SELECT cardinality(public.show_trgm('東京タワー')) > 0") == [(True,)]


def test_preparing_twice_equals_once(room: Seat) -> None:
    state = "SELECT defaclrole::regrole::text, defaclobjtype, defaclacl::text FROM pg_default_acl ORDER BY 2"
    before = room.query(state)
    assert len(before) == 3
    roles.prepare_database(room.home, name=room.database)
    assert room.query(state) == before


@pytest.mark.parametrize(
    ("harm", "remedy"),
    [
        ("ALTER ROLE continuum_app SUPERUSER", "ALTER ROLE continuum_app NOSUPERUSER"),
        ("ALTER ROLE continuum_app BYPASSRLS", "ALTER ROLE continuum_app NOBYPASSRLS"),
        ("GRANT continuum_owner TO continuum_app", "REVOKE continuum_owner FROM continuum_app"),
        ("CREATE SCHEMA own AUTHORIZATION continuum_app", "DROP SCHEMA own"),
    ],
)
def test_an_application_role_that_could_switch_policies_off_is_refused(
    room: Seat, harm: str, remedy: str
) -> None:
    room.admin(harm, database=room.database)
    try:
        with pytest.raises(StartFailed, match="continuum_app"):
            roles.prepare_database(room.home, name=room.database)
    finally:
        room.admin(remedy, database=room.database)


def test_a_database_owner_without_superuser_can_run_the_file(seat: Seat) -> None:
    with seat.running():
        seat.admin("DROP DATABASE continuum")
        seat.admin("DROP ROLE continuum_app; DROP ROLE continuum_owner")
        seat.admin("CREATE ROLE landlord LOGIN CREATEROLE CREATEDB")
        seat.query("CREATE DATABASE rented", user="landlord", database="postgres")
        seat.admin("CREATE EXTENSION vector", database="rented")
        seat.query(roles.read_rights(), user="landlord", database="rented")
        can_create = "SELECT has_schema_privilege('public', 'CREATE')"
        assert seat.query(can_create, user=APP_ROLE, database="rented") == [(False,)]
