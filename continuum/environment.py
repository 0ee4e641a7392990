"""Reading settings from the environment: a wrong value stops the start and says which and why."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
_POSTGRES_SCHEMES = {"postgres", "postgresql"}
SECRET_KEY_BYTES = 48


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool) -> bool:
    raw = os.environ.get(name)
    if raw is None:
        return default
    if raw.strip().lower() in _TRUE:
        return True
    if raw.strip().lower() in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be true or false, not {raw!r}.")


def number(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    if not raw.lstrip("-").isdigit() or int(raw) < least or (most is not None and int(raw) > most):
        wanted = f"of {least} or more" if most is None else f"from {least} to {most}"
        raise ImproperlyConfigured(f"{name} must be a whole number {wanted}, not {raw!r}.")
    return int(raw)


def words(name: str) -> list[str]:
    """A comma-separated list, without empty parts."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def origin(name: str, default: str) -> str:
    """An http(s) origin such as https://memory.example.com: no path, no trailing slash."""
    value = text(name, default).rstrip("/")
    parts = urlsplit(value)
    if (
        parts.scheme not in {"http", "https"}
        or not parts.netloc
        or parts.path
        or parts.query
        or parts.username
    ):
        raise ImproperlyConfigured(
            f"{name} must be an origin like https://memory.example.com, not {value!r}."
        )
    return value


def database(name: str, url: str) -> dict[str, object]:
    """Django's connection settings from a postgres:// URL; `?host=/folder` names a socket folder."""
    parts = urlsplit(url)
    if parts.scheme not in _POSTGRES_SCHEMES or not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like postgres://user:password@host:5432/database.")
    options = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(options.pop("host", "") or parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": {key: unquote(value) for key, value in options.items()},
    }


def kept_secret(path: Path) -> str:
    """The secret in this file, made on first use and readable by its owner alone.

    Written aside and linked into place, so that of two first starts at once both read the same whole secret.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _link_new_secret(path)
        secret = path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"Cannot keep a secret key in {path}: {error.strerror}.") from error
    if not secret:
        raise ImproperlyConfigured(f"The secret key file {path} is empty. Delete it to have a new one made.")
    return secret


def _link_new_secret(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(SECRET_KEY_BYTES))
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()
