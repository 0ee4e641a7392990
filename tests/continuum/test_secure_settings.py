"""What an address for others, which is https, makes of the settings that protect it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ASKED = (
    *("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SECURE_SSL_REDIRECT"),
    *("SESSION_COOKIE_SAMESITE", "CSRF_COOKIE_SAMESITE", "SESSION_COOKIE_DOMAIN", "SESSION_COOKIE_PATH"),
    *("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SECURE_HSTS_SECONDS", "ALLOWED_HOSTS", "DEBUG"),
)
PRODUCTION = {
    "CONTINUUM_DATABASE_URL": "postgres://continuum_app:unused@127.0.0.1:9/continuum",
    "CONTINUUM_DATABASE_OWNER_URL": "postgres://continuum_owner:unused@127.0.0.1:9/continuum",
    "CONTINUUM_BROKER_URL": "redis://127.0.0.1:9/0",
    "CONTINUUM_SECRET_KEY": "k" * 60,
    "DJANGO_SETTINGS_MODULE": "continuum.settings",
}
READ = (
    "import json; from django.conf import settings;"
    f" print(json.dumps({{name: getattr(settings, name) for name in {ASKED}}}))"
)


def settings_at(address: str) -> dict[str, Any]:
    """The settings of an installation with this public address."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("CONTINUUM_")}
    done = subprocess.run(
        [sys.executable, "-c", READ],
        env={**bare, **PRODUCTION, "CONTINUUM_PUBLIC_URL": address},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def test_an_https_address_makes_everything_secure() -> None:
    found = settings_at("https://memory.example.com")
    secure = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SECURE_SSL_REDIRECT")
    assert all(found[name] for name in secure)
    assert (found["SESSION_COOKIE_SAMESITE"], found["CSRF_COOKIE_SAMESITE"]) == ("Lax", "Lax")
    assert found["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert found["ALLOWED_HOSTS"] == ["memory.example.com"] and found["DEBUG"] is False


def test_no_other_host_can_lay_a_cookie_of_ours_down() -> None:
    """A name with __Host- is taken by browsers over HTTPS alone, for the whole of one host and no other."""
    found = settings_at("https://memory.example.com")
    assert found["SESSION_COOKIE_NAME"].startswith("__Host-")
    assert found["CSRF_COOKIE_NAME"].startswith("__Host-")
    assert (found["SESSION_COOKIE_DOMAIN"], found["SESSION_COOKIE_PATH"]) == (None, "/")
