"""Which addresses are on the public web. Pure: asks nobody but this machine's own interfaces."""

from __future__ import annotations

import ipaddress
import time
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import psutil

from webtools.limits import OWN_ADDRESSES_FRESH_SECONDS

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# IANA's special-purpose registries. The standard library's `is_global` differs between versions of Python.
_SPECIAL_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network; Linux takes 0.0.0.0 for itself
            "10.0.0.0/8",
            "100.64.0.0/10",  # shared by carriers, and by clouds for metadata
            "127.0.0.0/8",
            "169.254.0.0/16",  # link-local, cloud metadata
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_SPECIAL_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocols, among them Teredo and ORCHID
            "2001:db8::/32",
            "2002::/16",  # 6to4: holds an IPv4 address that a relay would dial
            "2620:4f:8000::/48",
            "3fff::/20",
            "3ffe::/16",
        ),
    )
)
_TRANSLATED = IPv6Network("64:ff9b::/96")  # NAT64: the way to the public IPv4 web from a network without IPv4
_ISATAP = 0x5EFE
# Metadata of clouds that lies outside the link-local networks.
METADATA = frozenset(
    map(
        ipaddress.ip_address,
        (
            "100.100.100.200",  # Alibaba
            "168.63.129.16",  # Azure
            "192.0.0.192",  # Oracle
            "fd00:c1::a9fe:a9fe",
            "fd00:ec2::23",  # Amazon
            "fd00:ec2::254",
            "fd20:ce::254",  # Google
        ),
    )
)
_LINK_LOCAL = (IPv4Network("169.254.0.0/16"), IPv6Network("fe80::/10"))


def parse_address(text: str) -> Address:
    """An address in its usual spelling. Raises ValueError, also for one with a zone (`fe80::1%eth0`)."""
    if "%" in text:
        raise ValueError("an address with a zone")
    return ipaddress.ip_address(text)


def unwrapped(address: Address) -> Address:
    """The IPv4 address that an IPv6 address stands for on every system, else the address itself."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def is_public(address: Address) -> bool:
    """Whether this is a host of the public web, and not this machine by its public address."""
    bare = unwrapped(address)
    if bare in METADATA or bare in _own_addresses():
        return False
    return _is_public_v4(bare) if isinstance(bare, IPv4Address) else _is_public_v6(bare)


def is_never_opened(address: Address) -> bool:
    """Link-local and cloud metadata, which no list opens, also as NAT64 would reach them."""
    bare = unwrapped(address)
    if bare in _TRANSLATED:
        bare = IPv4Address(int(bare) & 0xFFFF_FFFF)
    return bare in METADATA or any(
        bare in network for network in _LINK_LOCAL if network.version == bare.version
    )


def _is_public_v4(address: IPv4Address) -> bool:
    return not any(address in network for network in _SPECIAL_V4)


def _is_public_v6(address: IPv6Address) -> bool:
    if address in _TRANSLATED:
        return _is_public_v4(IPv4Address(int(address) & 0xFFFF_FFFF))
    if address not in _GLOBAL_V6 or any(address in network for network in _SPECIAL_V6):
        return False
    return (int(address) >> 32) & 0xFFFF != _ISATAP


def _read_own_addresses() -> frozenset[Address]:
    found: set[Address] = set()
    for addresses in psutil.net_if_addrs().values():
        for each in addresses:
            try:
                found.add(unwrapped(ipaddress.ip_address(each.address.partition("%")[0])))
            except ValueError:  # the address of a network card
                continue
    return frozenset(found)


class _Fresh:
    """This machine's addresses, asked again after a while: interfaces come and go."""

    def __init__(self) -> None:
        self._known: frozenset[Address] = frozenset()
        self._until = 0.0

    def __call__(self) -> frozenset[Address]:
        now = time.monotonic()
        if now >= self._until:
            self._known, self._until = _read_own_addresses(), now + OWN_ADDRESSES_FRESH_SECONDS
        return self._known


_own_addresses = _Fresh()
