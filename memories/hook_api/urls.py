"""Addresses of the hooks. Their scripts lie at the root: what is installed looks for its updates there."""

from django.urls import path

from memories.hook_api import scripts
from memories.hook_api.context import Context
from memories.hook_api.session import SessionEnded

urlpatterns = [
    path("hook/context", Context.as_view(), name="hook-context"),
    path("hook/session", SessionEnded.as_view(), name="hook-session"),
    path(scripts.SUMS, scripts.serve_sums, name="hook-sums"),
    *(path(name, scripts.serve, {"name": name}, name=f"hook-script-{name}") for name in scripts.SCRIPTS),
]
