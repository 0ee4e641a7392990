"""One decision: what it lets through is what is dialled."""

from __future__ import annotations

import socket
from collections.abc import Sequence

import pytest

from tests.webtools.conftest import Sentinel, Site
from tests.webtools.conftest import resolving as known
from webtools.errors import AddressRefused, NameUnknown, ResolverFailed, TimedOut
from webtools.guard import dialling, resolving
from webtools.guard.allowing import AllowList
from webtools.guard.dialling import GuardedBackend, dial
from webtools.guard.guard import Guard

NAMES = {
    "internal.qa.test": ["10.0.0.5"],
    "mixed.qa.test": ["93.184.216.34", "127.0.0.1"],
    "seven.qa.test": ["::ffff:127.0.0.1"],
    "zone.qa.test": ["fe80::1%eth0"],
    "meta.qa.test": ["169.254.169.254"],
    "nat.qa.test": ["64:ff9b::a00:5"],
    "teredo.qa.test": ["2001::1"],
    "late.qa.test": ["1.1.1.1", "8.8.8.8", "0.0.0.0"],
    "broken.qa.test": ["not an address"],
    "v6.qa.test": ["::1"],
}


@pytest.mark.parametrize("host", NAMES)
async def test_a_name_with_one_address_inside_is_refused(host: str) -> None:
    with pytest.raises(AddressRefused):
        await Guard(resolve=known(NAMES)).admit(host, 80)


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "a.localhost",
        "host.docker.internal",
        "metadata.google.internal",
        "postgres",
        "redis",
        "searxng",
        "printer.local",
        "router.lan",
        "nas.home",
        "intra.corp",
        "kubernetes.default.svc.cluster.local",
        "1.0.0.127.in-addr.arpa",
        "hidden.onion",
    ],
)
async def test_names_from_inside_are_not_even_looked_up(host: str) -> None:
    async def never(host: str, port: int) -> Sequence[str]:
        raise AssertionError(host)

    with pytest.raises(AddressRefused):
        await Guard(resolve=never).admit(host, 80)


async def test_every_refusal_is_told_in_the_same_words() -> None:
    told = set()
    for host in (*NAMES, "localhost", "postgres", "127.0.0.1", "10.0.0.1"):
        with pytest.raises(AddressRefused) as refused:
            await Guard(resolve=known(NAMES)).admit(host, 80)
        told.add((refused.value.message, tuple(refused.value.details)))
    assert len(told) == 1


async def test_a_public_name_gives_the_addresses_to_dial() -> None:
    guard = Guard(resolve=known({"www.qa.test": ["93.184.216.34", "2606:4700::1111"]}))
    assert [str(each) for each in await guard.admit("www.qa.test", 443)] == [
        "93.184.216.34",
        "2606:4700::1111",
    ]


async def test_a_listed_name_from_inside_is_looked_up() -> None:
    guard = Guard(allow=AllowList(["wiki:8080"]), resolve=known({"wiki": ["10.0.0.9"]}))
    assert [str(each) for each in await guard.admit("wiki", 8080)] == ["10.0.0.9"]
    with pytest.raises(AddressRefused):
        await guard.admit("wiki", 80)


async def test_a_name_without_addresses_is_unknown() -> None:
    with pytest.raises(NameUnknown):
        await Guard(resolve=known({"none.qa.test": []})).admit("none.qa.test", 80)


async def test_what_was_judged_is_dialled_whatever_the_name_says_next(site: Site, sentinel: Sentinel) -> None:
    asked = []

    async def rebinding(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.2"] if len(asked) == 1 else ["127.0.0.1"]

    guard = Guard(allow=AllowList([f"127.0.0.2:{sentinel.port}"]), resolve=rebinding)
    with pytest.raises(OSError, match=r"127\.0\.0\.2"):
        await dial(guard, "rebinding.qa.test", sentinel.port)
    assert asked == ["rebinding.qa.test"]
    assert not sentinel.touched


async def test_the_second_of_two_addresses_is_tried(site: Site) -> None:
    allow = AllowList([f"127.0.0.1:{site.port}", f"127.0.0.3:{site.port}"])
    guard = Guard(allow=allow, resolve=known({"two.qa.test": ["127.0.0.3", "127.0.0.1"]}))
    _, writer = await dial(guard, "two.qa.test", site.port)
    assert writer.get_extra_info("peername")[0] == "127.0.0.1"
    writer.close()
    await writer.wait_closed()


async def test_a_server_that_takes_no_connection_is_given_up(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialling, "CONNECT_SECONDS", 0.0)
    with pytest.raises(TimedOut):
        await dial(Guard(allow=AllowList(["127.0.0.1"])), "127.0.0.1", site.port)


async def test_sockets_of_the_machine_are_not_opened() -> None:
    with pytest.raises(Exception, match="not opened"):
        await GuardedBackend(Guard()).connect_unix_socket("/var/run/docker.sock")


@pytest.mark.parametrize(
    ("number", "told"), [(socket.EAI_NONAME, NameUnknown), (socket.EAI_AGAIN, ResolverFailed)]
)
async def test_the_systems_resolver_tells_unknown_from_failed(
    monkeypatch: pytest.MonkeyPatch, number: int, told: type[Exception]
) -> None:
    def failing(*args: object, **more: object) -> None:
        raise socket.gaierror(number, "whatever it says")

    monkeypatch.setattr(resolving.socket, "getaddrinfo", failing)
    with pytest.raises(told):
        await resolving.system_resolver("www.qa.test", 80)


async def test_the_systems_resolver_gives_each_address_once() -> None:
    assert await resolving.system_resolver("127.0.0.1", 80) == ["127.0.0.1"]
