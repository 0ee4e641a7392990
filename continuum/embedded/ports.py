"""Is the HTTP port free, and if not, who has it?"""

from __future__ import annotations

import errno
import socket
import sys

import psutil

from continuum.embedded.errors import NoPermission, PortTaken


def port_is_free(host: str, port: int) -> bool:
    """Binds and lets go. Raises NoPermission for a port below 1024 that this user may not open."""
    family, kind, protocol, _, name = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(name)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise NoPermission(f"port {port} on {host}", way_out="Choose a port above 1023.") from None
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def require_port(host: str, port: int) -> None:
    """Raises PortTaken, naming the program that listens there where the system tells."""
    if not port_is_free(host, port):
        raise PortTaken(host, port, owner=_listener(port))


def _listener(port: int) -> str | None:
    try:
        connections = psutil.net_connections(kind="tcp")
    except psutil.AccessDenied:  # macOS shows other processes' sockets to root alone
        return None
    for connection in connections:
        there = getattr(connection.laddr, "port", None) == port
        if there and connection.status == psutil.CONN_LISTEN and connection.pid:
            return _describe(connection.pid)
    return None


def _describe(pid: int) -> str:
    try:
        return f"{psutil.Process(pid).name()} (process {pid})"
    except psutil.Error:
        return f"process {pid}"
