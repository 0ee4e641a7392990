"""Which Continuum made a file."""

from __future__ import annotations

from importlib import metadata

FROM_SOURCE = "from source"


def application_version() -> str:
    try:
        return metadata.version("continuum-memory")
    except metadata.PackageNotFoundError:
        return FROM_SOURCE
