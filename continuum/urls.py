"""Every address but /mcp, which the gateway answers before Django is asked."""

from django.contrib import admin
from django.urls import include, path

from continuum import health, security_txt
from oauth import failing

handler400 = "oauth.failing.bad_request"
handler429 = "oauth.throttling.too_many"  # allauth asks for it
handler500 = "oauth.failing.server_error"
urlpatterns = [
    path("health", health.ready, name="health"),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path(".well-known/security.txt", security_txt.security_txt, name="security-txt"),
    path("api/v1/", include("memories.api.urls")),
    path("", include("memories.api.aliases")),
    # Before the admin, whose own view fails on our ids.
    path("admin/r/<path:content_type_id>/<path:object_id>/", failing.no_such_page),
    path("admin/", admin.site.urls),
    path("", include("memories.hook_api.urls")),
    path("", include("oauth.urls")),
    path("", include("memories.dashboard.urls")),
]
