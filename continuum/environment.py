"""Reading settings from the environment: a wrong value stops the start and says which and why."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
_POSTGRES_SCHEMES = {"postgres", "postgresql"}
_MAIL_PORTS = {"smtp": 587, "smtps": 465}
_CACHE_SCHEMES = {"redis", "rediss", "unix"}
SECRET_KEY_BYTES = 48
MAIL_SECONDS = 10
CACHE_SECONDS = 2


_DEAREST = 1_000_000.0


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


def price(name: str) -> tuple[float, float] | None:
    """Dollars for a million tokens asked and answered, written `0.15/0.60`; None when it is not set."""
    raw = text(name)
    if not raw:
        return None
    try:
        asked, answered = (float(part) for part in raw.split("/"))
    except ValueError:
        raise ImproperlyConfigured(f"{name} is two prices like 0.15/0.60, not {raw!r}.") from None
    if not (0 <= asked < _DEAREST and 0 <= answered < _DEAREST):
        raise ImproperlyConfigured(f"{name} is two prices in dollars for a million tokens, not {raw!r}.")
    return asked, answered


def words(name: str) -> list[str]:
    """A comma-separated list, without empty parts."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def choice(name: str, default: str, *, among: Sequence[str]) -> str:
    value = text(name, default).lower()
    if value not in among:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(among)}, not {value!r}.")
    return value


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


def mail(name: str) -> dict[str, object]:
    """Django's settings for sending mail from smtp://user:password@host:587 (STARTTLS; `?tls=off` without) or
    smtps://...:465. Nothing without a value: mail is off.
    """
    url = text(name)
    if not url:
        return {}
    parts = urlsplit(url)
    if parts.scheme not in _MAIL_PORTS or not parts.hostname:
        raise ImproperlyConfigured(f"{name} must look like smtp://user:password@host:587 or smtps://...:465.")
    wrapped = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or _MAIL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": wrapped,
        "EMAIL_USE_TLS": not wrapped and parts.query != "tls=off",
        "EMAIL_TIMEOUT": MAIL_SECONDS,
    }


def cache(name: str, *, broker: str) -> dict[str, object]:
    """Django's settings for the cache that every process shares: a Redis of its own or, without one, the next
    database of the broker's. Where the broker is this process alone, so is the cache.
    """
    url = text(name) or _beside(broker)
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "continuum"}
    if urlsplit(url).scheme not in _CACHE_SCHEMES:
        raise ImproperlyConfigured(f"{name} must look like redis://host:6379/1 or unix:///path?db=1.")
    return {
        "BACKEND": "continuum.shared_cache.SharedCache",
        "LOCATION": url,
        "KEY_PREFIX": "continuum",
        "OPTIONS": {"socket_timeout": CACHE_SECONDS},
    }


def _beside(broker: str) -> str:
    parts = urlsplit(broker)
    if parts.scheme == "redis+socket":
        return f"unix://{parts.path}?db=1"
    if parts.scheme in _CACHE_SCHEMES:
        database = parts.path.strip("/")
        return urlunsplit(parts._replace(path=f"/{int(database) + 1 if database.isdigit() else 1}"))
    return ""


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
