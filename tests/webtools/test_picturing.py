"""screenshot_page and fetch_image: pictures that are what they say, and small enough."""

from __future__ import annotations

import io
import struct
import threading
import zlib

import pytest
from PIL import Image

from continuum.kernel.errors import ConfigurationProblem, Unreachable, ValidationFailed
from tests.webtools.conftest import Sentinel, Site
from webtools.errors import AddressRefused, ContentRefused
from webtools.limits import MAX_SIDE, MAX_TOLD_IMAGE_BYTES
from webtools.looking import Asked
from webtools.pictures import Picture, picture_of
from webtools.picturing import fetch_image, screenshot_page
from webtools.web import Web


def image(kind: str = "PNG", size: tuple[int, int] = (8, 6), mode: str = "RGB", **more: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, 128 if mode in {"L", "1", "P"} else (255, 0, 0, 128)[: len(mode)]).save(
        out, kind, **more
    )
    return out.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG of few bytes that says it is huge."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1_000)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


async def shot(web: Web, url: str, **more: bool) -> Picture:
    return await web.run(screenshot_page(web, Asked(url, timeout_ms=30_000), **more))


async def fetched(web: Web, url: str, referer: str | None = None) -> Picture:
    return await web.run(fetch_image(web, url, referer=referer))


# --- Pages


async def test_a_page_is_a_png_of_the_window(web: Web, site: Site) -> None:
    found = await shot(web, site.page("/", "<body style='background:#00f'><h1>Blue</h1>"))
    assert (found.mime, found.width, found.height) == ("image/png", 1280, 800)
    with Image.open(io.BytesIO(found.data)) as opened:
        assert opened.convert("RGB").getpixel((1_000, 700)) == (0, 0, 255)


async def test_a_full_page_has_its_height(web: Web, site: Site) -> None:
    url = site.page("/", "<body style='margin:0'><div style='height:2000px'>tall</div>")
    assert (await shot(web, url, full_page=True)).height == 2_000


async def test_a_very_long_page_is_cut_and_says_so(web: Web, site: Site) -> None:
    html = (
        "<body style='margin:0'><div style='height:30000px;background:linear-gradient(#fff,#06c)'>top</div>"
    )
    found = await shot(web, site.page("/", html), full_page=True)
    assert max(found.width, found.height) <= MAX_SIDE
    assert len(found.data) <= MAX_TOLD_IMAGE_BYTES
    assert any("30,000" in note for note in found.notes)


async def test_a_page_that_is_wide_and_long_is_cut_to_what_is_read(web: Web, site: Site) -> None:
    url = site.page("/", "<body style='margin:0'><div style='width:9000px;height:9000px'>x</div>")
    picture = await web.run(screenshot_page(web, Asked(url, timeout_ms=60_000), full_page=True))
    assert (picture.width, picture.height) == (8_000, 6_250)
    assert any("9,000" in note for note in picture.notes)


async def test_a_very_wide_page_is_cut_too(web: Web, site: Site) -> None:
    url = site.page("/", "<body style='margin:0'><div style='width:12000px;height:10px'>wide</div>")
    assert (await shot(web, url, full_page=True)).width <= MAX_SIDE


async def test_a_noisy_picture_of_a_page_is_scaled_down(web: Web, site: Site) -> None:
    html = """<body style="margin:0"><canvas width=1280 height=4000></canvas><script>
      const c = document.querySelector('canvas').getContext('2d'), d = c.createImageData(1280, 4000);
      const some = n => crypto.getRandomValues(d.data.subarray(n, n + 65536));
      for (let n = 0; n < d.data.length; n += 65536) some(n);
      c.putImageData(d, 0, 0)</script>"""
    found = await shot(web, site.page("/", html), full_page=True)
    assert len(found.data) <= MAX_TOLD_IMAGE_BYTES
    assert any("Scaled down" in note for note in found.notes)


async def test_a_text_is_shown_as_a_text(web: Web, site: Site) -> None:
    found = await shot(web, site.page("/", "<script>not a script</script>", "text/plain"))
    assert found.width == 1280


async def test_an_error_page_is_shown_and_said_to_be_one(web: Web, site: Site) -> None:
    found = await shot(web, site.page("/", "<h1>Sorry</h1>", status=404))
    assert any("404" in note for note in found.notes)


@pytest.mark.parametrize(("body", "kind"), [(image(), "image/png"), (b"%PDF-1.4\n", "application/pdf")])
async def test_what_is_no_page_is_told_which_tool_reads_it(
    web: Web, site: Site, body: bytes, kind: str
) -> None:
    with pytest.raises(ContentRefused, match="fetch_"):
        await shot(web, site.file("/", body, kind))


async def test_without_a_browser_it_says_what_to_install(plain: Web, site: Site) -> None:
    with pytest.raises(ConfigurationProblem, match="Chromium"):
        await shot(plain, site.page("/", "<p>x</p>"))


async def test_no_picture_is_taken_of_the_inside(web: Web, site: Site, sentinel: Sentinel) -> None:
    urls = [
        sentinel.url,
        site.redirect("/r", sentinel.url),
        site.page("/js", f"<script>location.href='{sentinel.url}'</script>"),
    ]
    for url in urls:
        with pytest.raises(AddressRefused):
            await shot(web, url)
    assert not sentinel.touched


# --- Pictures


@pytest.mark.parametrize(
    ("kind", "mime"),
    [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("GIF", "image/gif"), ("WEBP", "image/webp")],
)
async def test_a_picture_is_what_its_bytes_say(plain: Web, site: Site, kind: str, mime: str) -> None:
    body = image(kind)
    found = await fetched(plain, site.file("/a", body, "image/x-whatever"))
    assert (found.mime, found.data, found.width, found.height) == (mime, body, 8, 6)


@pytest.mark.parametrize("kind", ["AVIF", "BMP", "TIFF", "ICO"])
async def test_other_pictures_become_png(plain: Web, site: Site, kind: str) -> None:
    found = await fetched(plain, site.file("/a", image(kind, (16, 16)), "image/png"))
    assert found.mime == "image/png"
    assert any("Converted" in note for note in found.notes)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"<html>Access denied</html>", "image/png"),
        (b"", "image/png"),
        (b"%PDF-1.4", "image/jpeg"),
        (b"just words", "image/gif"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (image()[:40], "image/png"),
        (b"GIF89a", "image/gif"),
        (b"\0\0\0\x1cftypavif", "image/avif"),
        (b"RIFF\0\0\0\0WEBP", "image/webp"),
        (b"PK\x03\x04\0\0\0\0", "image/png"),
    ],
)
async def test_what_is_no_picture_is_refused_with_the_reason(
    plain: Web, site: Site, body: bytes, kind: str
) -> None:
    with pytest.raises(ContentRefused):
        await fetched(plain, site.file("/b", body, kind))


async def test_a_referer_opens_what_needs_one(plain: Web, site: Site) -> None:
    from_page = f"{site.base}/article"
    url = site.file("/d", image(), "image/png", needs=("referer", from_page), otherwise=None)
    site.routes["/d"].otherwise = type(site.routes["/d"])(status=403)
    assert (await fetched(plain, url, referer=from_page)).mime == "image/png"
    with pytest.raises(ContentRefused, match="referer"):
        await fetched(plain, url)


@pytest.mark.parametrize("size", [(50_000, 50_000), (60_000, 1_000), (2**31 - 1, 2**31 - 1)])
async def test_a_bomb_is_not_opened(plain: Web, site: Site, size: tuple[int, int]) -> None:
    with pytest.raises(ContentRefused):
        await fetched(plain, site.file("/bomb.png", bomb(*size), "image/png"))


@pytest.mark.parametrize("size", [(8_000, 8_000), (50_000, 50_000)])
async def test_an_icon_that_holds_a_huge_picture_is_not_opened(
    plain: Web, site: Site, size: tuple[int, int]
) -> None:
    inner = bomb(*size)
    ico = struct.pack("<HHHBBBBHHII", 0, 1, 1, 0, 0, 0, 0, 1, 32, len(inner), 22) + inner
    with pytest.raises(ContentRefused, match="pixels"):
        await fetched(plain, site.file("/favicon.ico", ico, "image/x-icon"))


@pytest.mark.parametrize("status", [204, 205])
async def test_an_answer_without_a_page_has_no_picture(web: Web, site: Site, status: int) -> None:
    with pytest.raises(ContentRefused, match=f"status {status}"):
        await shot(web, site.page("/", "", status=status))


@pytest.mark.parametrize("headers", [{}, {"Content-Length": "60000000"}])
async def test_a_huge_picture_is_stopped_early(plain: Web, site: Site, headers: dict[str, str]) -> None:
    body = image() + b"\0" * 60_000_000
    site.file("/big.png", body, "image/png", stream=not headers, headers=headers)
    with pytest.raises(ContentRefused, match="too large"):
        await fetched(plain, f"{site.base}/big.png")


SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">
  <rect width="40" height="30" fill="#0f0"/>
  <script>fetch("{sentinel}")</script><image href="{sentinel}" width="1" height="1"/>
  <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="{sentinel}"/></foreignObject></svg>"""


async def test_an_svg_is_drawn_and_nothing_in_it_runs(web: Web, site: Site, sentinel: Sentinel) -> None:
    url = site.page("/x.svg", SVG.replace("{sentinel}", sentinel.url), "image/svg+xml")
    found = await fetched(web, url)
    assert (found.mime, found.width, found.height) == ("image/png", 40, 30)
    with Image.open(io.BytesIO(found.data)) as drawn:
        assert drawn.convert("RGB").getpixel((30, 20)) == (0, 255, 0)
    assert not sentinel.touched


async def test_an_svg_is_not_handed_on_without_a_browser(plain: Web, site: Site) -> None:
    with pytest.raises(ContentRefused, match="SVG"):
        await fetched(plain, site.page("/x.svg", SVG, "image/svg+xml"))


async def test_no_picture_is_fetched_from_the_inside(plain: Web, site: Site, sentinel: Sentinel) -> None:
    for url in (sentinel.url, site.redirect("/r", sentinel.url), "file:///etc/passwd"):
        with pytest.raises((AddressRefused, ValidationFailed)):
            await fetched(plain, url)
    assert not sentinel.touched


async def test_a_picture_that_does_not_come_is_told(plain: Web, site: Site) -> None:
    never = threading.Event()
    site.file("/a.png", image(), "image/png", wait=never)
    with pytest.raises(Unreachable):
        await plain.run(fetch_image(plain, f"{site.base}/a.png", timeout_ms=1_000))
    never.set()


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA"])
def test_large_pictures_of_any_kind_are_scaled_to_fit(mode: str) -> None:
    found = picture_of(image("PNG", (9_000, 20), mode), url="x")
    assert found.width == MAX_SIDE
    assert any("Scaled" in note for note in found.notes)
