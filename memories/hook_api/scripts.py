"""The Node scripts of the hooks, handed out by the server they talk to, with the list of their SHA-256 sums.

Each script is one file that needs nothing: what several share lies in hooks/parts and is put in where a
script says `// @include`. The installer alone is told this server's address.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.http import quote_etag
from django.views.decorators.http import condition, require_safe

from oauth.middleware import without_actor

SCRIPTS = (
    "install_hook.js",
    "continuum_context_inject.js",
    "continuum_session_capture.js",
    "continuum_self_update.js",
    "uninstall_hook.js",
)
SUMS = "hooks.sha256"

_INCLUDE = re.compile(r"^// @include ([a-z]+\.js)$", re.MULTILINE)
_ADDRESS = '"%CONTINUUM_URL%"'


@without_actor
def serve(request: HttpRequest, name: str) -> HttpResponse:
    """One script. Open to everybody, as it holds nothing of anybody."""
    return _answer(request, script(name, address=settings.PUBLIC_URL), "text/javascript")


@without_actor
def serve_sums(request: HttpRequest) -> HttpResponse:
    """A line for each script: its SHA-256 and its name, as `sha256sum -c` reads them."""
    return _answer(request, sums(address=settings.PUBLIC_URL), "text/plain")


@lru_cache
def script(name: str, *, address: str) -> str:
    """The whole script as it is handed out."""
    folder = settings.HOOK_SCRIPTS
    text = (folder / name).read_text(encoding="utf-8")
    whole = _INCLUDE.sub(lambda part: (folder / "parts" / part[1]).read_text(encoding="utf-8").rstrip(), text)
    return whole.replace(_ADDRESS, json.dumps(address))


def sums(*, address: str) -> str:
    digests = ((name, hashlib.sha256(script(name, address=address).encode()).hexdigest()) for name in SCRIPTS)
    return "".join(f"{digest}  {name}\n" for name, digest in digests)


@require_safe
def _answer(request: HttpRequest, text: str, kind: str) -> HttpResponse:
    body = text.encode()
    tag = quote_etag(hashlib.sha256(body).hexdigest())

    @condition(etag_func=lambda _request: tag)
    def whole(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(
            body,
            content_type=f"{kind}; charset=utf-8",
            headers={"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"},
        )

    return whole(request)
