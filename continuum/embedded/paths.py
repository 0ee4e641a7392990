"""Where the embedded services keep everything. Pure: nothing here creates a file or starts a process.

    <home>/postgres      the cluster's data, and Postgres' socket
    <home>/run           sockets of Valkey and of the guardian
    <home>/logs          one log per process
    <home>/running.lock  held by the guardian for as long as it lives
    <home>/server.lock   held by the one HTTP server; <home>/server.json says who that is

Servers bind their sockets by relative names, so a home may lie at any depth. Clients need an absolute name
of at most 103 bytes: where the home's own name is too long, or holds characters that libpq or a URL would
misread, they go through a link to the home inside a private folder of /tmp (`Home.alias`).
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from continuum.embedded import limits, wheels

DATABASE: Final = "continuum"
OWNER_ROLE: Final = "continuum_owner"
APP_ROLE: Final = "continuum_app"
ADMIN_ROLE: Final = "postgres"
POSTGRES_PORT: Final = "5432"

_SAFE_PATH = re.compile(r"[A-Za-z0-9._/+-]+")
_LONGEST_SOCKET: Final = f"postgres/.s.PGSQL.{POSTGRES_PORT}"


@dataclass(frozen=True)
class DatabaseAddress:
    """How to connect: `host` is the socket's folder; there is no password, the socket checks the user."""

    host: str
    port: str
    name: str
    user: str

    @property
    def setting(self) -> dict[str, object]:
        """The same as a DATABASES entry."""
        return {"HOST": self.host, "PORT": self.port, "NAME": self.name, "USER": self.user}

    @property
    def url(self) -> str:
        """For `psycopg.connect` and for psql."""
        return f"postgresql://{self.user}@/{quote(self.name)}?host={self.host}&port={self.port}"


@dataclass(frozen=True)
class Home:
    """One home folder, by its real absolute path, so that two spellings mean the same services."""

    root: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", Path(os.path.realpath(self.root.expanduser())))

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Home:
        """CONTINUUM_HOME, or ~/.continuum."""
        return cls(Path(environ.get("CONTINUUM_HOME") or "~/.continuum"))

    @property
    def mark(self) -> str:
        """A short name for this home, in the titles of its processes, to tell them from others'."""
        return f"continuum-{hashlib.sha256(os.fsencode(self.root)).hexdigest()[:12]}"

    @property
    def postgres(self) -> Path:
        return self.root / "postgres"

    @property
    def run(self) -> Path:
        return self.root / "run"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def running_lock(self) -> Path:
        return self.root / "running.lock"

    @property
    def server_lock(self) -> Path:
        return self.root / "server.lock"

    @property
    def server_file(self) -> Path:
        return self.root / "server.json"

    def log(self, service: str) -> Path:
        return self.logs / f"{service}.log"

    @property
    def needs_alias(self) -> bool:
        longest = os.fsencode(self.root / _LONGEST_SOCKET)
        return len(longest) > limits.SOCKET_PATH_BYTES or not _SAFE_PATH.fullmatch(str(self.root))

    @property
    def alias(self) -> Path:
        """The private folder of the short link. Not under TMPDIR: every session must name the same one."""
        user = os.geteuid() if sys.platform != "win32" else 0
        return Path("/tmp") / f"{self.mark}-{user}"  # noqa: S108 - made 0700, its owner verified

    @property
    def reach(self) -> Path:
        """The path through which clients reach the sockets."""
        return self.alias / "home" if self.needs_alias else self.root

    @property
    def control_socket(self) -> Path:
        return self.reach / "run" / "guardian.sock"

    @property
    def valkey_socket(self) -> Path:
        return self.reach / "run" / "valkey.sock"

    def address(self, *, user: str, name: str = DATABASE) -> DatabaseAddress:
        return DatabaseAddress(host=str(self.reach / "postgres"), port=POSTGRES_PORT, name=name, user=user)

    @property
    def application_database(self) -> dict[str, object]:
        """The DATABASES entry of the role that owns nothing and is bound by every policy."""
        return self.address(user=APP_ROLE).setting

    @property
    def owner_database(self) -> dict[str, object]:
        """The DATABASES entry of the tables' owner: migrations and dumps."""
        return self.address(user=OWNER_ROLE).setting

    @property
    def broker_url(self) -> str:
        """Celery's broker: the embedded Valkey, or Celery's in-memory transport where no wheel brings one."""
        if wheels.find_valkey() is None:
            return "memory://"
        return f"redis+socket://{self.valkey_socket}?virtual_host=0"
