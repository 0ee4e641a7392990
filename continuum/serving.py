"""How the web server is set up, be it one process or several."""

from __future__ import annotations

import signal
import socket
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn

import uvicorn
from django.conf import settings

from continuum.embedded.ports import require_port
from continuum.http_protocol import HttpProtocol

KEEP_ALIVE_SECONDS: Final = 30
SHUTDOWN_SECONDS: Final = 10
BACKLOG: Final = 2_048  # connections that wait to be taken


def web_config(*, processes: int = 1) -> uvicorn.Config:
    """uvicorn's settings for the application. Who calls is told by the settings of this project, never by a
    header that uvicorn believes.
    """
    return uvicorn.Config(
        "continuum.asgi:application",
        host=settings.HOST,
        port=settings.PORT,
        workers=processes,
        http=HttpProtocol,
        lifespan="on",
        log_config=None,  # ours, which quotes no content, is configured already
        access_log=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
    )


def run(server: uvicorn.Server, *, sockets: list[socket.socket] | None = None) -> None:
    """Until Ctrl-C or SIGTERM, which uvicorn sends itself once more when it is done: a clean end for us."""
    signal.signal(signal.SIGTERM, _end)
    with suppress(KeyboardInterrupt):
        server.run(sockets=sockets)


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def listening(host: str, port: int) -> socket.socket:
    """A socket for several processes to take connections from. Raises PortTaken, NoPermission.

    It is told its protocol: asyncio sends answers at once only over sockets that say they are TCP, and
    otherwise every answer waits some 40 ms for the client to say that it has the first part.
    """
    require_port(host, port)
    family, kind, _, _, name = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(name)
    made.listen(BACKLOG)
    made.set_inheritable(True)
    return made
