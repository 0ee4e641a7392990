"""Which tables hold other rows of somebody's than before: asked of Postgres, not of the code under test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from memories import access

SEE = "SELECT set_config(%s, %s, false)"
TOO_NEW = "xmin::text::bigint >= %s"
OWNED_THROUGH = {
    "connection_id": "connection_id IN (SELECT id FROM oauth_connection WHERE user_id = {user})",
    "workspace_id": "workspace_id = ANY ('{{{workspaces}}}'::uuid[])",
    "user_id": "user_id = {user}",
}
BY_NAME = {"memories_workspace": "id = ANY ('{{{workspaces}}}'::uuid[])", "oauth_user": "id = {user}"}
NOBODYS = {
    "account_emailconfirmation": "codes by which addresses are confirmed; none is stored, they are signed",
    "auth_group": "groups of staff",
    "auth_group_permissions": "groups of staff",
    "auth_permission": "what Django knows of models",
    "django_admin_log": "what staff did in the admin",
    "django_content_type": "what Django knows of models",
    "django_migrations": "the migrations that ran",
    "django_session": "sessions, by secret keys",
    "oauth2_provider_accesstoken": "the toolkit's own, unused: ours are oauth_tokenpair",
    "oauth2_provider_devicegrant": "the toolkit's own, unused",
    "oauth2_provider_grant": "the toolkit's own, unused: ours are oauth_authorizationcode",
    "oauth2_provider_idtoken": "the toolkit's own, unused",
    "oauth2_provider_refreshtoken": "the toolkit's own, unused: ours are oauth_tokenpair",
    "oauth_client": "programs that registered, nobody's until somebody lets them in",
    "oauth_invitation": "the operator's",
    "socialaccount_socialapp": "providers, from the settings",
    "socialaccount_socialtoken": "never stored",
}


@dataclass(frozen=True)
class Owned:
    """The rows of one person in some of their workspaces, and those of their account where it says so."""

    user_id: int
    workspaces: tuple[UUID, ...]
    account: bool = True

    def condition(self, table: str, columns: Iterable[str]) -> str:
        """Which rows of a table are meant; empty for a table that holds none of anybody's."""
        whose = BY_NAME.get(table) or next((OWNED_THROUGH[c] for c in OWNED_THROUGH if c in columns), "")
        if not self.account and "workspaces" not in whose:
            return ""
        return whose.format(user=self.user_id, workspaces=",".join(map(str, self.workspaces)))


@cache
def tables() -> Mapping[str, tuple[str, ...]]:
    """Every table of the database with its columns."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT table_name, array_agg(column_name::text) FROM information_schema.columns"
            " WHERE table_schema = 'public'"
            " AND table_name IN (SELECT relname FROM pg_class WHERE relkind = 'r')"
            " GROUP BY table_name ORDER BY table_name"
        )
        return {table: tuple(columns) for table, columns in cursor.fetchall()}


def unaccounted() -> list[str]:
    """Tables of which nobody said whose rows they hold."""
    everybody = Owned(0, ())
    return [
        table
        for table, columns in tables().items()
        if table not in NOBODYS and not everybody.condition(table, columns)
    ]


class Watch:
    """Knows how rows stood when it began, and tells what a transaction that nobody committed made of them, or
    what became of them since. It looks through a connection that sees them.
    """

    def __init__(self, owned: Owned, through: BaseDatabaseWrapper) -> None:
        self.through = through
        self.seen = "{" + ",".join(map(str, owned.workspaces)) + "}"
        self.statement = " UNION ALL ".join(
            f"SELECT '{table}', count(*), count(*) FILTER (WHERE {TOO_NEW}) FROM {table} WHERE {where}"
            for table, columns in tables().items()
            if (where := owned.condition(table, columns))
        )
        self.begin()

    def begin(self) -> None:
        """From now on."""
        self.since = int(self._ask("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")[0][0])
        self.before = self._look()

    def _ask(self, statement: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        with self.through.cursor() as cursor:
            cursor.execute(statement, list(values))
            return list(cursor.fetchall())

    def _look(self) -> dict[str, tuple[int, int]]:
        """Through row-level security, by what it goes by: not by `access`, which may be deceived."""
        kept = self._ask("SELECT current_setting(%s, true)", [access.SETTING])[0][0]
        self._ask(SEE, [access.SETTING, self.seen])
        rows = self._ask(self.statement, [self.since] * self.statement.count("%s"))
        self._ask(SEE, [access.SETTING, kept or ""])
        return {table: (count, new) for table, count, new in rows}

    def wrote(self) -> bool:
        """Whether the transaction at hand wrote anything anywhere: quickly asked."""
        return self._ask("SELECT pg_current_xact_id_if_assigned()::text")[0][0] is not None

    def changed(self) -> list[str]:
        """The tables with a row more, a row less or another row."""
        after = self._look()
        return [table for table, was in self.before.items() if after[table] != was]
