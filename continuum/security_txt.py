"""/.well-known/security.txt (RFC 9116): whom to tell of a weakness, by setting."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from oauth.middleware import without_actor

GOOD_FOR: Final = timedelta(days=180)  # less than a year is recommended (section 2.5.5)
PLAIN: Final = "text/plain; charset=utf-8"
NOBODY: Final = (
    "Whoever runs this installation has not said whom to tell of a weakness (CONTINUUM_SECURITY_CONTACT).\n"
)


@without_actor
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Contacts in the order of the setting, and until when this holds: asked again, it holds for longer, as
    the setting does. 404 in words where nobody is named.
    """
    if not settings.SECURITY_CONTACTS:
        return HttpResponse(NOBODY, status=HTTPStatus.NOT_FOUND, content_type=PLAIN)
    until = (timezone.now() + GOOD_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        *(f"Contact: {contact}" for contact in settings.SECURITY_CONTACTS),
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        f"Canonical: {settings.PUBLIC_URL}{reverse('security-txt')}",
    ]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type=PLAIN)
