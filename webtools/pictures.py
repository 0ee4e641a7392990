"""Pictures as clients take them: checked before they are decoded, small enough to be sent."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from webtools.errors import ContentRefused
from webtools.icons import sizes_in
from webtools.limits import LEAST_SCALE_SIDE, MAX_PIXELS, MAX_SIDE, MAX_TOLD_IMAGE_BYTES
from webtools.reading.kinds import image_type

# What clients and models take as it is; other pictures become PNG.
_PASSED = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP", "TIFF", "ICO")
_MODES = frozenset({"1", "L", "LA", "P", "RGB", "RGBA"})
_ICON = "image/x-icon"
_STEP = 0.75


@dataclass(frozen=True, slots=True)
class Picture:
    url: str
    data: bytes
    mime: str
    width: int
    height: int
    notes: tuple[str, ...] = ()


def picture_of(body: bytes, *, url: str, notes: tuple[str, ...] = ()) -> Picture:
    """A picture whose header is sound and that fits; larger ones are scaled down, and said to be.

    Raises ContentRefused.
    """
    found = image_type(body)
    if not found:
        raise ContentRefused(f"What came is no picture ({len(body):,} bytes).")
    if found == _ICON:
        for size in sizes_in(body):  # Pillow decodes one of them while it opens the file
            _require_readable(*size)
    try:
        with Image.open(io.BytesIO(body), formats=_FORMATS) as image:
            width, height = image.size
            _require_readable(width, height)
            if found in _PASSED and len(body) <= MAX_TOLD_IMAGE_BYTES and max(width, height) <= MAX_SIDE:
                image.verify()
                return Picture(url, body, found, width, height, notes)
            return _as_png(image, url, found, notes)
    except (UnidentifiedImageError, Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ContentRefused(f"The picture cannot be read ({type(error).__name__}).") from None
    except (OSError, SyntaxError, ValueError) as error:  # Pillow's words for damaged files
        raise ContentRefused(f"The picture is damaged ({type(error).__name__}).") from None


def _require_readable(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise ContentRefused(
            f"The picture says it has {width:,} by {height:,} pixels; at most {MAX_PIXELS:,} are read."
        )


def _as_png(image: Image.Image, url: str, found: str, notes: tuple[str, ...]) -> Picture:
    was = image.size
    plain = image if image.mode in _MODES else image.convert("RGBA" if "A" in image.mode else "RGB")
    plain.thumbnail((MAX_SIDE, MAX_SIDE))
    data = _png(plain)
    while len(data) > MAX_TOLD_IMAGE_BYTES and min(plain.size) > LEAST_SCALE_SIDE:
        plain = plain.resize((max(1, int(plain.width * _STEP)), max(1, int(plain.height * _STEP))))
        data = _png(plain)
    more = [f"Converted from {found}."] if found != "image/png" else []
    if plain.size != was:
        more.append(f"Scaled down from {was[0]:,} by {was[1]:,} pixels.")
    return Picture(url, data, "image/png", plain.width, plain.height, (*notes, *more))


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", optimize=False)
    return out.getvalue()
