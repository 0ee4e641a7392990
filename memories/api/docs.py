"""Describing the endpoints, the schema that comes of it, and the page to try them out on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from drf_spectacular.hooks import postprocess_schema_enums
from drf_spectacular.utils import OpenApiResponse, extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from memories.api.answers import ProblemShape
from memories.api.fields import Shape
from memories.api.problems import MEDIA_TYPE

Method = TypeVar("Method", bound=Callable[..., Any])

PROBLEM = {("default", MEDIA_TYPE): OpenApiResponse(ProblemShape, description="A problem")}


def described(
    name: str,
    *,
    answers: Mapping[Any, Any],
    body: type[Shape] | Mapping[str, Any] | None = None,
    query: type[Shape] | None = None,
    parameters: list[Any] | None = None,
) -> Callable[[Method], Method]:
    """Give an endpoint its name and shapes in the schema. Its docstring becomes its description."""
    asked = [*(parameters or []), *([query] if query else [])]
    return extend_schema(operation_id=name, request=body, parameters=asked, responses={**answers, **PROBLEM})


def finished(result: Any, generator: Any, **_: Any) -> Any:
    """The schema with drf-spectacular's finish, and `anyOf` for its `oneOf`: where one of two shapes holds
    more than the other, an answer may fit both, as an empty page does.
    """
    told = postprocess_schema_enums(result, generator)
    for shape in told["components"]["schemas"].values():
        if "oneOf" in shape:
            shape["anyOf"] = shape.pop("oneOf")
    return told


class Schema(SpectacularAPIView):
    """The OpenAPI description, for anyone: it holds no content."""

    authentication_classes = []
    permission_classes = []


class TryOut(SpectacularSwaggerSplitView):
    """Every endpoint with a form, from our own files alone. A signed-in session may use it as it is."""

    authentication_classes = []
    permission_classes = []
    url_name = "api-schema"
    template_name = "api/docs.html"
