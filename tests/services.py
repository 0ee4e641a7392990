"""Loaded before anything else (addopts -p): points the settings to a home of this test run alone.

The services themselves start when the first test asks for a database, so that the pure tests need none.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

LENT = os.environ.pop("CONTINUUM_TESTS_HOME", "")
"""A home whose services run already: who starts many test runs, one after the other, lends them one."""

HOME = Path(LENT or tempfile.mkdtemp(prefix="continuum-tests-"))

os.environ.update(
    CONTINUUM_HOME=str(HOME),
    CONTINUUM_PUBLIC_URL="http://localhost:8787",
    CONTINUUM_DATABASE_POOL_MAX="24",
    DJANGO_SETTINGS_MODULE="continuum.settings",
)
for inherited in (
    "CONTINUUM_DATABASE_URL",
    "CONTINUUM_DATABASE_OWNER_URL",
    "CONTINUUM_BROKER_URL",
    "CONTINUUM_TOKEN",
):
    os.environ.pop(inherited, None)


def pytest_unconfigure() -> None:
    if not LENT:
        shutil.rmtree(HOME, ignore_errors=True)
