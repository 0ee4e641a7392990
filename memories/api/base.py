"""What every endpoint shares: acting for the length of the request, and reading what is asked."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from django.http import Http404, QueryDict
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ListField
from rest_framework.views import APIView

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ValidationFailed
from memories import access
from memories.api.fields import Shape
from memories.api.parsers import JSONParser
from oauth import paces
from oauth.middleware import without_actor


class ActorView(APIView):
    """Answers inside `access.acting`, writing out included, so that no lazy query leaves it."""

    parser_classes: tuple[type[BaseParser], ...] = (JSONParser,)
    actor: Actor

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        return without_actor(super().as_view(**initkwargs))

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        with ExitStack() as self.while_acting:
            response: Response = super().dispatch(request, *args, **kwargs)  # type: ignore[assignment]
            return response.render()

    @property
    def default_response_headers(self) -> dict[str, str]:
        """What was remembered is for who asked, not for a cache on the way."""
        return {**super().default_response_headers, "Cache-Control": "no-store"}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        _measure(request)
        self.actor = request.auth  # type: ignore[assignment]  # HasActor has seen to it
        paces.requests().keep(self.actor)
        self.while_acting.enter_context(access.acting(self.actor))


class Nowhere(APIView):
    """Any address under the API that does not exist: told as a problem document, to everyone."""

    authentication_classes = ()
    permission_classes = ()
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


def _measure(request: Request) -> None:
    """A body that came in chunks has no length, and REST framework takes no length for no body."""
    if "chunked" in request.headers.get("Transfer-Encoding", "").lower():
        request.META["CONTENT_LENGTH"] = str(len(request.body))


def in_body(request: Request, shape: type[Shape]) -> dict[str, Any]:
    """The fields of a body, or ValidationError. A query beside it would go unheard, so it is refused."""
    if request.query_params:
        raise ValidationFailed(
            "The fields of this request belong in its body.", field=next(iter(request.query_params))[:60]
        )
    return _checked(shape, request.data)


def in_query(request: Request, shape: type[Shape]) -> dict[str, Any]:
    """The parameters of a query, or ValidationError."""
    return _checked(shape, _plain(request.query_params, shape))


def _checked(shape: type[Shape], data: Any) -> dict[str, Any]:
    found = shape(data=data)
    found.is_valid(raise_exception=True)
    return found.given


def _plain(query: QueryDict, shape: type[Shape]) -> dict[str, Any]:
    """Repeated parameters as lists where a list is asked for; elsewhere the last one counts."""
    lists = {name for name, field in shape().fields.items() if isinstance(field, ListField)}
    return {name: query.getlist(name) if name in lists else query[name] for name in query}
