"""Your account: by what you sign in, where you are signed in, and the way out."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from oauth.middleware import ActorRequest
from oauth.services.account_history import lately
from oauth.services.sign_in_ways import ways_of


@never_cache
@require_safe
@login_required
def overview(request: ActorRequest) -> HttpResponse:
    context = {
        "lately": lately(request.user),
        "ways": ways_of(request.user),
        "mail": settings.MAIL,
        "local": settings.LOCAL_PROFILE,
        "providers": settings.SIGN_IN_WITH,
        "public_url": settings.PUBLIC_URL,
        "elsewhere": request.build_absolute_uri("/").rstrip("/") != settings.PUBLIC_URL,
    }
    return render(request, "oauth/account.html", context)
