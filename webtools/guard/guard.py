"""The one decision on every connection: by name and port in, addresses that may be dialled out."""

from __future__ import annotations

from collections.abc import Sequence

from webtools.errors import AddressRefused, NameUnknown
from webtools.guard.addresses import Address, is_public, parse_address
from webtools.guard.allowing import AllowList
from webtools.guard.resolving import Resolve, system_resolver

# Names that mean something inside a machine or a network, whatever a resolver says of them.
_INSIDE = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "arpa", "onion")


class Guard:
    """Resolves a name once and answers with the very addresses to dial, or refuses.

    One address that is not public is enough to refuse a name: which one is dialled must not depend on luck.
    """

    def __init__(self, *, allow: AllowList | None = None, resolve: Resolve = system_resolver) -> None:
        self._allow = allow or AllowList()
        self._resolve = resolve

    async def admit(self, host: str, port: int) -> Sequence[Address]:
        """`host` as `urls.read_host` writes it. Raises AddressRefused, NameUnknown, ResolverFailed."""
        addresses = await self._addresses(host, port)
        if not all(self._is_open(host, address, port) for address in addresses):
            raise AddressRefused
        return addresses

    async def _addresses(self, host: str, port: int) -> Sequence[Address]:
        try:
            return [parse_address(host)]
        except ValueError:
            pass
        if _is_inside(host) and not self._allow.knows(host, port):
            raise AddressRefused
        try:
            found = [parse_address(text) for text in await self._resolve(host, port)]
        except ValueError:  # an address with a zone
            raise AddressRefused from None
        if not found:
            raise NameUnknown
        return found

    def _is_open(self, host: str, address: Address, port: int) -> bool:
        return is_public(address) or self._allow.opens(host, address, port)


def _is_inside(host: str) -> bool:
    """Names of one word are looked up in the network one is in."""
    return "." not in host or host.rpartition(".")[2] in _INSIDE
