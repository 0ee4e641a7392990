"""`python -m tests.conformance.fixture PORT suite|product`: the product for a suite that cannot send a token.

A bearer is put on each request before it meets the product's own application, whose gate admits it like
any other: against the database, with its permissions. As `suite`, the tools, resources and prompts behind
the gate are those that the suite's scenarios want; as `product`, they are the product's.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import django
import uvicorn
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
django.setup(set_prefix=False)

from continuum.asgi import Application  # noqa: E402
from continuum.embedded import supervisor  # noqa: E402
from continuum.kernel.actor import Permission  # noqa: E402
from mcp_gateway.application import Gateway  # noqa: E402
from mcp_gateway.server import MemoryServer  # noqa: E402
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


class Bearing:
    """An application, asked by someone who shows this bearer."""

    def __init__(self, application: Application, bearer: str) -> None:
        self._application = application
        self._shown = (b"authorization", f"Bearer {bearer}".encode())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], self._shown]}
        await self._application(scope, receive, send)


def build_application(kind: str) -> Bearing:
    application = Application()
    if kind == "suite":
        application.gateway = Gateway(build_fixture())
    permissions = [Permission.READ, Permission.WRITE, Permission.FORGET]
    return Bearing(
        application, issue_token(local_owner(), name=f"conformance {kind}", permissions=permissions)
    )


def main(port: str, kind: str) -> None:
    with supervisor.running(settings.CONTINUUM_HOME):
        uvicorn.run(
            build_application(kind),
            host="127.0.0.1",
            port=int(port),
            lifespan="on",
            log_config=None,
            access_log=False,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
