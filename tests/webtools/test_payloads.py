"""What a page may be made of: PDFs, pictures, long texts, endless ones, errors."""

from __future__ import annotations

import pytest

from continuum.kernel.errors import ValidationFailed
from tests.webtools.conftest import HTML, Site
from tests.webtools.pdfs import pdf_of
from webtools.errors import ContentRefused
from webtools.looking import Asked
from webtools.pages import Page, read_page
from webtools.web import Web

PAGE = "<html><head><title>T</title></head><body>{}</body></html>"


async def read(web: Web, url: str, **more: object) -> Page:
    return await web.run(read_page(web, Asked(url, timeout_ms=20_000), **more))  # type: ignore[arg-type]


# --- Payloads


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "application/pdf", "Content-Disposition": "attachment; filename=a.pdf"},
        {"Content-Type": "application/octet-stream"},
        {"Content-Type": "text/html"},
        {"Content-Type": "application/x-whatever"},
    ],
)
async def test_a_pdf_is_read_whatever_the_server_calls_it(
    web: Web, site: Site, headers: dict[str, str]
) -> None:
    url = site.file("/a", pdf_of("Total due 1284.50 EUR"), headers.pop("Content-Type"), headers=headers)
    page = await read(web, url)
    assert page.text == "Total due 1284.50 EUR"
    assert page.kind == "pdf"


async def test_a_broken_pdf_is_told_with_its_kind_and_size(web: Web, site: Site) -> None:
    with pytest.raises(ContentRefused, match=r"PDF \(\d+ bytes\)"):
        await read(web, site.file("/a.pdf", b"%PDF-1.4\nnothing of the kind", "application/pdf"))


@pytest.mark.parametrize(
    ("body", "kind", "named"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "image/png", "image/png"),
        (b"PK\x03\x04" + b"\0" * 40, "application/zip", "application/zip"),
        (b"\0\1\2\3" * 40, "application/octet-stream", "octet-stream"),
        (b"\x7fELF" + b"\0" * 40, "text/plain", "text/plain"),
        (b"OggS" + b"\0" * 40, "audio/ogg", "audio/ogg"),
    ],
)
async def test_what_has_no_text_is_named(web: Web, site: Site, body: bytes, kind: str, named: str) -> None:
    with pytest.raises(ContentRefused, match=named):
        await read(web, site.file("/x", body, kind))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('{"a": [1, 2]}', "application/json"),
        ("just words", "text/plain"),
        ("<feed><title>x</title></feed>", "application/atom+xml"),
        ("a,b\n1,2", "text/csv"),
        ("# Title\n\n- one", "text/markdown"),
    ],
)
async def test_what_is_text_already_is_given_as_it_is(web: Web, site: Site, body: str, kind: str) -> None:
    page = await read(web, site.page("/x", body, kind))
    assert page.text == body
    assert page.kind == "text"


async def test_a_long_text_is_read_to_its_end_piece_by_piece(web: Web, site: Site) -> None:
    lines = "".join(f"<p>Line {n}: the harbour 🚢 log is steady 👩‍🚀 and calm.</p>" for n in range(2_000))
    url = site.page("/", PAGE.format(f"{lines}<p>END MARKER 7Q</p>"))
    pieces, offset = [], 0
    while offset is not None:
        page = await read(web, url, offset=offset, most=30_000, reader="me")
        pieces.append(page.text)
        offset = page.next_offset
    assert len(pieces) > 3
    assert "".join(pieces).endswith("END MARKER 7Q")
    assert len("".join(pieces)) == page.length
    assert all(piece.startswith(("Line", "\n")) for piece in pieces)
    assert len([path for path in site.paths if path == "/"]) == 1


async def test_a_piece_never_ends_within_an_emoji(web: Web, site: Site) -> None:
    url = site.page("/", "👩‍🚀🇧🇪👍🏽e\u0301" * 800, "text/plain; charset=utf-8")
    whole, offset = "", 0
    while offset is not None:
        page = await read(web, url, offset=offset, most=1_000, reader="me")
        assert page.text[0] not in "\u200d\U0001f3fd\u0301"
        whole += page.text
        offset = page.next_offset
    assert whole == "👩‍🚀🇧🇪👍🏽e\u0301" * 800


async def test_one_reader_does_not_read_on_in_anothers_page(web: Web, site: Site) -> None:
    url = site.page("/", PAGE.format(f"<p>{'old words ' * 300}</p>"))
    await read(web, url, most=1_000, reader="alice")
    site.page("/", PAGE.format(f"<p>{'new words ' * 300}</p>"))
    assert "old" in (await read(web, url, most=1_000, offset=1_000, reader="alice")).text
    assert "new" in (await read(web, url, most=1_000, offset=1_000, reader="bob")).text


async def test_a_page_of_50_megabytes_is_cut_and_says_so(web: Web, site: Site) -> None:
    site.file("/", b"<p>The beginning.</p><!--" + b"x" * 50_000_000, HTML)
    page = await read(web, f"{site.base}/")
    assert page.text == "The beginning."
    assert any("too long" in note for note in page.notes)


async def test_an_endless_page_is_cut_and_says_so(web: Web, site: Site) -> None:
    url = site.page("/", "<p>It begins.</p>", stream=True)
    page = await web.run(read_page(web, Asked(url, timeout_ms=4_000)))
    assert page.text.startswith("It begins.")
    assert any("kept sending" in note for note in page.notes)


@pytest.mark.parametrize("status", [404, 403, 500, 410, 503])
async def test_an_error_page_is_read_and_its_status_told(web: Web, site: Site, status: int) -> None:
    page = await read(web, site.page("/", PAGE.format("<p>Sorry.</p>"), status=status))
    assert page.status == status
    assert page.text == "Sorry."
    assert any(str(status) in note for note in page.notes)


async def test_nothing_at_all_is_said_to_be_nothing(web: Web, site: Site) -> None:
    page = await read(web, site.page("/", ""))
    assert page.kind == "empty"
    assert any("nothing" in note for note in page.notes)


@pytest.mark.parametrize(("offset", "most"), [(-1, 2_000), (0, 10), (0, 10_000_000)])
async def test_wrong_pieces_are_refused(plain: Web, site: Site, offset: int, most: int) -> None:
    with pytest.raises(ValidationFailed):
        await read(plain, site.page("/", "x"), offset=offset, most=most)


@pytest.mark.parametrize("timeout_ms", [0, 10, 10_000_000])
async def test_wrong_times_are_refused(plain: Web, site: Site, timeout_ms: int) -> None:
    with pytest.raises(ValidationFailed, match="milliseconds"):
        await plain.run(read_page(plain, Asked(site.page("/", "x"), timeout_ms=timeout_ms)))
