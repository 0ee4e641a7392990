"""Whether the process lives and can serve."""

from __future__ import annotations

import threading

import psycopg
import pytest
from django.test import Client
from kombu.exceptions import OperationalError
from redis.exceptions import AuthenticationError

from continuum import health
from memories.engines.registry import embedder


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept for half a minute is not kept from test to test."""
    monkeypatch.setattr(health, "ASK_AGAIN_AFTER", 0.0)


def test_a_living_process_says_so_without_asking_anyone(client: Client) -> None:
    answer = client.get("/health/live")  # no database fixture: a query would fail the test
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize("address", ["/health/ready", "/health"])
def test_it_is_ready_when_everything_answers(client: Client, db: None, address: str) -> None:
    embedder().embed(["loaded by now"])
    told = client.get(address)
    assert told.status_code == 200
    assert {part: told.json()[part]["status"] for part in ("database", "broker", "embedding")} == {
        "database": "ok",
        "broker": "ok",
        "embedding": "ok",
    }
    assert "no-store" in told.headers["Cache-Control"]


def test_without_the_database_it_is_not_ready(client: Client, monkeypatch) -> None:
    def broken() -> int:
        raise psycopg.OperationalError("password authentication failed for postgres://app:hunter2@db")

    monkeypatch.setattr(health, "migrations_waiting", broken)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["status"]) == (503, "down")
    assert "hunter2" not in answer.text


@pytest.mark.timeout(20)
def test_a_database_that_hangs_is_told_and_not_asked_twice(client: Client, db: None, monkeypatch) -> None:
    asked, goes_on = [], threading.Event()

    def hangs() -> int:
        asked.append(1)
        goes_on.wait()
        return 0

    monkeypatch.setattr(health, "DATABASE_SECONDS", 0.2)
    monkeypatch.setattr(health, "migrations_waiting", hangs)
    told = [client.get("/health/ready") for _ in range(3)]
    assert [each.status_code for each in told] == [503] * 3 and len(asked) == 1
    goes_on.set()
    monkeypatch.setattr(health, "DATABASE_SECONDS", 10)
    assert client.get("/health/ready").status_code == 200


def test_a_migration_that_was_not_applied_is_counted(db: None, monkeypatch) -> None:
    assert health.migrations_waiting() == 0
    known = health.known_migrations() | {("memories", "9999_tomorrow")}
    monkeypatch.setattr(health, "known_migrations", lambda: known)
    assert health.migrations_waiting() == 1


def test_with_tables_of_yesterday_it_is_not_ready(client: Client, monkeypatch) -> None:
    monkeypatch.setattr(health, "migrations_waiting", lambda: 2)
    answer = client.get("/health/ready")
    assert answer.status_code == 503 and "manage.py migrate" in answer.json()["database"]["reason"]


def test_without_the_broker_it_serves_with_less(client: Client, db: None, monkeypatch) -> None:
    class Unreachable:
        def connection_for_write(self, **_: object) -> object:
            raise OSError("redis://:hunter2@broker")

    monkeypatch.setattr(health, "current_app", Unreachable())
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert answer.json()["broker"]["status"] == "degraded" and "hunter2" not in answer.text


def test_a_broker_that_refuses_the_password_is_told_apart(client: Client, db: None, monkeypatch) -> None:
    class Locked:
        def connection_for_write(self, **_: object) -> object:
            raise OperationalError("redis://:hunter2@broker") from AuthenticationError("invalid pair hunter2")

    monkeypatch.setattr(health, "current_app", Locked())
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert "refuses the password" in answer.json()["broker"]["reason"] and "hunter2" not in answer.text


@pytest.mark.parametrize(("embedding", "status"), [("none", "ok"), ("nonsense", "degraded")])
def test_the_model_is_told_by_name_or_by_what_is_wrong(
    client: Client, db: None, settings, embedding, status
) -> None:
    settings.EMBEDDING = embedding
    assert client.get("/health/ready").json()["embedding"]["status"] == status


def test_nobody_is_looked_up_for_a_probe(client: Client, django_user_model, db: None, monkeypatch) -> None:
    monkeypatch.setattr(health, "migrations_waiting", lambda: 0)
    client.force_login(django_user_model.objects.create_user("someone"))
    assert client.get("/health/live").status_code == 200


def test_probes_are_not_sent_to_https(client: Client, settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/health/live").status_code == 200
    assert client.get("/sign-in").status_code == 301
