"""Continuum as production runs it, every part a process of its own: Postgres, Redis, web, workers, beat,
nginx (or Caddy) with TLS. On this machine alone, without containers, for `make production`.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg
from psycopg.sql import SQL

from bench.server import free_port
from continuum.embedded import supervisor
from continuum.embedded.paths import ADMIN_ROLE, APP_ROLE, OWNER_ROLE, Home
from tests.deployment.caddy import caddyfile
from tests.deployment.proxy import certificate, configuration

ROOT = Path(__file__).resolve().parents[2]
NGINX, CADDY = "nginx", "caddy"
REDIS = "redis-server"
PACKAGES = {NGINX: "nginx-light", CADDY: "caddy", REDIS: "redis-server"}
NEEDED = (NGINX, REDIS)
WEBS, WORKERS = 2, 2
CONNECTIONS = 100  # as Postgres comes; the one at home is made for a single process
READY_SECONDS, STOP_SECONDS, POLL_SECONDS = 120, 30, 0.1


class NotReady(RuntimeError):
    """A part did not come up in time, or is not installed."""


class Failed(AssertionError):
    """A command did not do what it should; its output is the text."""


@dataclass
class Stack:
    """What runs: each process by its name (web-1, worker-2 ...), and how it is reached from outside."""

    folder: Path
    url: str
    home: Home
    webs: Sequence[int]
    environment: Mapping[str, str]
    proxy: str = NGINX
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    commands: dict[str, tuple[list[str], Mapping[str, str]]] = field(default_factory=dict)

    @property
    def trusted(self) -> str:
        """The file with the certificate that a client has to trust."""
        return str(self.folder / "certificate.pem")

    @property
    def tls(self) -> ssl.SSLContext:
        """What trusts it, for clients that want it so."""
        return ssl.create_default_context(cafile=self.trusted)

    def start(self, name: str, command: Sequence[str], **more: str) -> None:
        self.commands[name] = (list(command), more)
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**self.environment, **more},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def again(self, name: str, **other: str) -> None:
        """Start a process anew that was killed or ended, as its supervisor would; `other` changes its
        environment for good.
        """
        command, more = self.commands[name]
        self.start(name, command, **{**more, **other})

    def kill(self, name: str) -> None:
        self.processes[name].kill()
        self.processes[name].wait()

    def lead_past(self, *down: int) -> None:
        """Have nginx ask all web processes but those at these ports, from the next request on. Caddy sees for
        itself who is ready.
        """
        if self.proxy == CADDY:
            return
        told = configuration(self.folder, https=int(self.url.rpartition(":")[2]), webs=self.webs, down=down)
        (self.folder / "nginx.conf").write_text(told)
        if "nginx" in self.processes:
            self.processes["nginx"].send_signal(signal.SIGHUP)

    def ready(self, port: int) -> bool:
        """Whether the web process at this port says that it can serve."""
        headers = {"Host": self.url.partition("//")[2]}
        with suppress(httpx.TransportError):
            answer = httpx.get(f"http://127.0.0.1:{port}/health/ready", headers=headers, timeout=10)
            return answer.status_code == httpx.codes.OK
        return False

    def end(self, name: str) -> int:
        """Ask one process to end, as its supervisor would; its exit code."""
        self.processes[name].send_signal(signal.SIGTERM)
        return _ended(self.processes[name])

    def manage(self, *arguments: str) -> str:
        """The output of a command that ends by itself. Raises Failed."""
        command = [sys.executable, "manage.py", *arguments]
        return self.run(command)

    def run(self, command: Sequence[str]) -> str:
        done = subprocess.run(
            command, cwd=ROOT, env=dict(self.environment), check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise Failed(f"{' '.join(command[1:])}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def stop(self) -> dict[str, int]:
        """Each process gets SIGTERM and its time; the exit codes say who needed more."""
        for process in self.processes.values():
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        return {name: _ended(process) for name, process in self.processes.items()}


def _ended(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


@contextmanager
def stack(folder: Path, *, proxy: str = NGINX, **more: str) -> Iterator[Stack]:
    """All of it, up and ready, until the block ends; `more` goes into the environment of our processes."""
    if missing := [program for program in (proxy, REDIS) if shutil.which(program) is None]:
        wanted = " ".join(PACKAGES[program] for program in missing)
        raise NotReady(f"Not installed here: {', '.join(missing)} (on Debian: apt install {wanted}).")
    folder.chmod(0o711)  # Postgres and nginx's own processes may be other users than root
    home, ports = Home(folder / "home"), [free_port() for _ in range(WEBS)]
    https, redis = free_port(), free_port()
    _allow_connections(home)
    with ExitStack() as ending:
        ending.enter_context(supervisor.running(home, durability="safe"))
        environment = {**_environment(home, https, redis), **more}
        running = Stack(folder, f"https://localhost:{https}", home, ports, environment, proxy)
        ending.callback(running.stop)
        running.start("redis", ["redis-server", "--port", str(redis), "--bind", "127.0.0.1", "--save", ""])
        running.manage("migrate", "--verbosity", "0")
        _start_ours(running, ports)
        certificate(folder)
        _start_proxy(running, https)
        _wait_until_ready(running)
        yield running


def _allow_connections(home: Home) -> None:
    """Have Postgres take as many as it does in production, from its next start on."""
    with (
        supervisor.running(home, durability="safe"),
        psycopg.connect(home.address(user=ADMIN_ROLE).url, autocommit=True) as superuser,
    ):
        superuser.execute(SQL("ALTER SYSTEM SET max_connections = {}").format(CONNECTIONS))


def _environment(home: Home, https: int, redis: int) -> dict[str, str]:
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("CONTINUUM_")}
    return {
        **inherited,
        "CONTINUUM_HOME": str(home.root),
        "CONTINUUM_DATABASE_URL": _address(home, APP_ROLE),
        "CONTINUUM_DATABASE_OWNER_URL": _address(home, OWNER_ROLE),
        "CONTINUUM_BROKER_URL": f"redis://127.0.0.1:{redis}/0",
        "CONTINUUM_PUBLIC_URL": f"https://localhost:{https}",
        "CONTINUUM_BEHIND_PROXY": "true",
        "CONTINUUM_CLIENT_DOCUMENTS": "false",
        "CONTINUUM_SECRET_KEY": secrets.token_hex(32),
        "CONTINUUM_METRICS_TOKEN": secrets.token_hex(16),
        "CONTINUUM_METRICS_FOLDER": str(home.root / "metrics"),
        "CONTINUUM_LOG_FORMAT": "json",
        "DJANGO_SETTINGS_MODULE": "continuum.settings",
        "PYTHONPATH": str(ROOT),
    }


def _address(home: Home, role: str) -> str:
    """Through Postgres' socket, where its own process rules who may be who."""
    there = home.address(user=role)
    return f"postgres://{role}@:{there.port}/{there.name}?host={there.host}"


def _start_proxy(running: Stack, https: int) -> None:
    folder = running.folder
    if running.proxy == CADDY:
        file = folder / "Caddyfile"
        file.write_text(caddyfile(folder, https=https, webs=running.webs))
        command = [CADDY, "run", "--config", str(file), "--adapter", "caddyfile"]
        running.start(CADDY, command, HOME=str(folder), XDG_DATA_HOME=str(folder / "data"))
        return
    running.lead_past()
    running.start(NGINX, [NGINX, "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx.err")])


def _start_ours(running: Stack, ports: Sequence[int]) -> None:
    manage = [sys.executable, "manage.py"]
    for number, port in enumerate(ports, 1):
        running.start(f"web-{number}", [*manage, "serve"], CONTINUUM_PORT=str(port))
    for number in range(1, WORKERS + 1):
        running.start(f"worker-{number}", [*manage, "work", "--without-beat"])
    running.start("beat", [*manage, "work", "--without-worker"])


def _wait_until_ready(running: Stack) -> None:
    until = time.monotonic() + READY_SECONDS
    with httpx.Client(verify=running.tls) as client:
        while time.monotonic() < until:
            with suppress(httpx.TransportError):
                if client.get(f"{running.url}/health/ready").status_code == httpx.codes.OK:
                    return
            if ended := [name for name, process in running.processes.items() if process.poll() is not None]:
                raise NotReady(f"{ended[0]} ended at once; see {running.folder / ended[0]}.log")
            time.sleep(POLL_SECONDS)
    raise NotReady(f"{running.url}/health/ready did not answer within {READY_SECONDS} seconds.")
