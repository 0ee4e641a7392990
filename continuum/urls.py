"""Every address but /mcp, which the gateway answers before Django is asked."""

from django.contrib import admin
from django.urls import include, path

from continuum import health

handler400 = "oauth.failing.bad_request"
handler429 = "oauth.throttling.too_many"  # allauth asks for it
handler500 = "oauth.failing.server_error"
urlpatterns = [
    path("health", health.ready, name="health"),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("api/v1/", include("memories.api.urls")),
    path("", include("memories.api.aliases")),
    path("admin/", admin.site.urls),
    path("", include("memories.hook_api.urls")),
    path("", include("oauth.urls")),
    path("", include("memories.dashboard.urls")),
]
