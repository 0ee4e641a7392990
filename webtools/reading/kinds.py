"""What a body is, by its first bytes before what the server calls it."""

from __future__ import annotations

import re
from enum import StrEnum


class Kind(StrEnum):
    HTML = "html"
    TEXT = "text"
    PDF = "pdf"
    IMAGE = "image"
    BINARY = "binary"
    EMPTY = "empty"


_HTML = re.compile(
    rb"<(!doctype\s+html|html|head|body|title|meta|script|h1|div|p|table|article|main)\b",
    re.IGNORECASE,
)
_TEXTS = ("text/", "application/json", "application/xml", "application/javascript", "application/yaml")
_PAGES = frozenset({"text/html", "application/xhtml+xml"})
_IMAGES = (
    ("image/png", b"\x89PNG\r\n\x1a\n"),
    ("image/jpeg", b"\xff\xd8\xff"),
    ("image/gif", (b"GIF87a", b"GIF89a")),
    ("image/bmp", b"BM"),
    ("image/tiff", (b"II*\0", b"MM\0*")),
    ("image/x-icon", b"\0\0\1\0"),
)
_PDF_WITHIN = 1024
_LOOKED_AT = 4096
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1b")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


def kind_of(body: bytes, content_type: str) -> Kind:
    """`content_type` without its parameters, in small letters."""
    start = body[:_LOOKED_AT]
    if not start.strip():
        return Kind.EMPTY
    if b"%PDF-" in start[:_PDF_WITHIN]:
        return Kind.PDF
    if image_type(start):
        return Kind.IMAGE
    if content_type == "application/pdf" or _looks_binary(start):
        return Kind.BINARY
    return _kind_of_text(start, content_type)


def _kind_of_text(start: bytes, content_type: str) -> Kind:
    looks_like_a_page = bool(_HTML.match(_after_comments(start)))
    if content_type in _PAGES:
        return Kind.HTML
    if content_type.startswith("image/"):
        return Kind.HTML if looks_like_a_page else Kind.IMAGE
    if content_type.startswith(_TEXTS) or content_type.endswith(("+json", "+xml")):
        return Kind.TEXT
    return Kind.HTML if looks_like_a_page else Kind.TEXT


def _after_comments(start: bytes) -> bytes:
    """Step by step: a pattern with two repeats would try every way to part a row of comments."""
    start = start.lstrip()
    while start.startswith(b"<!--"):
        _, closed, rest = start.partition(b"-->")
        if not closed:
            return b""
        start = rest.lstrip()
    return start


def image_type(start: bytes) -> str:
    """The media type of a picture, by its first bytes; empty for what is none."""
    if start[4:8] == b"ftyp" and start[8:12] in {b"avif", b"avis"}:
        return "image/avif"
    if start.startswith(b"RIFF") and start[8:12] == b"WEBP":
        return "image/webp"
    return next((name for name, begins in _IMAGES if start.startswith(begins)), "")


def is_svg(body: bytes) -> bool:
    start = body[:_LOOKED_AT].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith((b"<svg", b"<?xml", b"<!--", b"<!doctype svg")) and b"<svg" in start


def _looks_binary(start: bytes) -> bool:
    return not start.startswith(_WIDE) and any(byte in _CONTROLS for byte in start)
