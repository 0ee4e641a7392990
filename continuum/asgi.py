"""The one ASGI application: /mcp goes to the gateway, everything else to Django. In the local profile the
worker and the beat live as threads beside it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import AsyncExitStack
from typing import Any

import django
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
django.setup(set_prefix=False)  # the gateway's imports need the models loaded

from continuum import metrics  # noqa: E402
from continuum.bodies import Bounded  # noqa: E402
from continuum.collecting import leave_out_on  # noqa: E402
from continuum.draining import drain_on_sigterm  # noqa: E402
from continuum.requests import Watched  # noqa: E402
from continuum.watch_settings import METRICS_PATH  # noqa: E402
from continuum.workers import Workers  # noqa: E402
from mcp_gateway.application import Gateway  # noqa: E402

log = logging.getLogger("continuum.asgi")


class Application:
    """Owns the lifespan, which Django's handler refuses, and points each request to its door."""

    def __init__(self) -> None:
        self.django = Bounded(get_asgi_application())
        self.gateway = Gateway()
        self.watched = Watched(self._serve, believes_ids=settings.BEHIND_PROXY)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"] == METRICS_PATH:
            await metrics.answer(scope, send)
        else:
            await self.watched(scope, receive, send)

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        if self.gateway.serves(scope):
            await self.gateway(scope, receive, send)
        else:
            await self.django(scope, receive, send)

    async def _lifespan(self, receive: Any, send: Any) -> None:
        await receive()  # lifespan.startup
        async with AsyncExitStack() as running:
            try:
                await running.enter_async_context(self.gateway.run())
                if settings.WORK_IN_PROCESS:
                    running.enter_context(Workers())
                drain_on_sigterm(seconds=settings.DRAIN_SECONDS)
                leave_out_on(asyncio.get_running_loop())
            except Exception as error:
                log.exception("the application cannot start")
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()  # lifespan.shutdown
        await send({"type": "lifespan.shutdown.complete"})


application = Application()
