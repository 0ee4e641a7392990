"""What a body is, by its first bytes before what it is called."""

from __future__ import annotations

import pytest

from webtools.reading.kinds import Kind, image_type, is_svg, kind_of


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (b"", "text/html", Kind.EMPTY),
        (b" \n\t", "text/html", Kind.EMPTY),
        (b"<p>x</p>", "text/html", Kind.HTML),
        (b"words", "application/xhtml+xml", Kind.HTML),
        (b"<!doctype html>", "", Kind.HTML),
        (b"<!-- a --> <html>", "application/octet-stream", Kind.HTML),
        (b"<html>denied</html>", "image/png", Kind.HTML),
        (b"%PDF-1.7", "text/html", Kind.PDF),
        (b"junk\n%PDF-1.7", "application/octet-stream", Kind.PDF),
        (b"words", "application/pdf", Kind.BINARY),
        (b"\x89PNG\r\n\x1a\n", "text/html", Kind.IMAGE),
        (b"<svg>", "image/svg+xml", Kind.IMAGE),
        (b"words", "image/png", Kind.IMAGE),
        (b"{}", "application/json", Kind.TEXT),
        (b"<rss>", "application/rss+xml", Kind.TEXT),
        (b"words", "", Kind.TEXT),
        (b"a\0b", "text/plain", Kind.BINARY),
        ("\ufeffx".encode("utf-16-le"), "text/plain", Kind.TEXT),
        (b"PK\x03\x04", "application/zip", Kind.BINARY),
    ],
)
def test_a_body_is_what_it_begins_like(body: bytes, content_type: str, kind: Kind) -> None:
    assert kind_of(body, content_type) is kind


def test_only_pictures_have_the_type_of_one() -> None:
    assert image_type(b"GIF89a...") == "image/gif"
    assert image_type(b"RIFF....WEBP") == "image/webp"
    assert image_type(b"\0\0\0\x1cftypavif") == "image/avif"
    assert image_type(b"\0\0\0\x18ftypmp42") == ""


@pytest.mark.parametrize("body", [b"<svg/>", b"\xef\xbb\xbf <?xml version='1.0'?><svg>", b"<!-- x --><svg>"])
def test_an_svg_is_known_by_its_first_tag(body: bytes) -> None:
    assert is_svg(body)
    assert not is_svg(b"<html><svg></svg></html>")
