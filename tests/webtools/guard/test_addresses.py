"""What is on the public web, whatever an address is wrapped in."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webtools.guard import addresses
from webtools.guard.addresses import is_never_opened, is_public, parse_address

INSIDE = [
    "0.0.0.0",
    "0.1.2.3",
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.0.1",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2606:4700::5efe:7f00:1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
OUTSIDE = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001:80b::200e",
    "64:ff9b::808:808",
    "::ffff:8.8.8.8",
]


@pytest.mark.parametrize("address", INSIDE)
def test_what_is_inside_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", OUTSIDE)
def test_what_is_outside_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@given(st.ip_addresses(v=4))
def test_a_wrapped_address_is_judged_like_the_bare_one(bare: IPv4Address) -> None:
    assert is_public(ip_address(f"::ffff:{bare}")) == is_public(bare)
    if not is_public(bare):
        assert not is_public(ip_address(int(ip_address("64:ff9b::")) + int(bare)))


@given(st.ip_addresses(v=4))
def test_nothing_that_python_calls_private_is_public(bare: IPv4Address) -> None:
    if bare.is_private or bare.is_loopback or bare.is_link_local or bare.is_multicast or bare.is_reserved:
        assert not is_public(bare)


def test_this_machine_is_not_public_by_its_public_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_public(ip_address("93.184.216.34"))
    monkeypatch.setattr(addresses, "_own_addresses", lambda: frozenset({ip_address("93.184.216.34")}))
    assert not is_public(ip_address("93.184.216.34"))
    assert not is_public(ip_address("::ffff:93.184.216.34"))


def test_the_own_addresses_are_read_from_the_interfaces() -> None:
    assert ip_address("127.0.0.1") in addresses._read_own_addresses()


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "fe80::1",
        "100.100.100.200",
        "::ffff:169.254.0.1",
        "64:ff9b::a9fe:a9fe",
        "fd20:ce::254",
    ],
)
def test_link_local_and_metadata_are_never_opened(address: str) -> None:
    assert is_never_opened(ip_address(address))
    assert not is_never_opened(ip_address("10.0.0.1"))


def test_an_address_with_a_zone_is_none() -> None:
    with pytest.raises(ValueError, match="zone"):
        parse_address("fe80::1%lo")
