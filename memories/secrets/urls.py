"""Passwords in URLs: `scheme://user:password@host`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memories.secrets.finding import Finding
from memories.secrets.placeholders import is_masked, is_reference

_DATABASE_SCHEMES = """
    postgres postgresql mysql mariadb mongodb redis rediss valkey valkeys amqp amqps mssql sqlserver oracle
    cockroachdb clickhouse cassandra scylla couchdb couchbase neo4j neo4js bolt influxdb memcached ldap
    ldaps nats kafka snowflake redshift db2 elasticsearch es opensearch duckdb libsql sqlanywhere trino
    presto hive tidb vertica teradata firebird asyncpg psycopg pgbouncer rethinkdb arangodb surrealdb
"""
DATABASES = frozenset(_DATABASE_SCHEMES.split())

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}\Z")
_HOST = r"@(?=[A-Za-z0-9\[_.${%(-])"
_CREDENTIALS = re.compile(rf"://[^\s:/?#@\"'`<>\\|]{{0,128}}:(?P<password>[^\s\"'`<>\\/?#]{{1,256}}){_HOST}")
# People forget to encode what a URL reserves; a port and a path before some later @ are no password.
_LOOSE_CREDENTIALS = re.compile(
    rf"://[^\s:/?#@\"'`<>\\|]{{0,128}}:(?![0-9]{{1,5}}/)(?P<password>[^\s\"'`<>\\]{{1,256}}){_HOST}"
)
# What manuals and the defaults of images say; whoever uses these has no secret to lose.
_MANUAL_WORDS = """
    password passwd pass pwd passw secret postgres root admin user username guest test example mysql redis
    mongo mongodb rabbitmq token key xxx changeit changeme db dbpass dbpassword mypassword mypass
    mysecretpassword yourpassword userpass passphrase pw p credentials tiger
"""
_DEFAULTS = frozenset(_MANUAL_WORDS.split())
_SPELLED_OUT = re.compile("[A-Z]+(?:_[A-Z]+)+")
_LEAST = 6
_SPACES = re.compile(r"[-_. ]+")


def find_url_passwords(text: str) -> Iterator[Finding]:
    """The passwords in database URLs and in others, in text with plain letters."""
    place = text.find("://")
    while place >= 0:
        scheme = _SCHEME.search(text, max(0, place - 31), place)
        is_database = scheme is not None and _is_database(scheme[0])
        match = (_LOOSE_CREDENTIALS if is_database else _CREDENTIALS).match(text, place)
        if scheme and match and not is_no_password(match["password"]):
            yield Finding(*match.span("password"), "database_url" if is_database else "url_password")
        place = text.find("://", match.end() if match else place + 3)


def _is_database(scheme: str) -> bool:
    return scheme.lower().split("+")[0] in DATABASES


def is_no_password(password: str) -> bool:
    """Whether what stands in a password's place is a variable, a mask or a manual's word for one."""
    said = _SPACES.sub("", password).lower()
    if said in _DEFAULTS or _SPELLED_OUT.fullmatch(password):
        return True
    return len(said) <= 1 or is_reference(password) or _is_mask(password)


def _is_mask(password: str) -> bool:
    return set(password) <= set("*xX.•●…#-_") or (len(password) >= _LEAST and is_masked(password))
