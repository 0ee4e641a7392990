"""`/connect`: how to connect, told to an agent that was given nothing but the address."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from memories.dashboard.connecting import mcp_address
from oauth.middleware import without_actor

HERE = frozenset({"localhost", "127.0.0.1", "::1"})
KEPT_SECONDS = 300


@without_actor
@require_safe
def for_agents(request: HttpRequest) -> HttpResponse:
    """Markdown. Open to everybody and the same for everybody: it holds nothing of anybody."""
    context = {
        "public_url": settings.PUBLIC_URL,
        "mcp_address": mcp_address(),
        "only_here": urlsplit(settings.PUBLIC_URL).hostname in HERE,
    }
    return HttpResponse(
        render_to_string("dashboard/for_agents.md", context),
        content_type="text/markdown; charset=utf-8",
        headers={"Cache-Control": f"public, max-age={KEPT_SECONDS}", "Access-Control-Allow-Origin": "*"},
    )
