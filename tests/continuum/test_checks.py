"""System checks: each finds what it is for, and nothing where all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from continuum import checks
from continuum.embedded.paths import ADMIN_ROLE, APP_ROLE, OWNER_ROLE, Home
from tests.services import HOME


def _ids(messages: list) -> list[str]:
    return [message.id for message in messages]


@contextmanager
def _logged_in(role: str) -> Iterator[psycopg.Cursor]:
    """A session of this role; what it changes is rolled back."""
    with psycopg.connect(Home(HOME).address(user=role).url) as connection:
        yield connection.cursor()
        connection.rollback()


def test_the_database_as_it_is_made_passes(db: None) -> None:
    assert checks.database_roles(databases=["default", "owner"]) == []


def test_without_being_told_to_no_database_is_asked() -> None:
    assert checks.database_roles(databases=None) == checks.database_roles(databases=["owner"]) == []


@pytest.mark.parametrize(
    ("role", "found"),
    [(APP_ROLE, []), (OWNER_ROLE, ["continuum.E002"]), (ADMIN_ROLE, ["continuum.E001", "continuum.E002"])],
)
def test_a_role_that_no_policy_binds_is_an_error(django_db_setup: None, role: str, found: list[str]) -> None:
    with _logged_in(role) as cursor:
        assert _ids(checks.guarding(cursor)) == found


@pytest.mark.parametrize(
    "slip",
    [
        "CREATE TABLE memories_new (workspace_id uuid)",
        "ALTER TABLE memories_memory DISABLE ROW LEVEL SECURITY",
    ],
)
def test_a_table_without_row_security_is_an_error(django_db_setup: None, slip: str) -> None:
    with _logged_in(OWNER_ROLE) as cursor:
        cursor.execute(slip)
        assert "continuum.E003" in _ids(checks.guarding(cursor))


def test_an_old_pgvector_is_an_error(django_db_setup: None) -> None:
    with _logged_in(ADMIN_ROLE) as cursor:
        cursor.execute("UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'")
        assert "continuum.E004" in _ids(checks.guarding(cursor))


@pytest.mark.parametrize(
    ("backend", "local", "found"),
    [
        ("redis.RedisCache", False, []),
        ("locmem.LocMemCache", True, []),
        ("locmem.LocMemCache", False, ["continuum.W009"]),
    ],
)
def test_limits_that_each_process_counts_alone_are_told_of(
    settings, backend: str, local: bool, found: list[str]
) -> None:
    settings.CACHES = {"default": {"BACKEND": f"django.core.cache.backends.{backend}"}}
    settings.LOCAL_PROFILE = local
    assert _ids(checks.shared_cache()) == found


@pytest.mark.parametrize(("hosts", "found"), [(["a.example"], []), (["a.example", "*"], ["continuum.E005"])])
def test_any_host_name_is_an_error(settings, hosts: list[str], found: list[str]) -> None:
    settings.ALLOWED_HOSTS = hosts
    assert _ids(checks.public_address()) == found


@pytest.mark.parametrize(
    ("url", "local", "found"),
    [
        ("https://memory.example.com", False, []),
        ("http://memory.example.com", False, ["continuum.E006"]),
        ("http://localhost:8787", True, []),
        ("https://localhost", False, ["continuum.W007"]),
    ],
)
def test_an_address_for_others_is_https_and_reachable(
    settings, url: str, local: bool, found: list[str]
) -> None:
    settings.PUBLIC_URL, settings.LOCAL_PROFILE = url, local
    assert _ids(checks.public_address_for_others()) == found


def _every_message() -> Iterator[Callable]:
    yield from checks._ROLE_MESSAGES.values()
    yield checks._unguarded_table("t")
    yield checks._old_pgvector("0.1")


def test_every_message_says_how_to_mend_it() -> None:
    assert all(message.hint and message.id.startswith("continuum.") for message in _every_message())
