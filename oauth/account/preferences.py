"""Language, time zone and theme: a page for all three, and buttons for one of them anywhere."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from oauth.reading import THEMES, keep, zones
from oauth.services.readings import set_reading

THEME_NAMES = [("", _("As the system has it")), ("light", _("Light")), ("dark", _("Dark"))]


def _zones() -> list[tuple[str, Any]]:
    cities = sorted(zone for zone in zones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/")))
    return [("", _("As the browser has it")), ("UTC", "UTC"), *((zone, zone) for zone in cities)]


class ReadingForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("As the browser has it")), *settings.LANGUAGES]
    )
    zone = forms.ChoiceField(label=_("Time zone"), required=False, choices=_zones)
    theme = forms.ChoiceField(label=_("Theme"), required=False, choices=THEME_NAMES, widget=forms.RadioSelect)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """What is posted is kept, with the account of who is signed in and in the browser; the rest stays."""
    form = ReadingForm(request.POST if request.method == "POST" else None, initial=_as_it_is(request))
    if not form.is_valid():
        return render(request, "oauth/preferences.html", {"form": form, "now": timezone.now()})
    wanted = {field: value for field, value in form.cleaned_data.items() if field in request.POST}
    if request.user.is_authenticated:
        set_reading(request.user, wanted)
    response = redirect(_onward(request))
    keep(response, wanted)
    return response


def _as_it_is(request: HttpRequest) -> dict[str, str]:
    reading = request.reading  # type: ignore[attr-defined]
    own = request.user if request.user.is_authenticated else None
    chosen = own is None or own.timezone_chosen
    return {
        "language": (own.language if own else "") or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        "zone": reading.zone if chosen and own else "",
        "theme": reading.theme if reading.theme in THEMES else "",
    }


def _onward(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else "preferences"
