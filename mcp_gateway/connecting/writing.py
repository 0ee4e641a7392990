"""Changing a client's file: read, checked, backed up, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from mcp_gateway.connecting import jsonc, toml
from mcp_gateway.connecting.places import Client, Kind

BACKUP = ".continuum-backup-"


class NotConnected(Exception):
    """Nothing was changed, and why."""


@dataclass(frozen=True, slots=True)
class Change:
    """One file as it is and as it will be. `there` says that a server of this name is in it already."""

    path: Path
    before: str | None
    after: str
    there: bool

    @property
    def changes(self) -> bool:
        return self.after != (self.before or "")


def planned(client: Client, path: Path, name: str, entry: Mapping[str, Any]) -> Change:
    """What connecting would do to the file. Raises NotConnected for one that cannot be read as it should."""
    before = read_file(path)
    text = before or ""
    try:
        servers = _servers(client, text)
        if client.kind is Kind.TOML:
            after = toml.with_table(text, client.servers, name, dict(entry))
        else:
            after = jsonc.with_member(text, client.servers, name, dict(entry))
            jsonc.parse(after)
    except (jsonc.BrokenJson, toml.BrokenToml) as error:
        raise NotConnected(_broken(path, error)) from None
    same = servers.get(name) == dict(entry)
    return Change(path, before, text if same else after, there=name in servers)


def taken_out(client: Client, path: Path, name: str) -> Change:
    """What disconnecting would do. Raises NotConnected."""
    before = read_file(path)
    text = before or ""
    try:
        there = name in _servers(client, text)
        if client.kind is Kind.TOML:
            after = toml.without_table(text, client.servers, name) if there else text
        else:
            after = jsonc.without_member(text, client.servers, name)
            jsonc.parse(after)
    except (jsonc.BrokenJson, toml.BrokenToml) as error:
        raise NotConnected(_broken(path, error)) from None
    return Change(path, before, after, there=there)


def _servers(client: Client, text: str) -> Mapping[str, Any]:
    if client.kind is Kind.TOML:
        return toml.servers_in(text, client.servers)
    root = jsonc.parse(text).value
    if not isinstance(root, dict):
        raise jsonc.BrokenJson("the file is no object")
    found = root.get(client.servers, {})
    if not isinstance(found, dict):
        raise jsonc.BrokenJson(f'"{client.servers}" is no object')
    return found


def _broken(path: Path, error: Exception) -> str:
    return f"{path} cannot be read as it should: {error}. Mend it first; it was left as it is."


def read_file(path: Path) -> str | None:
    """The text, None where there is no file. Raises NotConnected."""
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise NotConnected(f"{path} cannot be read: {why}. It was left as it is.") from None


def carry_out(change: Change, *, now: datetime) -> Path | None:
    """Write it; returns the backup of what stood there, None where nothing did. A link is followed, so that
    settings kept elsewhere stay linked. Raises NotConnected.
    """
    real = Path(os.path.realpath(change.path))
    try:
        if read_file(real) != change.before:
            raise NotConnected(f"{change.path} was changed just now. Run the command again.")
        real.parent.mkdir(parents=True, exist_ok=True)
        mode = real.stat().st_mode & 0o777 if change.before is not None else 0o600
        backup = _backed_up(real, change.before, mode, now)
        _replace(real, change.after, mode)
    except OSError as error:
        raise NotConnected(f"{change.path} cannot be written: {error.strerror}.") from None
    return backup


def _backed_up(real: Path, before: str | None, mode: int, now: datetime) -> Path | None:
    if before is None:
        return None
    backup = real.with_name(f"{real.name}{BACKUP}{now:%Y%m%d-%H%M%S}")
    number = 1
    while backup.exists():
        number += 1
        backup = real.with_name(f"{real.name}{BACKUP}{now:%Y%m%d-%H%M%S}-{number}")
    _write(backup, before, mode)
    return backup


def _replace(real: Path, text: str, mode: int) -> None:
    draft = real.with_name(f".{real.name}.{os.getpid()}")
    try:
        _write(draft, text, mode)
        draft.replace(real)
    finally:
        draft.unlink(missing_ok=True)


def _write(path: Path, text: str, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def backups_of(path: Path) -> list[Path]:
    """The backups beside a file, the latest first."""
    real = Path(os.path.realpath(path))
    return sorted(real.parent.glob(f"{real.name}{BACKUP}*"), reverse=True) if real.parent.is_dir() else []
