"""The last line of defence: the database itself shows an actor only its workspaces."""

from __future__ import annotations

import re
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.db import ProgrammingError, connection, connections, transaction

from continuum.kernel.actor import Actor
from memories import access
from memories.models import Memory, Revision, Workspace
from oauth.models import User
from tests.conftest import agent_actor
from tests.stories import remember

EXEMPT = {"memories_membership"}


def _rows(statement: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


def test_outside_acting_nothing_is_seen(alice: User) -> None:
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "The office is in Ghent.")
        assert Memory.objects.count() == 1
    assert Memory.objects.count() == Revision.objects.count() == Workspace.objects.count() == 0


def test_one_actor_does_not_see_anothers_rows(alice: User, stranger: Actor) -> None:
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "The office is in Ghent.")
    with access.acting(stranger):
        assert Memory.objects.count() == 0
        assert Memory.objects.update(kind="stolen") == 0


def test_writing_into_a_foreign_workspace_is_refused_by_the_database(alice: User, stranger: Actor) -> None:
    foreign = agent_actor(alice).workspaces["default"]
    with (
        access.acting(stranger),
        pytest.raises(ProgrammingError, match="row-level security"),
        transaction.atomic(),
    ):
        Memory.objects.create(workspace_id=foreign, name="planted")


def test_the_applications_role_cannot_switch_it_off(database: None) -> None:
    attributes = _rows("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")
    assert attributes == [(False, False)]
    for attempt in (
        "ALTER TABLE memories_memory DISABLE ROW LEVEL SECURITY",
        "DROP POLICY within_actors_workspaces ON memories_memory",
        "SET ROLE continuum_owner",
        "ALTER ROLE continuum_app BYPASSRLS",
    ):
        with pytest.raises(ProgrammingError), transaction.atomic():
            _rows(attempt)


def test_row_security_off_is_an_error_not_a_way_round(alice: User) -> None:
    with pytest.raises(ProgrammingError, match="row-level security"), transaction.atomic():
        _rows("SET LOCAL row_security = off; SELECT * FROM memories_memory")


def test_every_table_that_carries_a_workspace_is_guarded(database: None) -> None:
    guarded = {row[0] for row in _rows("SELECT relname FROM pg_class WHERE relrowsecurity")}
    for model in apps.get_app_config("memories").get_models():
        carries = model is Workspace or any(field.name == "workspace" for field in model._meta.fields)
        assert not carries or model._meta.db_table in guarded | EXEMPT, model._meta.db_table


def test_every_definer_function_is_closed_to_the_public_and_pins_its_path(database: None) -> None:
    rows = _rows(
        "SELECT proname, proconfig::text, has_function_privilege('public', oid, 'EXECUTE') FROM pg_proc"
        " WHERE prosecdef AND proname LIKE 'continuum%'"
    )
    assert {row[0] for row in rows} >= {
        "continuum_search_words",
        "continuum_weigh",
        "continuum_claim_jobs",
        "continuum_count_words",
    }
    assert all("search_path" in str(config) and not public for _, config, public in rows)


def test_word_search_gives_nothing_for_a_workspace_that_is_not_the_actors(
    alice: User, stranger: Actor
) -> None:
    with access.acting(agent_actor(alice)) as actor:
        remember(actor, "The office is in Ghent.")
    foreign = actor.workspaces["default"]
    with access.acting(stranger), connection.cursor() as cursor:
        cursor.execute(
            "SELECT * FROM continuum_search_words("
            "  %(asked)s, ROW('office', NULL, NULL, '{1,1,1,1}', NULL, NULL, NULL, 'office'),"
            "  NULL, true, NULL, 50, 50)",
            {"asked": [foreign]},
        )
        assert cursor.fetchall() == []


def test_a_failed_transaction_inside_acting_leaves_the_connection_clean(alice: User) -> None:
    with pytest.raises(ProgrammingError), access.acting(agent_actor(alice)), transaction.atomic():
        _rows("SELECT nonsense")
    assert Memory.objects.count() == 0 == Workspace.objects.count()


def test_acting_may_be_nested_and_gives_back_what_was_before(alice: User, stranger: Actor) -> None:
    with access.acting(agent_actor(alice)):
        with access.acting(stranger):
            assert set(Workspace.objects.values_list("owner_id", flat=True)) == {stranger.user_id}
        assert set(Workspace.objects.values_list("owner_id", flat=True)) == {alice.pk}


def test_the_pool_forgets_the_workspaces_of_a_returned_connection(committed: None, alice: User) -> None:
    actor = agent_actor(alice)
    access._set_workspaces(actor.workspaces.values())  # an acting() that never ended
    connection.close()
    for _ in range(connections["default"].pool.max_size):
        assert Workspace.objects.count() == 0
        connection.close()


def test_the_owner_role_is_not_bound_and_not_superuser(services: object, database: None) -> None:
    setting = settings.DATABASES["owner"]
    with psycopg.connect(
        host=setting["HOST"], port=setting["PORT"], dbname=setting["NAME"], user=setting["USER"]
    ) as own:
        assert own.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (
            False,
        )


def test_every_policy_binds_what_is_read_and_what_is_written_to_the_actors_workspaces(database: None) -> None:
    rows = _rows("SELECT tablename, qual, with_check, cmd, permissive, roles::text FROM pg_policies")
    assert len(rows) == len({row[0] for row in rows}) > 0
    for table, reads, writes, command, permissive, roles in rows:
        column = "id" if table == "memories_workspace" else "workspace_id"
        bound = f"({column} = ANY (( SELECT continuum_workspaces() AS continuum_workspaces)::uuid[]))"
        assert (reads, writes, command, permissive, roles) == (
            *(bound, bound),
            *("ALL", "PERMISSIVE", "{continuum_app}"),
        ), table


def test_every_definer_function_is_closed_wherever_the_database_was_made() -> None:
    """Not by the defaults of our own database alone: another's may open every function to everybody."""
    folder = Path(access.__file__).parent / "sql"
    text = "\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.sql")))
    heads = re.findall(r"CREATE (?:OR REPLACE )?FUNCTION (\w+)\([^$;]*?\bSECURITY DEFINER\b", text)
    assert len(heads) >= 5
    assert [name for name in heads if f"REVOKE ALL ON FUNCTION {name}(" not in text] == []
