"""What is wrong with this installation, and the command that mends it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import psycopg
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from continuum import health
from continuum.checks import guarding
from continuum.embedded import supervisor
from mcp_gateway.connecting.standing import State, clients_here
from memories import access
from memories.portability.whose import operator
from memories.services.jobs import count_jobs
from memories.services.verification import verify_events
from memories.services.workspaces import every_workspace
from oauth.services.account_events import every_account_chain, verify_account_events
from oauth.services.astray import astray

LEAST_FREE = 500 * 1024 * 1024
BACKUP_DAYS = 30
ANSWER_SECONDS = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: `mend` is the command or step that puts it right."""

    name: str
    ok: bool
    detail: str
    mend: str = ""

    @property
    def as_line(self) -> str:
        line = f"{'ok  ' if self.ok else 'BAD '} {self.name}: {self.detail}"
        return line if self.ok or not self.mend else f"{line}\n     -> {self.mend}"

    @property
    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def of_database() -> list[Finding]:
    """Is the database sound: it answers, its tables are up to date, guarded, and no event was tampered
    with.
    """
    answers = _answers()
    if not answers.ok:
        return [answers]
    tables = _tables()
    return [answers, tables, *([_guarded(), _chains(), _ledger()] if tables.ok else [])]


def of_everything() -> list[Finding]:
    """What `manage.py doctor` looks at."""
    findings = [_room(), *of_database()]
    if all(finding.ok for finding in findings[1:3]):
        findings += [_embedding(), _broker(), _jobs(), _connections()]
    return [*findings, _backup_age(), _server(), *_clients()]


def _clients() -> Iterator[Finding]:
    """The clients on this machine that have Continuum in their files; after a change they are restarted."""
    if not settings.LOCAL_PROFILE:
        return
    home = settings.CONTINUUM_HOME.root
    for each in clients_here(platform=sys.platform, environment=os.environ, home=home):
        told = {State.LOST: "what it starts is gone", State.ELSEWHERE: "leads to another store"}
        fine = each.state in (State.CONNECTED, State.ELSEWHERE)
        yield Finding(each.client.title, fine, f"{told.get(each.state, each.state)} ({each.path})", each.mend)


def _answers() -> Finding:
    if settings.LOCAL_PROFILE and supervisor.status(settings.CONTINUUM_HOME) is None:
        return Finding("database", False, "it does not run", _start())
    try:
        connection.ensure_connection()
    except (DatabaseError, psycopg.Error, OSError) as error:
        return Finding("database", False, f"it does not answer ({type(error).__name__})", _start())
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return Finding("database", True, f"Postgres {cursor.fetchone()[0]} answers")


def _start() -> str:
    if settings.LOCAL_PROFILE:
        return "manage.py up"
    return "Start Postgres, or mend CONTINUUM_DATABASE_URL"


def _tables() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('django_migrations') IS NOT NULL")
        waiting = health.migrations_waiting() if cursor.fetchone()[0] else len(health.known_migrations())
    if waiting:
        return Finding("tables", False, f"{waiting} migrations are missing", "manage.py migrate")
    return Finding("tables", True, "up to date")


def _guarded() -> Finding:
    with connection.cursor() as cursor:
        messages = guarding(cursor)
    if messages:
        return Finding("row security", False, messages[0].msg, str(messages[0].hint))
    return Finding("row security", True, "binds the application's role")


def _chains() -> Finding:
    """Every chain of events, of workspaces and accounts."""
    broken = [name for name, holds in _every_chain() if not holds]
    if broken:
        detail = f"{len(broken)} do not hold, the first is {broken[0]}"
        return Finding("events", False, detail, "manage.py verify_events says where; restore a backup")
    return Finding("events", True, "every chain holds")


def _every_chain() -> Iterator[tuple[str, bool]]:
    for known in every_workspace():
        actor = operator([known.id])
        with access.acting(actor):
            yield f"{known.owner}/{known.name}", verify_events(actor, workspace=str(known.id)).holds
    for user_id, name in every_account_chain():
        yield f"account {name or user_id}", verify_account_events(user_id).broken is None


def _ledger() -> Finding:
    path: Path = settings.ERASURE_LEDGER
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        return Finding("ledger of erasures", False, f"{path} cannot be written", f"chmod u+rw {path}")
    return Finding("ledger of erasures", True, str(path) if path.exists() else "nothing was forgotten yet")


def _room() -> Finding:
    home: Path = settings.CONTINUUM_HOME.root
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(there).free
    if not os.access(there, os.W_OK):
        return Finding("data folder", False, f"{there} cannot be written", f"chown -R $(id -u) {there}")
    if free < LEAST_FREE:
        return Finding(
            "data folder", False, f"{free // 2**20} MB are free on its disk", "Make room on the disk"
        )
    return Finding("data folder", True, f"{home}, {free // 2**30} GB free")


def _part(name: str, ask: Callable[[], dict[str, Any]], mend: str) -> Finding:
    told = ask()
    detail = str(told.get("reason") or told.get("model") or "it answers")
    return Finding(name, told["status"] == health.OK, detail, mend)


def _embedding() -> Finding:
    return _part("meaning", health.embedding, "See CONTINUUM_EMBEDDING in docs/settings.md")


def _broker() -> Finding:
    ours = bool(settings.CONTINUUM_HOME.broker_url == settings.CELERY_BROKER_URL)
    return _part("broker", health.broker, _start() if ours else "Mend CONTINUUM_BROKER_URL")


def _jobs() -> Finding:
    actor = operator()
    with access.acting(actor):
        counted = count_jobs(actor)
    if counted["failed"]:
        detail = f"{counted['failed']} failed, {counted['waiting']} wait"
        return Finding("work", False, detail, "manage.py reindex queues them anew")
    return Finding("work", True, f"{counted['waiting']} jobs wait, none failed")


def _connections() -> Finding:
    """Clients whose workspaces are gone, as after a restore: they must be connected again."""
    lost = astray()
    if lost:
        names = ", ".join(lost[:5])
        return Finding(
            "clients", False, f"no workspace is left to {names}", "Connect them again, then restart them"
        )
    return Finding("clients", True, "each reaches its workspaces")


def _backup_age() -> Finding:
    folder: Path = settings.BACKUPS
    made = [path.stat().st_mtime for path in folder.glob("*.continuum")] if folder.is_dir() else []
    if not made:
        return Finding("backups", True, f"none yet in {folder}: manage.py database backup")
    newest = datetime.fromtimestamp(max(made), UTC)
    old = datetime.now(UTC) - newest > timedelta(days=BACKUP_DAYS)
    return Finding(
        "backups", not old, f"the newest is of {newest:%Y-%m-%d %H:%M} UTC", "manage.py database backup"
    )


def _server() -> Finding:
    url = f"http://{settings.HOST}:{settings.PORT}/health/live"
    try:
        answer = httpx.get(url, timeout=ANSWER_SECONDS)
    except httpx.HTTPError:
        return Finding("server", False, f"nothing answers at {url}", "manage.py up")
    if answer.status_code != httpx.codes.OK or "status" not in answer.text:
        return Finding(
            "server", False, f"something else answers at {url}", "Set CONTINUUM_PORT to a free port"
        )
    return Finding("server", True, f"answers at {url}")
