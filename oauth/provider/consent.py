"""The authorization endpoint: a person sees who asks, ticks what it gets, and is sent back with a code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.http import OAuth2ResponseRedirect
from oauth2_provider.oauth2_backends import OAuthLibCore
from oauth2_provider.views.base import BaseAuthorizationView

from continuum.kernel.errors import ValidationFailed
from oauth.middleware import ActorRequest
from oauth.models import Client
from oauth.provider.forms import ConsentForm
from oauth.redirects import form_sources, place_of
from oauth.returning import remember_path
from oauth.services.clients import find_client
from oauth.services.connections import deny_client, grant_connection, usual_mode
from oauth.services.resources import issuer

ALLOW = "allow"


class QueryCore(OAuthLibCore):
    """Reads the request for authorization from the address alone, so that the form cannot change it."""

    def extract_body(self, request: HttpRequest) -> list[tuple[str, str]]:
        return []


@method_decorator(never_cache, name="dispatch")
class Consent(BaseAuthorizationView):
    """GET shows the page, POST decides. Both look at the request for authorization afresh."""

    oauthlib_backend_class = QueryCore
    request: ActorRequest
    http_method_names = ("get", "post", "options")

    def get(self, request: ActorRequest) -> HttpResponse:
        asked = self._asked()
        if isinstance(asked, HttpResponse):
            return asked
        if "none" in request.GET.get("prompt", "").split():
            return self._sent_back(asked, error="consent_required")
        return self._page(asked, self._form(asked))

    def post(self, request: ActorRequest) -> HttpResponse:
        asked = self._asked()
        if isinstance(asked, HttpResponse):
            return asked
        if request.POST.get("decision") != ALLOW:
            deny_client(request.actor, client=asked["client"])
            return self._sent_back(asked, error="access_denied")
        form = self._form(asked, request.POST)
        if not form.is_valid():
            return self._page(asked, form, status=400)
        try:
            return self._granted(asked, form)
        except ValidationFailed as refusal:
            form.add_error(None, refusal.message)
            return self._page(asked, form, status=400)

    def handle_no_permission(self) -> HttpResponse:
        """A stranger signs in first, and comes back; one who must not be asked is told apart."""
        if "none" in self.request.GET.get("prompt", "").split():
            asked = self._asked()
            return (
                asked if isinstance(asked, HttpResponse) else self._sent_back(asked, error="login_required")
            )
        return remember_path(super().handle_no_permission(), self.request.get_full_path())

    def redirect(self, redirect_to: str, application: Client | None) -> HttpResponse:
        """Back to the client, whose address was looked at. Whatever the answer, it says who gives it."""
        return OAuth2ResponseRedirect(with_issuer(redirect_to), [urlsplit(redirect_to).scheme])

    def render_to_response(self, context: dict[str, Any], status: int = 400) -> HttpResponse:
        """What is wrong with a request that cannot be answered to its client: nobody is sent anywhere."""
        context = {"error": context["error"], "known": _client_of(self.request) is not None}
        return render(self.request, "oauth/authorize_error.html", context, status=status)

    def _asked(self) -> dict[str, Any] | HttpResponse:
        """What is asked for, by which client; or the answer to a request that cannot be."""
        try:
            scopes, credentials = self.validate_authorization_request(self.request)
        except OAuthToolkitError as error:
            return self.error_response(error, application=None)
        except ValueError:  # oauthlib: an address that no form makes
            raise BadRequest("The request for authorization cannot be read.") from None
        return {**credentials, "scopes": scopes, "client": _client_of(self.request)}

    def _form(self, asked: dict[str, Any], data: Any = None) -> ConsentForm:
        actor = self.request.actor
        mode = usual_mode(actor)
        return ConsentForm(data, asked=asked["scopes"], workspaces=actor.workspaces, mode=mode)

    def _page(self, asked: dict[str, Any], form: ConsentForm, *, status: int = 200) -> HttpResponse:
        context = {
            "client": asked["client"],
            "form": form,
            "place": place_of(asked["redirect_uri"]),
            "without_scripts": True,
        }
        response = render(self.request, "oauth/consent.html", context, status=status)
        response["Content-Security-Policy"] = policy(asked["redirect_uri"])
        return response

    def _granted(self, asked: dict[str, Any], form: ConsentForm) -> HttpResponse:
        connection = grant_connection(
            self.request.actor,
            client=asked["client"],
            permissions=form.cleaned_data["permissions"],
            toolsets=form.cleaned_data["toolsets"],
            mode=form.cleaned_data["mode"],
            workspaces=form.named_workspaces,
            every_workspace=form.every_workspace,
        )
        names = ("client_id", "redirect_uri", "response_type", "state", "code_challenge")
        credentials = {name: asked[name] for name in (*names, "code_challenge_method")}
        try:
            uri, *_ = self.create_authorization_response(
                self.request,
                " ".join(connection.permissions),
                {**credentials, "connection": connection},
                True,
            )
        except OAuthToolkitError as error:
            return self.error_response(error, application=None)
        return self.redirect(uri, asked["client"])

    def _sent_back(self, asked: dict[str, Any], *, error: str) -> HttpResponse:
        told = [("error", error)] + ([("state", asked["state"])] if asked["state"] else [])
        return self.redirect(with_parameters(asked["redirect_uri"], told), asked["client"])


def with_parameters(uri: str, parameters: Sequence[tuple[str, str]]) -> str:
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode(parameters)}"


def with_issuer(uri: str) -> str:
    """The address with `iss` (RFC 9207), once: a client must not take another server's answer for ours."""
    parts = urlsplit(uri)
    told = parse_qsl(parts.query, keep_blank_values=True)
    if [value for name, value in told if name == "iss"] == [issuer()]:
        return uri
    others = [(name, value) for name, value in told if name != "iss"]
    if others != told:  # one that the client registered with its address
        uri = parts._replace(query=urlencode(others)).geturl()
    return with_parameters(uri, [("iss", issuer())])


def policy(redirect_uri: str) -> str:
    """The page's content security policy: nothing but our style, and a form that may lead to the client."""
    return "; ".join(
        (
            "default-src 'none'",
            "style-src 'self'",
            "img-src 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            f"form-action {' '.join(form_sources(redirect_uri))}",
        )
    )


def _client_of(request: HttpRequest) -> Client | None:
    return find_client(request.GET.get("client_id", ""))


authorize = Consent.as_view()
