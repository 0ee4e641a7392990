"""The cast and the stage: a real Postgres and Valkey, and alice (owner), bob (member), charlie (stranger)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import hypothesis
import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connections

from continuum.asgi import Application
from continuum.embedded import supervisor
from continuum.embedded.paths import Home
from continuum.kernel.actor import EVERYTHING, Actor
from continuum.partitioning.divide import divide
from memories import access
from memories.models import Membership, Mode, Role
from memories.services.workspaces import create_workspace, ensure_default_workspace, ways_in
from oauth.models import User
from tests.listening import listening
from tests.services import HOME

hypothesis.settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("unhurried")  # how fast an example is says how busy the machine is

PARTS = int(os.environ.get("CONTINUUM_TESTS_PARTS", "0"))
"""Into how many parts the tables are divided for this run: whatever holds of one piece holds of many."""


@pytest.fixture(scope="session")
def services() -> Iterator[supervisor.Services]:
    """Postgres and Valkey of this run. They skip fsync; tests of durability start their own that do not."""
    with supervisor.running(Home(HOME), durability="test") as running:
        yield running


@pytest.fixture(scope="session")
def django_db_setup(
    services: supervisor.Services, django_db_blocker: pytest.FixtureRequest
) -> Iterator[None]:
    with django_db_blocker.unblock():
        call_command("migrate", database="owner", verbosity=0, interactive=False)
        if PARTS:
            divide(PARTS)
    yield
    with django_db_blocker.unblock():
        for alias in connections:
            connections[alias].close()
            close_pool = getattr(connections[alias], "close_pool", None)
            if close_pool:
                close_pool()


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """A database whose transactions are real, for threads, processes and commits. Emptied afterwards."""
    with django_db_blocker.unblock():
        yield
        empty_database()
        connections.close_all()


def empty_database() -> None:
    """What is counted for people goes too: their ids are given out again."""
    cache.clear()
    kept = {"django_migrations", "django_content_type", "auth_permission"}
    with connections["owner"].cursor() as cursor:
        tables = [t for t in connections["owner"].introspection.table_names(cursor) if t not in kept]
        cursor.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY CASCADE")


@pytest.fixture
def database(request: pytest.FixtureRequest) -> None:
    """A rolled-back transaction, unless the test asks for `committed`."""
    request.getfixturevalue("committed" if "committed" in request.fixturenames else "db")


def _person(name: str) -> User:
    user = User.objects.create_user(name, email=f"{name}@example.test", password=None)
    ensure_default_workspace(person_actor(user), mode=Mode.AUTO)
    return user


def person_actor(user: User) -> Actor:
    ways = ways_in(user.pk)
    return Actor(
        user_id=user.pk,
        client="dashboard",
        workspaces=ways.workspaces,
        roles=ways.roles,
        permissions=EVERYTHING,
        person=True,
        private=True,
    )


def agent_actor(user: User, agent: str = "codex") -> Actor:
    return replace(person_actor(user), client=f"token:{agent}", agent=agent, person=False, private=False)


@pytest.fixture
def alice(database: None) -> User:
    """Owns a default workspace and `team`, both in auto mode."""
    user = _person("alice")
    create_workspace(person_actor(user), name="team", mode=Mode.AUTO)
    return user


@pytest.fixture
def bob(alice: User) -> User:
    """A member of alice's team, with a default workspace of his own."""
    user = _person("bob")
    team = Membership.objects.get(user=alice, name="team")
    Membership.objects.create(workspace_id=team.workspace_id, name="team", user=user, role=Role.EDITOR)
    return user


@pytest.fixture
def charlie(database: None) -> User:
    """A stranger with an account."""
    return _person("charlie")


@pytest.fixture
def actor(alice: User) -> Iterator[Actor]:
    """Alice's agent codex, acting."""
    with access.acting(agent_actor(alice)) as acting:
        yield acting


@pytest.fixture
def person(alice: User) -> Iterator[Actor]:
    """Alice herself, acting."""
    with access.acting(person_actor(alice)) as acting:
        yield acting


@pytest.fixture
def stranger(charlie: User) -> Actor:
    """Charlie's agent. Not acting: a test says when."""
    return agent_actor(charlie)


@pytest.fixture
def server_url(committed: None, settings: object) -> Iterator[str]:
    """The whole application over a real socket, without the in-process worker."""
    settings.WORK_IN_PROCESS = False  # type: ignore[attr-defined]
    with listening(Application()) as port:
        yield f"http://127.0.0.1:{port}"
