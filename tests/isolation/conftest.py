"""One stage for each module: alice's store filled once, and undone after each request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from django.db import connections
from django.test import override_settings

from mcp_gateway.server import build_server
from mcp_gateway.threads import acting
from memories.recall.reading import get_memory
from oauth.services.tokens import issue_token
from tests.conftest import empty_database, person_actor
from tests.isolation.speaking import Speaker
from tests.isolation.stage import EVERYTHING, MARK, Stage, furnish
from tests.listening import GatewayAlone, listening


@pytest.fixture(scope="module")
def endpoint(stage: Stage) -> Iterator[str]:
    """Where the tools of alice's installation are served, among them one that leaks."""
    server = build_server()
    server.tool()(leaking(stage))
    with listening(GatewayAlone(server)) as port:
        yield f"http://127.0.0.1:{port}/mcp"


@pytest.fixture
def alice(stage: Stage, endpoint: str) -> Speaker:
    """She herself, with a token that may everything."""
    return Speaker(stage, endpoint, issue_token(stage.alice, name="all of it", permissions=EVERYTHING))


def leaking(stage: Stage) -> Callable[[], Awaitable[str]]:
    """A tool that forgot who asks."""

    alice = person_actor(stage.alice)

    async def leak() -> str:
        found = await acting(get_memory)(alice, name=f"{MARK}-tea")
        return found.content

    return leak


ALLOWED = ["localhost", "127.0.0.1", "testserver"]


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with django_db_blocker.unblock(), override_settings(ALLOWED_HOSTS=ALLOWED):
        furnished = furnish()
        with furnished.opened:
            yield furnished
        empty_database()
        connections.close_all()
