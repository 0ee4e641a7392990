"""What the figures were measured on, and of which code."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import connections

ROOT = Path(__file__).resolve().parent.parent


def facts(cursor: Any = None) -> dict[str, str]:
    """In the order in which they are told. `cursor` asks the database where Django is not set up."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": _commit(),
        "processor": f"{_processor()}, {os.cpu_count()} cores, {_memory_gigabytes():.0f} GB",
        "load before": f"{_LOAD:.1f} processes wanted a processor (average of the last minute)",
        "system": platform.platform(),
        "python": platform.python_version(),
        "postgres": _postgres(cursor) if cursor else _postgres_of_django(),
    }


_LOAD = os.getloadavg()[0]  # when this module was imported: before the bench adds its own


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _processor() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def _memory_gigabytes() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3


def _postgres_of_django() -> str:
    with connections["owner"].cursor() as cursor:
        return _postgres(cursor)


def _postgres(cursor: Any) -> str:
    cursor.execute(
        "SELECT current_setting('server_version'), current_setting('shared_buffers'), extversion"
        " FROM pg_extension WHERE extname = 'vector'"
    )
    version, buffers, vector = cursor.fetchone()
    return f"{version}, pgvector {vector}, {buffers} of shared buffers"
