"""Bodies that are files: sent in pieces as they are read, and taken in pieces onto the disk."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import StreamingHttpResponse
from django.utils import timezone
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from continuum.kernel.errors import ValidationFailed
from memories.api.base import ActorView
from memories.portability.limits import COPY_BYTES, MOST_UPLOAD
from memories.portability.scratch import scratch

OCTETS, GZIP = "application/octet-stream", "application/gzip"
TOO_LARGE = f"At most {MOST_UPLOAD // 2**30} GiB are taken in here; larger files by manage.py."


class FileView(ActorView):
    """An endpoint whose answer may be a file: it is not held in memory to be written out."""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        with ExitStack() as self.while_acting:
            response = APIView.dispatch(self, request, *args, **kwargs)
            return response.render() if isinstance(response, Response) else response

    def spooled(self, name: str) -> Path:
        """A file for this request alone, gone with it, on the disk where backups are kept: there is room."""
        return Path(self.while_acting.enter_context(scratch())) / name


class Upload(BaseParser):
    """A file as the whole body, copied to the disk in pieces. `request.data` is its path, for as long as the
    request is served; an upload that is too large is refused while it comes in.
    """

    media_type = OCTETS

    def parse(  # type: ignore[override]  # a file is no mapping of fields
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Path:
        view = (parser_context or {})["view"]
        folder = view.while_acting.enter_context(scratch())
        path, taken = Path(folder) / "upload", 0
        with path.open("wb") as file:
            while some := stream.read(COPY_BYTES):
                taken += len(some)
                if taken > MOST_UPLOAD:
                    raise ValidationFailed(TOO_LARGE, field="file", limit=MOST_UPLOAD)
                file.write(some)
        return path


def named(what: str, suffix: str) -> str:
    return f"{what}-{timezone.now():%Y%m%d-%H%M%S}.{suffix}"


def as_download(request: Request, path: Path, *, name: str, media_type: str) -> StreamingHttpResponse:
    """Send a file. It may be unlinked meanwhile (see `FileView.spooled`): it lives as long as it is sent."""
    file = path.open("rb")
    size = path.stat().st_size
    pieces = _async_pieces(file) if isinstance(request._request, ASGIRequest) else _pieces(file)
    response = StreamingHttpResponse(pieces, content_type=media_type)
    response["Content-Length"] = str(size)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while some := file.read(COPY_BYTES):
            yield some


async def _async_pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while some := await sync_to_async(file.read, thread_sensitive=False)(COPY_BYTES):
            yield some
