"""Endpoints on memories: list, remember, and everything that can be done to one of them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import (
    OpenApiParameter,
    PolymorphicProxySerializer,
    extend_schema,
    extend_schema_view,
)
from rest_framework.request import Request
from rest_framework.response import Response

from continuum.kernel.errors import ValidationFailed
from memories.api.answers import (
    BulkAnswer,
    ForgetReceipt,
    HistoryShape,
    ListedShape,
    MemoryState,
    OneShape,
    RecalledShape,
    TierState,
    WriteAnswer,
)
from memories.api.asking import Append, Bulk, HistoryOf, Listing, OneOnce, Remember, Tier, Where, draft_from
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.intake.submit import submit, submit_bulk
from memories.recall.as_of import as_of, memory_as_of
from memories.recall.listing import list_memories
from memories.recall.reading import get_memory, history
from memories.services.drafts import Answer, Outcome, WriteMode
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget, restore

KEY_HEADER = "Idempotency-Key"
KEY = OpenApiParameter(KEY_HEADER, str, OpenApiParameter.HEADER, description="The same request once only.")
OK, CREATED, ACCEPTED = 200, 201, 202
# With or without rule_sentences, as asked.
LISTED = PolymorphicProxySerializer("Listed", [ListedShape, RecalledShape], None, many=False)


class Memories(ActorView):
    @described("memories_list", query=Listing, answers={OK: LISTED})
    def get(self, request: Request) -> Response:
        """Memories by newest change; with as_of or known_at those of then, by when they began."""
        asked = in_query(request, Listing)
        shape = RecalledShape if asked.pop("rules") else ListedShape
        then = _moment(asked)
        found = (
            as_of(self.actor, **then, **_not_archived(asked)) if then else list_memories(self.actor, **asked)
        )
        return Response(shape(found).data)

    @described(
        "memories_remember",
        body=Remember,
        parameters=[KEY],
        answers=dict.fromkeys((OK, CREATED, ACCEPTED), WriteAnswer),
    )
    def post(self, request: Request) -> Response:
        """Remember a text or a value: 201 for a new memory, 200 for a known one, 202 for a proposal."""
        answer = submit(self.actor, draft=draft_from(with_key(request, in_body(request, Remember))))
        return Response(WriteAnswer(answer).data, status=status_of(answer))


class OneMemory(ActorView):
    @described("memories_get", query=OneOnce, answers={OK: OneShape})
    def get(self, request: Request, name: str) -> Response:
        """A memory by its name: from the workspace, else from your default one; as it is, or as it was."""
        asked = in_query(request, OneOnce)
        then = _moment(asked)
        found = (
            memory_as_of(self.actor, name=name, **then, **asked)
            if then
            else get_memory(self.actor, name=name, **asked)
        )
        return Response(OneShape(found).data)

    @described("memories_forget", query=Where, answers=dict.fromkeys((OK, ACCEPTED), ForgetReceipt))
    def delete(self, request: Request, name: str) -> Response:
        """Forget it: 200 when it is erased, 202 when it is archived until a person decides."""
        receipt = forget(self.actor, name=name, **in_query(request, Where))
        return Response(ForgetReceipt(receipt).data, status=OK if receipt.erased else ACCEPTED)


@extend_schema_view(get=extend_schema(exclude=True), delete=extend_schema(exclude=True))
class BulkMemories(OneMemory):
    """At /memories/bulk; what is not POST means the memory that is called bulk."""

    @described("memories_remember_bulk", body=Bulk, answers={OK: BulkAnswer})
    def post(self, request: Request, name: str) -> Response:
        """Remember up to 500 memories of one workspace in their order. What is refused is answered so, with
        its reason; the others are written, as one batch, which can be undone.
        """
        asked = in_body(request, Bulk)
        shared = {"workspace": asked["workspace"]} if "workspace" in asked else {}
        drafts = [draft_from({**shared, **_given(item)}) for item in asked["items"]]
        done = submit_bulk(self.actor, drafts=drafts, label=asked["label"])
        return Response(BulkAnswer({"answers": done.answers, "batch": done.batch_id}).data)


class AppendToMemory(ActorView):
    @described(
        "memories_append", body=Append, parameters=[KEY], answers=dict.fromkeys((OK, ACCEPTED), WriteAnswer)
    )
    def post(self, request: Request, name: str) -> Response:
        """Add a line to what it says."""
        asked = with_key(request, in_body(request, Append))
        answer = submit(self.actor, draft=draft_from({**asked, "name": name, "write_mode": WriteMode.APPEND}))
        return Response(WriteAnswer(answer).data, status=status_of(answer))


class ArchiveMemory(ActorView):
    @described("memories_archive", body=Where, answers={OK: MemoryState})
    def post(self, request: Request, name: str) -> Response:
        """Take it out of sight, whole."""
        return Response(MemoryState(archive(self.actor, name=name, **in_body(request, Where))).data)


class RestoreMemory(ActorView):
    @described("memories_restore", body=Where, answers={OK: MemoryState})
    def post(self, request: Request, name: str) -> Response:
        """Bring it back out of the archive."""
        return Response(MemoryState(restore(self.actor, name=name, **in_body(request, Where))).data)


class MemoryTier(ActorView):
    @described("memories_set_recall", body=Tier, answers=dict.fromkeys((OK, ACCEPTED), TierState))
    def post(self, request: Request, name: str) -> Response:
        """Say when it is recalled: always, when relevant, or only by hand; 202 where that waits for a
        person.
        """
        moved = set_recall(self.actor, name=name, **in_body(request, Tier))
        return Response(TierState(moved).data, status=ACCEPTED if moved.reason else OK)


class MemoryHistory(ActorView):
    @described("memories_history", query=HistoryOf, answers={OK: HistoryShape})
    def get(self, request: Request, name: str) -> Response:
        """Every revision and event, newest first, archived or not."""
        return Response(HistoryShape(history(self.actor, name=name, **in_query(request, HistoryOf))).data)


def with_key(request: Request, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with the idempotency key of the header, which must not contradict the body's."""
    from_header = request.headers.get(KEY_HEADER)
    if from_header is None:
        return fields
    if fields.get("idempotency_key", from_header) != from_header:
        raise ValidationFailed(
            "The header and the body name different idempotency keys.", field="idempotency_key"
        )
    return {**fields, "idempotency_key": from_header}


def status_of(answer: Answer) -> int:
    if answer.status is Outcome.PROPOSED:
        return ACCEPTED
    new = answer.status is Outcome.STORED and answer.version == 1 and not answer.repeated
    return CREATED if new else OK


def _moment(asked: dict[str, Any]) -> dict[str, str]:
    """Takes out of the request the moment that is asked about, empty for now."""
    moments = {"at": asked.pop("as_of", None), "known_at": asked.pop("known_at", None)}
    return {field: value for field, value in moments.items() if value is not None}


def _not_archived(asked: dict[str, Any]) -> dict[str, Any]:
    if asked.pop("archived"):
        raise ValidationFailed("What was archived is not looked back at.", field="archived")
    return asked


def _given(item: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if value is not None}
