"""The operator's list of what is opened although it is not on the public web: an intranet, a test's server.

An entry is a host name, an address or a network, with or without a port: `wiki.corp`, `127.0.0.1:8099`,
`10.1.0.0/16`, `[fd00::1]:8080`. A name stands for itself alone, whatever it resolves to.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from webtools.errors import BadAddress
from webtools.guard.addresses import Address, Network, is_never_opened, parse_address, unwrapped
from webtools.guard.urls import read_host
from webtools.limits import MAX_ALLOWED


class BadEntry(ValueError):
    """An entry that means nothing, or what no list opens."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """`port` 0 stands for every port. Either a name or a network."""

    port: int
    name: str = ""
    network: Network | None = None

    def opens(self, host: str, address: Address, port: int) -> bool:
        if self.port not in {0, port}:
            return False
        if self.network is None:
            return host == self.name
        return address.version == self.network.version and address in self.network


class AllowList:
    """Raises BadEntry for an entry that is none."""

    def __init__(self, entries: Iterable[str] = ()) -> None:
        self._entries = tuple(map(_read, entries))
        if len(self._entries) > MAX_ALLOWED:
            raise BadEntry(f"At most {MAX_ALLOWED} entries.")

    def knows(self, host: str, port: int) -> bool:
        """Whether the list names this host itself."""
        return any(entry.name == host and entry.port in {0, port} for entry in self._entries)

    def opens(self, host: str, address: Address, port: int) -> bool:
        """Whether the address may be dialled for this host. Link-local and metadata addresses never."""
        bare = unwrapped(address)
        return not is_never_opened(bare) and any(entry.opens(host, bare, port) for entry in self._entries)


def _read(entry: str) -> _Entry:
    place, port = _parted(entry.strip().lower())
    try:
        network: Network | None = ipaddress.ip_network(place.strip("[]"), strict=False)
    except ValueError:
        network = None
    if network is None:
        return _Entry(name=_name(place, entry), port=port)
    if is_never_opened(parse_address(str(network.network_address))):
        raise BadEntry(f"{entry!r}: link-local and metadata addresses are never opened.")
    return _Entry(network=network, port=port)


def _parted(entry: str) -> tuple[str, int]:
    place, colon, port = entry.rpartition(":")
    if not colon or (":" in place and not place.endswith("]")):
        return entry, 0
    if not port.isdigit() or int(port) == 0:
        raise BadEntry(f"{entry!r}: that is not the number of a port.")
    return place, int(port)


def _name(place: str, entry: str) -> str:
    try:
        return read_host(place)
    except BadAddress as error:
        raise BadEntry(f"{entry!r}: {error.message}") from None
