"""A signed-in session acts as its person: who is asking, set around every page that wants to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from continuum.kernel.actor import Actor
from memories import access
from oauth.models import User
from oauth.reading import Reading, reading_of
from oauth.services.actors import actor_for_user

View = TypeVar("View", bound=Callable[..., Any])


class ActorRequest(HttpRequest):
    """A request as a signed-in page sees it."""

    actor: Actor
    user: User
    reading: Reading


def without_actor(view: View) -> View:
    """Mark a view that asks nobody who they are, or does so by itself: its requests cost no query here."""
    view.without_actor = True  # type: ignore[attr-defined]
    return view


def takes_files(view: View) -> View:
    """Mark a view to which files are sent: what any other is sent is short (continuum.bodies)."""
    view.takes_files = True  # type: ignore[attr-defined]
    return view


def does_take_files(view: Callable[..., Any]) -> bool:
    """Whether this view, or the class that it was made of, is marked so."""
    return bool(getattr(getattr(view, "cls", view), "takes_files", False))


class ActorMiddleware:
    """Sets `request.actor` (None for a stranger) and runs the view inside `access.acting`.

    The view is known before anything is looked up, and a stranger has no session to look up. Templates are
    rendered inside too. However the view ends, the connection sees no rows afterwards.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.actor = None  # type: ignore[attr-defined]
        with ExitStack() as while_acting:
            request.while_acting = while_acting  # type: ignore[attr-defined]
            response = self.get_response(request)
            return _acting_while_streaming(request, response)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Called by Django when it has found the view, inside of `__call__`."""
        if not getattr(view, "without_actor", False) and request.user.is_authenticated:
            zone = reading_of(request, request.user).zone
            request.actor = actor_for_user(request.user, zone=zone)  # type: ignore[attr-defined]
            request.while_acting.enter_context(access.acting(request.actor))  # type: ignore[attr-defined]
        return None


def _acting_while_streaming(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The parts of a streamed answer are made after the view has returned, perhaps on another thread."""
    actor = request.actor  # type: ignore[attr-defined]
    if actor is not None and isinstance(response, StreamingHttpResponse) and not response.is_async:
        parts: Iterator[bytes] = iter(response.streaming_content)  # type: ignore[arg-type]
        response.streaming_content = _streamed(actor, parts)
    return response


def _streamed(actor: Actor, parts: Iterator[bytes]) -> Iterator[bytes]:
    """Acting for the making of each part alone: between two parts the connection may serve somebody else."""
    while True:
        with access.acting(actor):
            part = next(parts, None)
        if part is None:
            return
        yield part
