"""The client of FastMCP."""

from __future__ import annotations

from tests.clients.programs import Programs
from tests.clients.speaking import speaking_peer


def version(programs: Programs) -> str:
    (told,) = programs.python.parent.parent.glob("lib/python*/site-packages/fastmcp-*.dist-info")
    return told.name.removesuffix(".dist-info").replace("-", " ")


PEER = speaking_peer(
    "fastmcp", session="by_fastmcp", python=lambda programs: programs.python, version=version
)
