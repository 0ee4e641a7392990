"""`python -m bench.scale` (make bench-scale): servers in a folder that goes away, then bench.scale.run."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import tempfile
from importlib import import_module
from pathlib import Path

from bench.scale.servers import Server, address, first_server, replica_of


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description="Replicas and divided tables.")
    parser.add_argument("--memories", type=int, default=20_000, help="in the big workspace (20,000)")
    parser.add_argument("--workspaces", type=int, default=1_000, help="small ones beside it (1,000)")
    parser.add_argument("--parts", type=int, default=16, help="of each table (16)")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="continuum-scale-"))
    folder.chmod(0o755)  # Postgres of root runs as nobody, who has to pass through
    servers: list[Server] = []
    try:
        servers.append(first_server(folder / "first"))
        _point_django_to(servers[0], folder)
        run = import_module("bench.scale.run").run  # which sets Django up
        run(servers, lambda: replica_of(servers[0], folder / "second"), **vars(asked))
    finally:
        for server in reversed(servers):
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _point_django_to(server: Server, folder: Path) -> None:
    os.environ.update(
        DJANGO_SETTINGS_MODULE="continuum.settings",
        CONTINUUM_HOME=str(folder / "home"),
        CONTINUUM_DATABASE_URL=address(server, "continuum_app"),
        CONTINUUM_DATABASE_OWNER_URL=address(server, "continuum_owner"),
        CONTINUUM_BROKER_URL="memory://localhost/",
        CONTINUUM_SECRET_KEY=secrets.token_urlsafe(48),
    )


if __name__ == "__main__":
    main()
