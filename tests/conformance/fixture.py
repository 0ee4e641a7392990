"""`python -m tests.conformance.fixture PORT`: what the suite's scenarios call, behind the product's gate.

The suite cannot send a token. So a bearer is put on each request before it meets the gate, which admits it
like any other: against the database, with its permissions. Only the server behind is the suite's.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import django
import uvicorn
from django.conf import settings
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
django.setup(set_prefix=False)

from continuum.embedded import supervisor  # noqa: E402
from continuum.kernel.actor import Permission  # noqa: E402
from continuum.local_profile import prepare  # noqa: E402
from mcp_gateway.application import Gateway  # noqa: E402
from mcp_gateway.server import MemoryServer  # noqa: E402
from memories.models import Mode  # noqa: E402
from oauth.services.people import local_owner  # noqa: E402
from oauth.services.tokens import issue_token  # noqa: E402
from tests.conformance import back_channel, contents, questions  # noqa: E402
from tests.conformance.sources import add_older_requests, add_prompts, add_sources  # noqa: E402


def build_fixture() -> MemoryServer:
    tools = [*contents.tools(), *back_channel.tools(), *questions.tools()]
    server = MemoryServer("conformance-fixture", version="1", tools=tools)
    add_sources(server)
    add_prompts(server)
    add_older_requests(server)
    return server


class Fixture:
    """The gateway, in front of the fixture instead of the memory, for one bearer."""

    def __init__(self, bearer: str) -> None:
        self._bearer = (b"authorization", f"Bearer {bearer}".encode())
        self._gateway = Gateway(build_fixture())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if self._gateway.serves(scope):
            others = [each for each in scope["headers"] if each[0] != b"authorization"]
            await self._gateway({**scope, "headers": [*others, self._bearer]}, receive, send)
            return
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def _live(self, receive: Any, send: Any) -> None:
        await receive()
        async with self._gateway.run():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


def main(port: int) -> None:
    with supervisor.running(settings.CONTINUUM_HOME, durability="test"):
        call_command("migrate", verbosity=0, interactive=False)
        prepare(mode=Mode.AUTO, url=settings.PUBLIC_URL)
        bearer = issue_token(local_owner(), name="conformance", permissions=[Permission.READ])
        uvicorn.run(
            Fixture(bearer), host="127.0.0.1", port=port, lifespan="on", log_level="warning", access_log=False
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
