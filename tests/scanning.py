"""Where a text stands in what we keep: every column of every table, the broker, log files, data files.

    assert places_holding(text, logs=[HOME / "logs" / "postgres.log"]) == []

A text is looked for in every spelling in which something keeps it (JSON, base64, hex, the words of the
index), so that "nowhere" means nowhere. Only what is committed is seen: ask for `committed`, not for `db`.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import psycopg
import redis
from psycopg import Connection, sql

from continuum.embedded.paths import ADMIN_ROLE, Home
from memories.text.words import query_terms
from tests.services import HOME

LEAST_RUN = 16
"""Letters and digits in a row that no other text has by chance; shorter ones stand for nothing alone."""
CHUNK = 1 << 20
"""Bytes of a file that are looked at together."""

_SHOWN = "SELECT set_config('bytea_output', 'hex', false)"
_COLUMNS = """
    SELECT n.nspname, c.relname, a.attname, a.atttypid::regtype::text
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ('pg_toast', 'information_schema')
      AND (n.nspname <> 'pg_catalog' OR c.relname IN ('pg_statistic', 'pg_largeobject', 'pg_description'))
    ORDER BY 1, 2, a.attnum"""

_IN_LETTERS = "EXISTS (SELECT FROM unnest(%(ways)s::text[]) way WHERE strpos(lower({}::text), way) > 0)"
_IN_WORDS = f"""{_IN_LETTERS} OR EXISTS (
    SELECT FROM jsonb_array_elements(%(words)s::jsonb) all_of
    WHERE (SELECT array_agg(word) FROM jsonb_array_elements_text(all_of) word) <@ tsvector_to_array({{}}))"""


class Wanted:
    """Texts and all the ways in which they may be written down."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    @cached_property
    def spellings(self) -> frozenset[str]:
        """In lower case; what is looked through is brought to lower case too."""
        return frozenset(way.lower() for text in self.texts for way in _ways(text))

    @cached_property
    def words(self) -> list[list[str]]:
        """Of each text that has words: those that an index of all of it holds."""
        terms = [[term.lower() for term in query_terms(text).strong] for text in self.texts]
        return [words for words in terms if words]

    def stands_in(self, kept: str) -> bool:
        folded = kept.lower()
        return any(way in folded for way in self.spellings)


def _ways(text: str) -> Iterator[str]:
    yield from (text, repr(text)[1:-1], text.encode().hex())
    yield text.replace("\\", "\\\\").replace('"', '\\"')  # in an array
    for ascii_only in (True, False):
        once = json.dumps(text, ensure_ascii=ascii_only)[1:-1]
        yield from (once, json.dumps(once)[1:-1])
    yield from (run for run in re.findall(r"[A-Za-z0-9]+", text) if len(run) >= LEAST_RUN)
    yield from _in_base64(text)


def _in_base64(text: str) -> Iterator[str]:
    """The letters that stay the same whatever stands around it, for each of the three places it may begin."""
    for before in range(3):
        packed = base64.b64encode(b"\0" * before + text.encode()).decode().rstrip("=")
        core = packed[(0, 2, 3)[before] : -1]
        yield core
        yield core.replace("+", "-").replace("/", "_")


def places_holding(*texts: str, logs: Iterable[Path] = (), home: Path = HOME) -> list[str]:
    """Where any of the texts stands: `table.column`, `broker:key`, `log:file`. Reads as superuser, past every
    policy, the planner's statistics included.
    """
    wanted = Wanted(*texts)
    return [*in_tables(wanted, home=home), *in_broker(wanted, home=home), *in_logs(wanted, logs)]


def in_tables(wanted: Wanted, *, home: Path = HOME) -> Iterator[str]:
    address = Home(home).address(user=ADMIN_ROLE)
    with psycopg.connect(address.url, autocommit=True) as connection:
        connection.execute(_SHOWN)
        for schema, table, column, kind in connection.execute(_COLUMNS).fetchall():
            if _column_holds(connection, (schema, table, column), kind, wanted):
                yield f"{table}.{column}" if schema == "public" else f"{schema}.{table}.{column}"


def _column_holds(connection: Connection, place: tuple[str, str, str], kind: str, wanted: Wanted) -> bool:
    schema, table, column = map(sql.Identifier, place)
    query = sql.SQL("SELECT EXISTS (SELECT FROM {}.{} WHERE {})").format(
        schema, table, sql.SQL(_IN_WORDS if kind == "tsvector" else _IN_LETTERS).format(column, column)
    )
    params = {"ways": sorted(wanted.spellings), "words": json.dumps(wanted.words)}
    found = connection.execute(query, params).fetchone()
    return bool(found and found[0])


def in_broker(wanted: Wanted, *, home: Path = HOME) -> Iterator[str]:
    with redis.Redis(unix_socket_path=str(Home(home).valkey_socket)) as broker:
        for key in broker.scan_iter(count=1_000):
            kept = [key, *_values(broker, key)]
            if any(wanted.stands_in(part.decode(errors="replace")) for part in kept):
                yield f"broker:{key.decode(errors='replace')}"


def _values(broker: redis.Redis, key: bytes) -> list[bytes]:
    match broker.type(key):
        case b"string":
            return [broker.get(key) or b""]
        case b"list":
            return list(broker.lrange(key, 0, -1))
        case b"set":
            return list(broker.smembers(key))
        case b"hash":
            return [part for pair in broker.hgetall(key).items() for part in pair]
        case b"zset":
            return list(broker.zrange(key, 0, -1))
        case b"stream":
            return [part for _, fields in broker.xrange(key) for pair in fields.items() for part in pair]
        case other:
            raise ValueError(f"the broker holds a {other.decode()}, which nobody looks into")


def in_logs(wanted: Wanted, logs: Iterable[Path]) -> Iterator[str]:
    for log in logs:
        if wanted.stands_in(log.read_text(errors="replace")):
            yield f"log:{log.name}"


def files_holding(text: str, *folders: Path) -> list[Path]:
    """The files below these folders whose bytes hold the text as it is, for data files and the WAL. What
    Postgres has compressed (values of two kilobytes and more) is not seen: keep the text short.
    """
    needle = text.encode()
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path for path in files if _file_holds(path, needle)]


def _file_holds(path: Path, needle: bytes) -> bool:
    try:
        file = path.open("rb")
    except FileNotFoundError:  # dropped by the server meanwhile
        return False
    kept = b""
    with file:
        while chunk := file.read(CHUNK):
            kept += chunk
            if needle in kept:
                return True
            kept = kept[-len(needle) :]
    return False
