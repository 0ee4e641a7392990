"""What is packed in a file, as text: a leak that is compressed is one as well."""

from __future__ import annotations

import gzip
import io
import zipfile

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"


def unpacked(body: bytes) -> str:
    """Text as it is; of a gzip what it holds, of a zip every file in it with its name."""
    if body.startswith(GZIP):
        return unpacked(gzip.decompress(body))
    if body.startswith(ZIP):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            return "\n".join(f"{name}\n{unpacked(archive.read(name))}" for name in archive.namelist())
    return body.decode("utf-8", "replace")
