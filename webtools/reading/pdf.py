"""The text of a PDF, read by another process that may take its time and no more."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webtools.errors import ContentRefused, TimedOut
from webtools.limits import PDF_SECONDS
from webtools.reading.wellformed import all_well_formed

_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class PdfText:
    text: str
    title: str
    pages: int
    cut: bool


async def pdf_text(body: bytes, *, seconds: float = PDF_SECONDS) -> PdfText:
    """Raises ContentRefused (not readable, encrypted), TimedOut."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "webtools.reading.pdf_process",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=_ROOT,
        env={"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": str(_ROOT)},
    )
    try:
        async with asyncio.timeout(min(seconds, PDF_SECONDS)):
            out, _ = await process.communicate(body)
    except TimeoutError:
        raise TimedOut(f"The PDF ({len(body):,} bytes) could not be read in time.") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return _read(out, size=len(body))


def _read(out: bytes, *, size: int) -> PdfText:
    told: dict[str, Any] = (
        all_well_formed(json.loads(out)) if out.strip() else {"error": "it broke the reader"}
    )
    if told.get("error") == "encrypted":
        raise ContentRefused(f"This PDF ({size:,} bytes) needs a password.")
    if "error" in told:
        raise ContentRefused(f"This PDF ({size:,} bytes) cannot be read: it is damaged or cut off.")
    return PdfText(told["text"], told["title"], told["pages"], told["cut"])
