"""System checks: what would make Continuum unsafe, found before it starts.

`manage.py check --database default` asks the database too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections

from memories.secrets.version import rules_version

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
PGVECTOR_LEAST = (0, 8)

ROLES_HINT = "Create the roles with continuum/embedded/roles.sql and connect as continuum_app."


def database_roles(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Whether row-level security binds the application's role and guards every table that holds memories."""
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        return guarding(cursor)


def guarding(cursor: Any) -> list[CheckMessage]:
    """The same for whichever role the cursor belongs to."""
    messages: list[CheckMessage] = [
        _ROLE_MESSAGES[name] for name, sql in _BREACHES.items() if _first(cursor, sql)
    ]
    if unguarded := _first(cursor, _UNGUARDED):
        messages.append(_unguarded_table(unguarded))
    version = _first(cursor, _PGVECTOR)
    if version and tuple(int(part) for part in version.split(".")[:2]) < PGVECTOR_LEAST:
        messages.append(_old_pgvector(version))
    return messages


def _first(cursor: Any, sql: str) -> Any:
    """The first value that the statement finds, or None."""
    cursor.execute(sql)
    row = cursor.fetchone()
    return row[0] if row else None


_BREACHES = {
    "powerful": "SELECT rolname FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)",
    "owner": """
        SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public'
          AND pg_has_role(current_user, c.relowner, 'MEMBER')
        LIMIT 1""",
}
_UNGUARDED = """
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public' AND NOT c.relrowsecurity
      AND c.relname <> 'memories_membership'
    LIMIT 1"""
_PGVECTOR = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
_ROLE_MESSAGES = {
    "powerful": Error(
        "The application's database role is a superuser or bypasses row-level security.",
        hint=ROLES_HINT,
        id="continuum.E001",
    ),
    "owner": Error(
        "The application's database role owns tables, or belongs to the role that does: no policy binds it.",
        hint=f"{ROLES_HINT} Migrations connect as continuum_owner (CONTINUUM_DATABASE_OWNER_URL).",
        id="continuum.E002",
    ),
}


def _unguarded_table(table: str) -> Error:
    return Error(
        f"The table {table} holds rows of workspaces without row-level security.",
        hint="Enable it where the table is made, with the policy of memories/sql/row_security.sql.",
        id="continuum.E003",
    )


def _old_pgvector(version: str) -> Error:
    return Error(
        f"The extension vector is at {version}; filtered search needs at least 0.8.",
        hint="Upgrade pgvector, then: ALTER EXTENSION vector UPDATE.",
        id="continuum.E004",
    )


def secrets_scanned(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Whether everything that is stored was looked through with the rules for secrets of this code."""
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        if not _first(cursor, "SELECT to_regprocedure('continuum_unscanned(text)')"):
            return []  # before the first migration nothing is stored
        cursor.execute("SELECT continuum_unscanned(%s)", [rules_version()])
        (unscanned,) = cursor.fetchone()
    if not unscanned:
        return []
    return [
        checks.Warning(
            f"The rules for secrets have changed since {unscanned} workspaces were looked through with them.",
            hint="Run manage.py scan_secrets.",
            id="continuum.W008",
        )
    ]


def shared_cache(**kwargs: Any) -> list[CheckMessage]:
    """Whether limits on sign-in hold for all processes together."""
    if settings.LOCAL_PROFILE or "locmem" not in str(settings.CACHES["default"]["BACKEND"]):
        return []
    return [
        checks.Warning(
            "Attempts to sign in are counted by each process alone: the broker is no Redis to count in.",
            hint="Set CONTINUUM_CACHE_URL=redis://...",
            id="continuum.W009",
        )
    ]


def public_address(**kwargs: Any) -> list[CheckMessage]:
    """Whether the public address is one that this server would answer to."""
    host = str(urlsplit(settings.PUBLIC_URL).hostname)
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Error(
            "CONTINUUM_ALLOWED_HOSTS accepts any host name: links could be made to lead elsewhere.",
            hint=f"Name the hosts; {host} is always among them.",
            id="continuum.E005",
        )
    ]


def public_address_for_others(**kwargs: Any) -> list[CheckMessage]:
    """What an installation that others reach must have: TLS, and an address they can reach."""
    parts = urlsplit(settings.PUBLIC_URL)
    messages: list[CheckMessage] = []
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        messages.append(
            Error(
                "CONTINUUM_PUBLIC_URL is not https: tokens and memories would travel in the clear.",
                hint="Put a proxy with TLS in front and set CONTINUUM_PUBLIC_URL=https://...",
                id="continuum.E006",
            )
        )
    if parts.hostname in LOOPBACK and not settings.LOCAL_PROFILE:
        messages.append(
            checks.Warning(
                "CONTINUUM_PUBLIC_URL names this machine alone; agents elsewhere cannot follow it.",
                hint="Set CONTINUUM_PUBLIC_URL to the address that people and agents use.",
                id="continuum.W007",
            )
        )
    return messages
