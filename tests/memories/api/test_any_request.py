"""Whatever is sent to an operation of the schema, what comes back is what the schema says, and never a 500.

Requests are made from the schema by schemathesis, always the same ones, and go to a real server.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.db import connections
from django.test import override_settings
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks

from continuum.asgi import Application
from memories import access
from memories.models import Mode
from memories.services.workspaces import ensure_default_workspace
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.conftest import agent_actor, empty_database, person_actor
from tests.listening import listening
from tests.stories import remember

pytestmark = pytest.mark.timeout(600)
SCHEMA = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
EVERYTHING = ["memory:read", "memory:write", "memory:forget", "memory:review", "web", "admin"]


@pytest.fixture(scope="module")
def served(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[str, str]]:
    """Where the API is served, and a token that may everything."""
    with django_db_blocker.unblock(), override_settings(WORK_IN_PROCESS=False, ALLOWED_HOSTS=["127.0.0.1"]):
        alice = User.objects.create_user("alice", email="alice@example.test")
        ensure_default_workspace(person_actor(alice), mode=Mode.AUTO)
        with access.acting(agent_actor(alice)) as codex:
            remember(codex, "Ana lives in Ghent.", name="ana")
        bearer = issue_token(alice, name="any", permissions=EVERYTHING)
        with listening(Application(), log_level="critical") as port:
            yield f"http://127.0.0.1:{port}", bearer
        empty_database()
        connections.close_all()


def sized(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@SCHEMA.parametrize()
@sized(1)
def test_whatever_is_asked_is_answered_as_the_schema_says(case: Any, served: tuple[str, str]) -> None:
    url, bearer = served
    response = case.call(base_url=url, headers={"Authorization": f"Bearer {bearer}"})
    case.validate_response(response, checks=CHECKS)


@pytest.mark.slow
@SCHEMA.parametrize()
@sized(15)
def test_fifteen_of_whatever_are_answered_as_the_schema_says(case: Any, served: tuple[str, str]) -> None:
    url, bearer = served
    response = case.call(base_url=url, headers={"Authorization": f"Bearer {bearer}"})
    case.validate_response(response, checks=CHECKS)
