"""Who may watch this installation: metrics, traces, errors, its log; whom to tell of weaknesses."""

from __future__ import annotations

import os
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from continuum import environment as env

LEAST_TOKEN: Final = 16
METRICS_PATH: Final = "/metrics"
DRAIN_SECONDS, MOST_DRAIN_SECONDS = 5, 60  # the proxy asks every two seconds whether a process is ready
CONTACTS: Final = ("https", "mailto", "tel")
# What prometheus_client reads when it is imported: a folder makes it count for several processes together.
_SHARED_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"


def who_watches() -> tuple[str, str, str]:
    """The bearer for metrics, where traces are sent, who is told of errors; each empty for nobody."""
    return metrics_token(), _address("CONTINUUM_OTLP_ENDPOINT"), _address("CONTINUUM_SENTRY_DSN")


def metrics_token() -> str:
    """The bearer that Prometheus shows; without one there are no metrics. With one, every process of this
    machine (or container) counts into one folder, so that any of them can tell of all.
    """
    token = env.text("CONTINUUM_METRICS_TOKEN")
    if not token:
        return ""
    if len(token) < LEAST_TOKEN:
        raise ImproperlyConfigured(f"CONTINUUM_METRICS_TOKEN has at least {LEAST_TOKEN} characters.")
    default = Path(tempfile.gettempdir()) / f"continuum-metrics-{os.getuid() if hasattr(os, 'getuid') else 0}"
    folder = Path(env.text("CONTINUUM_METRICS_FOLDER", str(default)))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"CONTINUUM_METRICS_FOLDER cannot be made: {error.strerror}.") from None
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise ImproperlyConfigured(f"CONTINUUM_METRICS_FOLDER belongs to somebody else: {folder}.")
    os.environ[_SHARED_FOLDER] = str(folder)
    return token


def _installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _address(variable: str) -> str:
    value = env.text(variable).rstrip("/")
    parts = urlsplit(value)
    if value and (parts.scheme not in {"http", "https"} or not parts.hostname):
        raise ImproperlyConfigured(f"{variable} must look like https://host, with a port where it needs one.")
    return value


def metrics_port() -> int:
    """Where a worker alone answers; 0 for nowhere."""
    return env.number("CONTINUUM_METRICS_PORT", 0, most=65_535)


def drain_seconds(*, local: bool) -> int:
    """How long a web process that was asked to end goes on serving, saying that it is not ready."""
    return env.number("CONTINUUM_DRAIN_SECONDS", 0 if local else DRAIN_SECONDS, most=MOST_DRAIN_SECONDS)


def security_contacts() -> list[str]:
    """Whom to tell of a weakness, as addresses (RFC 9116): a page, a mailbox, a telephone."""
    return [_contact(each) for each in env.words("CONTINUUM_SECURITY_CONTACT")]


def _contact(told: str) -> str:
    address = f"mailto:{told}" if "@" in told and ":" not in told else told
    scheme, _, rest = address.partition(":")
    spelt = address.isascii() and address.isprintable() and " " not in address
    if scheme not in CONTACTS or not rest.strip("/") or not spelt:
        raise ImproperlyConfigured(
            "CONTINUUM_SECURITY_CONTACT holds addresses like security@example.com, tel:+1-201-555-0123 or "
            f"https://example.com/security, with commas between; not {told!r}."
        )
    return address


def apps(*, traces: str, errors: str) -> list[str]:
    """What must be installed for it: packages that are not needed otherwise are imported only then."""
    for variable, value, package in (
        ("CONTINUUM_OTLP_ENDPOINT", traces, "opentelemetry-exporter-otlp-proto-http"),
        ("CONTINUUM_SENTRY_DSN", errors, "sentry-sdk"),
    ):
        if value and not _installed(package):
            raise ImproperlyConfigured(
                f"{variable} needs the package {package}: pip install continuum-memory[watching]."
            )
    return [
        *(["continuum.tracing.TracingConfig"] if traces else []),
        *(["continuum.reporting.ReportingConfig"] if errors else []),
    ]
