"""One stage for each module: alice's store filled once, and undone after each request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections
from django.test import override_settings

from tests.conftest import empty_database
from tests.isolation.stage import Stage, furnish

ALLOWED = ["localhost", "127.0.0.1", "testserver"]


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with django_db_blocker.unblock(), override_settings(ALLOWED_HOSTS=ALLOWED):
        yield furnish()
        empty_database()
        connections.close_all()
