"""A fetch ends: by its time, its bytes, its redirects; and what is compressed is not trusted."""

from __future__ import annotations

import gzip
import threading
import zlib

import pytest

from tests.webtools.conftest import Route, Site
from webtools.errors import ContentRefused, TimedOut, TooManyRedirects
from webtools.fetching.client import AGENT, Wish
from webtools.fetching.fetched import Fetched
from webtools.fetching.inflating import BadCompression, Inflating
from webtools.guard.urls import read_url
from webtools.web import Web


async def got(web: Web, url: str, *, seconds: float = 20.0, most: int = 100_000) -> Fetched:
    async def getting() -> Fetched:
        client = await web.client()
        return await client.get(read_url(url), Wish(seconds, lambda status, headers: most, {}))

    return await web.run(getting())


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(b"hello", mtime=0)),
        ("deflate", zlib.compress(b"hello")),
        ("deflate", zlib.compress(b"hello")[2:-4]),
        ("gzip", gzip.compress(b"hel", mtime=0) + gzip.compress(b"lo", mtime=0)),
        ("gzip", gzip.compress(b"hello", mtime=0) + b"\0\0 padding"),
        ("x-gzip", gzip.compress(b"hello", mtime=0)),
        ("identity", b"hello"),
    ],
    ids=["gzip", "zlib", "raw deflate", "two of gzip", "padded gzip", "x-gzip", "as it is"],
)
async def test_compressed_bodies_are_read(plain: Web, site: Site, encoding: str, packed: bytes) -> None:
    url = site.file("/", packed, "text/plain", headers={"Content-Encoding": encoding})
    assert (await got(plain, url)).body == b"hello"


async def test_a_bomb_is_cut_at_its_limit(plain: Web, site: Site) -> None:
    bomb = gzip.compress(b"\0" * 20_000_000)
    found = await got(plain, site.file("/", bomb, "text/plain", headers={"Content-Encoding": "gzip"}))
    assert (len(found.body), found.cut) == (100_000, "size")


@pytest.mark.parametrize("step", [1, 2, 7, 1_000])
def test_bodies_of_several_gzips_are_read_in_any_pieces(step: int) -> None:
    packed, inflating = gzip.compress(b"one") + gzip.compress(b"") + gzip.compress(b"two"), Inflating("gzip")
    pieces = [packed[place : place + step] for place in range(0, len(packed), step)]
    assert b"".join(inflating.feed(piece, at_most=100) for piece in pieces) == b"onetwo"
    assert not inflating.is_cut


def test_what_follows_a_compressed_body_without_end_is_not_kept() -> None:
    inflating = Inflating("gzip")
    assert inflating.feed(gzip.compress(b"one") + b"junk", at_most=100) == b"one"
    for _ in range(100):
        assert inflating.feed(b"j" * 1_000, at_most=100) == b""
    assert inflating._stream is not None
    assert len(inflating._stream.unused_data) < 1_000


async def test_a_compressed_body_without_its_end_is_said_to_be_broken(plain: Web, site: Site) -> None:
    packed = gzip.compress(bytes(range(256)) * 40)
    url = site.file("/", packed[:-20], "text/plain", headers={"Content-Encoding": "gzip"})
    found = await got(plain, url)
    assert found.body
    assert found.cut == "broken"


@pytest.mark.parametrize("encoding", ["gzip", "br", "zstd", "compress", "gzip, gzip"])
async def test_a_compression_that_is_none_is_told(plain: Web, site: Site, encoding: str) -> None:
    url = site.file("/", b"not compressed at all", "text/plain", headers={"Content-Encoding": encoding})
    with pytest.raises(ContentRefused, match="cannot be read"):
        await got(plain, url)


def test_a_piece_never_grows_beyond_what_is_wanted() -> None:
    inflating = Inflating("gzip")
    assert len(inflating.feed(gzip.compress(b"\0" * 10_000_000), at_most=1_000)) == 1_000
    assert inflating.feed(b"more", at_most=0) == b""
    with pytest.raises(BadCompression):
        Inflating("br")


@pytest.mark.parametrize(("count", "fits"), [(10, True), (11, False)])
async def test_ten_redirects_are_followed(plain: Web, site: Site, count: int, fits: bool) -> None:
    for step in range(count):
        site.redirect(f"/{step}", f"/{step + 1}", status=(301, 302, 303, 307, 308)[step % 5])
    site.page(f"/{count}", "there", "text/plain")
    if fits:
        found = await got(plain, f"{site.base}/0")
        assert (found.body, len(found.hops)) == (b"there", 10)
    else:
        with pytest.raises(TooManyRedirects):
            await got(plain, f"{site.base}/0")


async def test_a_redirect_without_an_address_is_an_answer(plain: Web, site: Site) -> None:
    site.routes["/"] = Route(b"x", status=302)
    assert (await got(plain, f"{site.base}/")).status == 302


async def test_a_server_that_says_nothing_is_given_up(plain: Web, site: Site) -> None:
    never = threading.Event()
    url = site.page("/", "x", wait=never)
    with pytest.raises(TimedOut, match=r"0\.3 seconds"):
        await got(plain, url, seconds=0.3)
    never.set()


async def test_a_server_that_sends_for_ever_is_cut_by_time(plain: Web, site: Site) -> None:
    url = site.page("/", "begin", "text/plain", stream=True)
    found = await got(plain, url, seconds=1.0, most=100_000_000)
    assert found.body.startswith(b"begin")
    assert found.cut == "time"


async def test_it_says_who_it_is_and_sends_no_fragment(
    plain: Web, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    await got(plain, site.page("/x", "x", "text/plain") + "#part")
    method, path, headers = site.hits[0]
    assert (method, path, headers["user-agent"]) == ("GET", "/x", AGENT)


async def test_cookies_are_kept_along_the_way_and_forgotten_after_it(plain: Web, site: Site) -> None:
    site.redirect("/a", "/b")
    site.routes["/a"].headers["Set-Cookie"] = "seen=1"
    site.page("/b", "x", "text/plain")
    found = await got(plain, f"{site.base}/a")
    await got(plain, f"{site.base}/b")
    assert [cookie.name for cookie in found.cookies] == ["seen"]
    assert [hit[2].get("cookie") for hit in site.hits] == [None, "seen=1", None]
