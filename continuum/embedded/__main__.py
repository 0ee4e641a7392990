"""`python -m continuum.embedded psql`: run a program beside the embedded Postgres, as its superuser.

The program is looked for among Postgres' own first (psql, pg_dump, pg_restore ...). The services are started
for it, or joined where they run already. PGUSER and PGDATABASE may name another role or database.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from continuum.embedded import supervisor, wheels
from continuum.embedded.errors import EmbeddedError
from continuum.embedded.paths import ADMIN_ROLE, DATABASE, POSTGRES_PORT, Home

USAGE: Final = "usage: python -m continuum.embedded PROGRAM [ARGUMENT ...], such as psql or pg_dump\n"


def main(command: list[str], environ: Mapping[str, str] = os.environ) -> int:
    """The program's exit code; 2 without a program, 1 when it or the services could not be started."""
    if not command:
        sys.stderr.write(USAGE)
        return 2
    home = Home.from_environment(environ)
    try:
        with supervisor.running(home, progress=_tell):
            return subprocess.run(command, env=environment(home, environ), check=False).returncode
    except FileNotFoundError:
        sys.stderr.write(f"There is no program {command[0]}.\n")
    except EmbeddedError as error:
        sys.stderr.write(f"{error}\n")
    return 1


def environment(home: Home, environ: Mapping[str, str]) -> dict[str, str]:
    """What libpq's programs read: where to connect, and as whom."""
    path = os.pathsep.join([str(wheels.find_postgres().bin), environ.get("PATH", os.defpath)])
    given = {"PGUSER": ADMIN_ROLE, "PGDATABASE": DATABASE, **environ}
    return {**given, "PATH": path, "PGHOST": str(home.reach / "postgres"), "PGPORT": POSTGRES_PORT}


def _tell(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
