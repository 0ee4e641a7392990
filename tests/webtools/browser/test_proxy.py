"""The proxy serves pages that are open and what the guard lets through, nothing and nobody else."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator

import pytest

from tests.webtools.conftest import Sentinel, Site
from webtools.browser import proxy as proxies
from webtools.browser.passes import USER, Pass
from webtools.browser.proxy import Proxy
from webtools.errors import NameUnknown
from webtools.guard.allowing import AllowList
from webtools.guard.dialling import Streams
from webtools.guard.guard import Guard


@pytest.fixture
async def proxy(site: Site) -> AsyncIterator[Proxy]:
    made = Proxy(Guard(allow=AllowList([f"127.0.0.1:{site.port}"])))
    await made.start()
    yield made
    await made.close()


def shown(found: Pass | None, *, user: str = USER) -> str:
    if found is None:
        return ""
    told = base64.b64encode(f"{user}:{found.secret}".encode()).decode()
    return f"Proxy-Authorization: Basic {told}\r\n"


async def opened(proxy: Proxy) -> Streams:
    port = int(proxy.address.rpartition(":")[2])
    return await asyncio.open_connection("127.0.0.1", port)


async def asked(proxy: Proxy, head: str, body: bytes = b"") -> bytes:
    """What comes back until the proxy hangs up, or has said that it tunnels."""
    reader, writer = await opened(proxy)
    writer.write(head.replace("\n", "\r\n").replace("\r\r", "\r").encode() + body)
    answer = b""
    while piece := await reader.read(65_536):
        answer += piece
        if b"established" in answer or b" 407 " in answer or answer.endswith(b"hello"):
            break
    writer.close()
    await writer.wait_closed()
    return answer


def connect(address: str, found: Pass | None) -> str:
    return f"CONNECT {address} HTTP/1.1\r\nHost: {address}\r\n{shown(found)}\r\n"


@pytest.mark.parametrize(
    "told",
    [
        "",
        "Proxy-Authorization: Basic eA==\r\n",
        "Proxy-Authorization: Basic ???\r\n",
        "Proxy-Authorization: Bearer x\r\n",
        "Proxy-Authorization: Basic " + base64.b64encode(b"page:").decode() + "\r\n",
        "Authorization: Basic " + base64.b64encode(b"page:x").decode() + "\r\n",
        "Proxy-Authorization: Basic " + base64.b64encode("page:é".encode()).decode() + "\r\n",
    ],
)
async def test_without_a_pass_nothing_goes_through(proxy: Proxy, site: Site, told: str) -> None:
    proxy.passes.issue()
    for head in (f"CONNECT 127.0.0.1:{site.port} HTTP/1.1\r\n", f"GET {site.base}/x HTTP/1.1\r\n"):
        assert (await asked(proxy, f"{head}{told}\r\n")).startswith(b"HTTP/1.1 407")
    assert site.hits == []


async def test_a_pass_under_another_name_is_none(proxy: Proxy, site: Site) -> None:
    found = proxy.passes.issue()
    head = f"GET {site.base}/x HTTP/1.1\r\n{shown(found, user='admin')}\r\n"
    assert (await asked(proxy, head)).startswith(b"HTTP/1.1 407")


async def test_a_pass_ends_with_its_page(proxy: Proxy, site: Site) -> None:
    found = proxy.passes.issue()
    site.page("/x", "hello", "text/plain")
    head = f"GET {site.base}/x HTTP/1.1\r\n{shown(found)}\r\n"
    assert b"hello" in await asked(proxy, head)
    proxy.passes.end(found)
    assert (await asked(proxy, head)).startswith(b"HTTP/1.1 407")


async def test_what_a_page_has_open_is_closed_with_it(proxy: Proxy, site: Site) -> None:
    found = proxy.passes.issue()
    reader, writer = await opened(proxy)
    writer.write(connect(f"127.0.0.1:{site.port}", found).encode())
    assert b"established" in await reader.readuntil(b"\r\n\r\n")
    proxy.passes.end(found)
    assert await reader.read() == b""
    writer.close()


@pytest.mark.parametrize(
    "place", ["{sentinel}", "localhost:{port}", "[::1]:{port}", "[::ffff:127.0.0.1]:{port}"]
)
async def test_no_tunnel_leads_inside(proxy: Proxy, sentinel: Sentinel, place: str) -> None:
    found = proxy.passes.issue()
    address = place.format(sentinel=sentinel.address, port=sentinel.port)
    assert (await asked(proxy, connect(address, found))).startswith(b"HTTP/1.1 403")
    assert found.refused == 1
    assert not sentinel.touched


@pytest.mark.parametrize(
    "place", ["2130706433:{port}", "0x7f.1:{port}", "127.1:{port}", "a@127.0.0.1:{port}", "x"]
)
async def test_odd_spellings_are_no_requests(proxy: Proxy, sentinel: Sentinel, place: str) -> None:
    found = proxy.passes.issue()
    answer = await asked(proxy, connect(place.format(port=sentinel.port), found))
    assert answer.startswith(b"HTTP/1.1 400")
    assert not sentinel.touched


@pytest.mark.parametrize(
    "line",
    [
        "GET /x HTTP/1.1",
        "GET https://127.0.0.1/x HTTP/1.1",
        "GET ftp://127.0.0.1/x HTTP/1.1",
        "GET  http://127.0.0.1/ HTTP/1.1",
        "nonsense",
        "GET http://127.0.0.1/x HTTP/2.0",
        "GET http://127.0.0.1\\x/ HTTP/1.1",
        "get http://127.0.0.1/ HTTP/1.1",
        "GET http://a:b@127.0.0.1/ HTTP/1.1",
        "GET http://127.0.0.1/ HTTP/1.1\r\nbad header",
        "GET http://127.0.0.1/ HTTP/1.1\r\n folded: yes",
        "POST {base}/x HTTP/1.1\r\nTransfer-Encoding: chunked",
        "POST {base}/x HTTP/1.1\r\nContent-Length: -1",
    ],
)
async def test_what_is_no_request_to_a_proxy_is_refused(proxy: Proxy, site: Site, line: str) -> None:
    found = proxy.passes.issue()
    answer = await asked(proxy, f"{line.format(base=site.base)}\r\n{shown(found)}\r\n")
    assert answer.startswith(b"HTTP/1.1 400")
    assert site.hits == []


async def test_a_head_without_end_is_refused(proxy: Proxy) -> None:
    assert (await asked(proxy, "GET http://x.test/ HTTP/1.1\r\n" + "a: b\r\n" * 20_000)).startswith(
        b"HTTP/1.1 400"
    )


async def test_a_head_that_never_comes_is_given_up(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxies, "HEAD_SECONDS", 0.1)
    reader, writer = await opened(proxy)
    assert await reader.read() == b""
    writer.close()


async def test_the_host_that_is_told_is_the_one_that_is_dialled(proxy: Proxy, site: Site) -> None:
    site.page("/x", "hello", "text/plain")
    head = f"GET {site.base}/x HTTP/1.1\r\nHost: inside.corp\r\n{shown(proxy.passes.issue())}\r\n"
    assert b"hello" in await asked(proxy, head)
    assert site.hits[0][2]["host"] == f"127.0.0.1:{site.port}"
    assert "proxy-authorization" not in site.hits[0][2]


async def test_a_second_request_on_the_same_connection_goes_nowhere(proxy: Proxy, site: Site) -> None:
    """It may be meant for another server, whose cookies it carries."""
    site.page("/x", "hello", "text/plain")
    first = f"GET {site.base}/x HTTP/1.1\r\n{shown(proxy.passes.issue())}\r\n"
    await asked(proxy, first, b"GET http://other.test/secret HTTP/1.1\r\nCookie: a=b\r\n\r\n")
    assert site.paths == ["/x"]


async def test_the_browser_is_told_that_each_connection_is_for_one_request(proxy: Proxy, site: Site) -> None:
    """Else it would send the next one, which goes nowhere, and wait for an answer."""
    site.page("/x", "hello", "text/plain", headers={"Connection": "keep-alive", "Keep-Alive": "timeout=99"})
    answer = await asked(proxy, f"GET {site.base}/x HTTP/1.1\r\n{shown(proxy.passes.issue())}\r\n")
    assert b"\r\nConnection: close\r\n" in answer
    assert b"timeout=99" not in answer
    assert answer.endswith(b"hello")


async def test_a_page_has_so_many_bytes_and_no_more(proxy: Proxy, site: Site) -> None:
    found = proxy.passes.issue()
    found.left = 100_000
    site.file("/big", b"x" * 3_000_000, "application/octet-stream")
    answer = await asked(proxy, f"GET {site.base}/big HTTP/1.1\r\n{shown(found)}\r\n")
    assert len(answer) < 300_000
    assert (await asked(proxy, connect(f"127.0.0.1:{site.port}", found))).startswith(b"HTTP/1.1 429")


async def test_a_page_has_so_many_connections_and_no_more(proxy: Proxy, site: Site) -> None:
    found = proxy.passes.issue()
    found.tasks.update(asyncio.ensure_future(asyncio.sleep(30)) for _ in range(64))
    assert (await asked(proxy, connect(f"127.0.0.1:{site.port}", found))).startswith(b"HTTP/1.1 429")
    proxy.passes.end(found)


async def test_a_server_that_is_not_there_is_told(site: Site) -> None:
    proxy = Proxy(Guard(allow=AllowList(["127.0.0.1:1024"])))
    await proxy.start()
    assert (await asked(proxy, connect("127.0.0.1:1024", proxy.passes.issue()))).startswith(b"HTTP/1.1 502")
    await proxy.close()


async def test_a_name_that_nobody_knows_is_not_called_refused(site: Site) -> None:
    async def unknown(host: str, port: int) -> list[str]:
        raise NameUnknown

    proxy = Proxy(Guard(resolve=unknown))
    await proxy.start()
    found = proxy.passes.issue()
    assert (await asked(proxy, connect("nobody.qa.test:443", found))).startswith(b"HTTP/1.1 502")
    assert found.refused == 0
    await proxy.close()


async def test_it_listens_on_this_machine_alone(proxy: Proxy) -> None:
    assert proxy.address.startswith("http://127.0.0.1:")
    await proxy.close()
    with pytest.raises(RuntimeError):
        assert proxy.address
