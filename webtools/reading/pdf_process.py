"""`python -m webtools.reading.pdf_process`: a PDF on stdin, its text as JSON on stdout.

A process of its own, with little memory and processor time: files from the web are made to break readers.
"""

from __future__ import annotations

import io
import json
import logging
import sys
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from webtools.limits import MAX_PDF_CHARACTERS, MAX_PDF_PAGES, PDF_MEMORY_BYTES, PDF_SECONDS

try:
    import resource
except ImportError:  # Windows: the deadline of whoever started this process remains
    resource = None  # type: ignore[assignment]


def main() -> int:
    _limit()
    logging.disable()
    try:
        told: dict[str, Any] = read_pdf(sys.stdin.buffer.read())
    except (
        PyPdfError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        MemoryError,
    ) as error:
        told = {"error": type(error).__name__}
    json.dump(told, sys.stdout)
    return 0


def read_pdf(body: bytes) -> dict[str, Any]:
    """`text`, `pages`, `title`, and whether it was `cut`; or an `error`."""
    reader = PdfReader(io.BytesIO(body), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        return {"error": "encrypted"}
    texts, characters, count = list[str](), 0, len(reader.pages)
    for page in reader.pages[:MAX_PDF_PAGES]:
        texts.append(page.extract_text().strip())
        characters += len(texts[-1])
        if characters > MAX_PDF_CHARACTERS:
            break
    title = str(reader.metadata.title or "") if reader.metadata else ""
    return {
        "text": "\n\n".join(filter(None, texts)),
        "pages": count,
        "title": title,
        "cut": len(texts) < count,
    }


def _limit() -> None:
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (PDF_MEMORY_BYTES, PDF_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (int(PDF_SECONDS), int(PDF_SECONDS) + 1))


if __name__ == "__main__":
    sys.exit(main())
