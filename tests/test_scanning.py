"""What says "nowhere" must see everywhere."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from django.db import connections
from psycopg import sql

from continuum.embedded.paths import Home
from tests.scanning import files_holding, places_holding
from tests.services import HOME

HIDDEN = 'Gold "lies" under\nthe ÄLDEST oak'

WAYS: dict[str, tuple[str, Callable[[], object]]] = {
    "text": ("text", lambda: f"x{HIDDEN}y"),
    "other case": ("text", HIDDEN.upper),
    "array": ("text[]", lambda: ["a", HIDDEN]),
    "json": ("jsonb", lambda: json.dumps({"deep": [{HIDDEN: 1}]})),
    "json in text": ("text", lambda: json.dumps(HIDDEN)),
    "json in json": ("jsonb", lambda: json.dumps(json.dumps(HIDDEN))),
    "bytes": ("bytea", lambda: b"\0" + HIDDEN.encode()),
    "base64": ("text", lambda: base64.b64encode(b"ab" + HIDDEN.encode() + b"c").decode()),
    "words": ("tsvector", lambda: "gold:1 lies:2 under:3 the:4 äldest:5 oak:6 and:7"),
}


@pytest.fixture
def shelf(committed: None) -> str:
    """A table that no model knows."""
    return "hidden_shelf"


@pytest.mark.parametrize("way", WAYS)
def test_a_text_is_found_in_any_column(shelf: str, way: str) -> None:
    kind, value = WAYS[way]
    with connections["owner"].cursor() as cursor:
        cursor.execute(sql.SQL("CREATE TABLE {} (kept {})").format(sql.Identifier(shelf), sql.SQL(kind)))
        try:
            cursor.execute(f"INSERT INTO {shelf} VALUES (%s)", [value()])
            assert places_holding(HIDDEN) == [f"{shelf}.kept"]
        finally:
            cursor.execute(f"DROP TABLE {shelf}")


def test_what_is_nowhere_is_found_nowhere(committed: None) -> None:
    assert places_holding(HIDDEN) == []


@pytest.mark.parametrize("kind", ["string", "list", "hash", "set", "zset", "stream", "key"])
def test_a_text_is_found_in_the_broker(committed: None, kind: str) -> None:
    put = {
        "string": lambda broker: broker.set("shelf", HIDDEN),
        "list": lambda broker: broker.rpush("shelf", "a", base64.b64encode(HIDDEN.encode())),
        "hash": lambda broker: broker.hset("shelf", "a", HIDDEN),
        "set": lambda broker: broker.sadd("shelf", HIDDEN),
        "zset": lambda broker: broker.zadd("shelf", {HIDDEN: 1}),
        "stream": lambda broker: broker.xadd("shelf", {"a": HIDDEN}),
        "key": lambda broker: broker.set(HIDDEN, ""),
    }
    with redis.Redis(unix_socket_path=str(Home(HOME).valkey_socket)) as broker:
        put[kind](broker)
        try:
            name = HIDDEN if kind == "key" else "shelf"
            assert places_holding(HIDDEN) == [f"broker:{name}"]
        finally:
            broker.delete("shelf", HIDDEN)


def test_a_text_is_found_in_a_log_and_in_a_file(committed: None, tmp_path: Path) -> None:
    log = tmp_path / "some.log"
    log.write_text(f"... {json.dumps({'said': HIDDEN})}")
    assert places_holding(HIDDEN, logs=[log]) == ["log:some.log"]
    log.write_bytes(b"\0" * ((1 << 20) - 3) + HIDDEN.encode())
    assert files_holding(HIDDEN, tmp_path) == [log]
    assert files_holding("something else", tmp_path) == []


def test_the_planner_s_statistics_are_looked_at(shelf: str) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"CREATE TABLE {shelf} (kept text)")
        try:
            cursor.execute(f"INSERT INTO {shelf} SELECT %s FROM generate_series(1, 9)", [HIDDEN])
            cursor.execute(f"ANALYZE {shelf}")
            cursor.execute(f"DELETE FROM {shelf}")
            assert places_holding(HIDDEN) == ["pg_catalog.pg_statistic.stavalues1"]
        finally:
            cursor.execute(f"DROP TABLE {shelf}")
