"""From bytes to text, as browsers do it: what the bytes say themselves counts before what is said of them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from charset_normalizer import from_bytes

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_IN_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_IN_META = re.compile(rb"<meta[^>]{0,500}?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.-]+)", re.IGNORECASE)
_IN_XML = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([a-zA-Z0-9_:.-]+)", re.IGNORECASE)
_META_WITHIN = 4096
_SNIFFED = 64 * 1024
# Each repeat has an end: a page of opening brackets alone must not take long.
_TAGS = re.compile(rb"<(script|style)\b.{0,2000}?</\1\s{0,9}>|<[^<>]*>", re.IGNORECASE | re.DOTALL)

# Labels that mean another, wider encoding on the web (the WHATWG's Encoding standard).
_MEANT = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "l1": "cp1252",
    "iso-8859-9": "cp1254",
    "latin5": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "windows-874": "cp874",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "ms_kanji": "cp932",
    "windows-31j": "cp932",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "chinese": "gb18030",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "ksc5601": "cp949",
    "korean": "cp949",
    "big5": "big5hkscs",
    "x-x-big5": "big5hkscs",
    "x-euc-jp": "euc_jp",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "unicode": "utf-16-le",
    "utf-16": "utf-16-le",
    "utf8": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
}
# Python has codecs that are no encodings of texts, or that nobody may choose from outside.
_NEVER = re.compile(
    r"utf[-_]?7|idna|punycode|escape|unicode_|raw|mbcs|oem|undefined|rot|hex|base64|zip|zlib|uu|quopri|bz2"
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the encoding it was read in, and whether that was a guess."""

    text: str
    encoding: str
    uncertain: bool = False


def decode(body: bytes, *, content_type: str = "") -> Decoded:
    """Never fails: what fits no encoding has replacement characters and is called uncertain."""
    for mark, name in _BOMS:
        if body.startswith(mark):
            return Decoded(body[len(mark) :].decode(name, "replace"), name)
    told = list(_told(body, content_type))
    strict = _as_utf8(body)
    for name in told:
        if strict is not None and name != "utf-8" and not body.isascii() and not name.startswith("utf-16"):
            break  # bytes that happen to be UTF-8 are, whatever they are called
        if (text := _read(body, name)) is not None:
            return Decoded(text, name)
    if strict is not None:
        return Decoded(strict, "utf-8")
    return _guessed(body, told)


def _told(body: bytes, content_type: str) -> Iterator[str]:
    """The encodings that the header and the document name, those that exist."""
    start = body[:_META_WITHIN]
    labels = [found[1] for found in [_IN_HEADER.search(content_type)] if found]
    labels += [found[1].decode("ascii") for found in (_IN_META.search(start), _IN_XML.search(start)) if found]
    for place, label in enumerate(labels):
        name = _codec(label)
        # A document that could say in ASCII that it is UTF-16 is not.
        yield from [name] if name and not (place and name.startswith("utf-16")) else []


def _codec(label: str) -> str:
    label = label.strip().lower()
    if _NEVER.search(label):
        return ""
    try:
        return _MEANT.get(label) or codecs.lookup(label).name
    except (LookupError, ValueError):
        return ""


def _as_utf8(body: bytes) -> str | None:
    """The text if it is UTF-8, of which the last character may be cut off."""
    try:
        text, used = codecs.utf_8_decode(body, "strict", False)
    except UnicodeDecodeError:
        return None
    return text if len(body) - used < 4 else None  # noqa: PLR2004 - no character is longer


def _read(body: bytes, name: str) -> str | None:
    try:
        return codecs.getincrementaldecoder(name)("strict").decode(body)
    except (UnicodeDecodeError, LookupError):
        pass
    # A few bad bytes in a long text are no reason to doubt what a page says of itself.
    text = body.decode(name, "replace")
    return text if text.count("\ufffd") * 200 < len(text) else None


def _guessed(body: bytes, told: list[str]) -> Decoded:
    words = _TAGS.sub(b" ", body[:_SNIFFED])
    best = from_bytes(words or body[:_SNIFFED]).best()
    name = best.encoding if best is not None else (told[0] if told else "cp1252")
    return Decoded(body.decode(name, "replace"), name, uncertain=True)
