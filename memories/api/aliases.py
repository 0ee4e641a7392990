"""Addresses of the systems that Continuum unites: what was written for them goes on working.

Under /v1/ fields may be spelled as they are there (tokenBudget), and answers are. Whose memories are read is
for the token to say: `userId` and `agentId` in a request are passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import path
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from continuum.kernel.errors import ValidationFailed
from memories.api import capabilities, context, handoffs, query
from memories.api.answers import RecalledShape
from memories.api.asking import Recall
from memories.api.base import ActorView, in_body, in_query
from memories.api.fields import Shape, Text, optional
from memories.api.memories import with_key
from memories.api.parsers import JSONParser
from memories.injection.answering import answer
from memories.recall.context_pack import context as pack_context
from memories.recall.handoffs import resume_handoff
from memories.recall.investigation import query as look_into
from memories.text.spelling import in_camel_case, snake

_PASSED_OVER = frozenset({"user_id", "agent_id"})
_IN_LISTS = {"key": "names", "kind": "kinds", "scope": "scopes"}


class TheirJSONParser(JSONParser):
    """A body in camel case."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        body = super().parse(*args, **kwargs)
        if not isinstance(body, Mapping):
            return body
        fields = {snake(name): value for name, value in body.items()}
        return {name: value for name, value in fields.items() if name not in _PASSED_OVER}


class TheirJSONRenderer(JSONRenderer):
    """An answer in camel case."""

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        written: bytes = super().render(in_camel_case(data), *args, **kwargs)
        return written


def theirs(view: Any) -> Any:
    """A view of ours as it answers there. It is described once, at its own address."""
    return view.as_view(parser_classes=(TheirJSONParser,), renderer_classes=(TheirJSONRenderer,), schema=None)


class OneOfEach(Shape):
    """Where there one value is asked for, several may be here."""

    key = optional(Text)
    kind = optional(Text)
    scope = optional(Text)
    include_private = serializers.BooleanField(required=False, default=False)


class TheirPacking(context.Packing, OneOfEach):
    """Private memories are in no pack, also where they are asked for."""


class TheirContext(ActorView):
    def post(self, request: Request) -> Response:
        asked = in_lists(in_body(request, TheirPacking))
        asked.pop("include_private")
        return Response(context.PackShape(pack_context(self.actor, **asked)).data)


class TheirQuestion(query.Question, OneOfEach):
    """With the question called `query`."""

    question = None  # type: ignore[assignment]
    query = Text()


class TheirQuery(ActorView):
    def post(self, request: Request) -> Response:
        asked = in_lists(in_body(request, TheirQuestion))
        asked["question"], private = asked.pop("query"), asked.pop("include_private")
        done = look_into(self.actor, **{**asked, "private": private})
        return Response(query.InvestigatedShape(done).data)


class TheirHandoff(handoffs.NewHandoff):
    status = optional(Text)


class TheirHandoffs(handoffs.Handoffs):
    def post(self, request: Request) -> Response:
        asked = with_key(request, in_body(request, TheirHandoff))
        asked["progress"] = asked.pop("status", asked["progress"])
        return self.written(asked)


class TheirResume(ActorView):
    def get(self, request: Request, task_id: str) -> Response:
        asked = in_query(request, handoffs.Reading)
        found = resume_handoff(self.actor, task_id=task_id, **asked)
        return Response(handoffs.ResumedShape(found).data)


def in_lists(asked: dict[str, Any]) -> dict[str, Any]:
    """The fields of OneOfEach as our verbs take them."""
    return {
        _IN_LISTS.get(name, name): [value] if name in _IN_LISTS else value for name, value in asked.items()
    }


class QuestionInShort(Recall):
    q = optional(Text)


class RecallInShort(ActorView):
    """With the question called `q`."""

    def get(self, request: Request) -> Response:
        asked = in_query(request, QuestionInShort)
        if "q" in asked and asked.get("query"):
            raise ValidationFailed("Say q or query, not both.", field="q")
        question = {"query": asked.pop("q")} if "q" in asked else {}
        return Response(RecalledShape(answer(self.actor, **asked, **question)).data)


urlpatterns = [
    path("v1/capabilities", theirs(capabilities.Capabilities)),
    path("v1/context-pack", theirs(TheirContext)),
    path("v1/query", theirs(TheirQuery)),
    path("v1/handoffs", theirs(TheirHandoffs)),
    path("v1/handoffs/<str:task_id>", theirs(TheirResume)),
    path("api/recall", RecallInShort.as_view(schema=None)),
]
