"""Endpoints on batches, and on undoing what a client or a batch wrote."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories import access
from memories.api.answers import Base
from memories.api.asking import Nothing
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.intake.again import undo_batch, undo_client_writes
from memories.intake.batches import open_batch
from memories.services.batches import list_batches

LISTED = 100


class LastWrites(Shape):
    client = Text(help_text=_("As it stands in revisions and events."))
    last = serializers.IntegerField(help_text=_("How many of its writes, newest first: 1 to 500."))
    workspace = optional(Text)


class NewBatch(Shape):
    label = Text(required=False, default="")  # type: ignore[assignment]
    workspace = optional(Text)


class WhichBatches(Shape):
    workspace = optional(Text, help_text=_("All of yours when left out."))


class KeptShape(Base):
    """What was not undone. Without a name: it is gone, or not for you to see."""

    name = serializers.CharField()
    reason = serializers.CharField()


class UndoneShape(Base):
    """What undoing did, by the names of the memories."""

    restored = serializers.ListField(
        child=serializers.CharField(), help_text=_("Say again what they said before.")
    )
    removed = serializers.ListField(
        child=serializers.CharField(), help_text=_("Archived: these writes had made them.")
    )
    withdrawn = serializers.ListField(
        child=serializers.CharField(), help_text=_("Their proposal waits no longer.")
    )
    changed = serializers.ListField(
        child=serializers.CharField(), help_text=_("Got back a field, a tier or their place.")
    )
    kept = KeptShape(many=True, help_text=_("Stay as they are, and why."))


class BatchShape(Base):
    id = serializers.UUIDField()
    workspace = serializers.SerializerMethodField()
    label = serializers.CharField()  # type: ignore[assignment]
    client = serializers.CharField()
    agent = serializers.CharField()
    writes = serializers.IntegerField(default=0)
    created_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)

    def get_workspace(self, batch: object) -> str:
        return access.workspace_name(self.context["actor"], batch.workspace_id)  # type: ignore[attr-defined]


class BatchesShape(Base):
    batches = BatchShape(many=True, help_text=_("The latest of them."))


class UndoLast(ActorView):
    @described("undo_client_writes", body=LastWrites, answers={200: UndoneShape})
    def post(self, request: Request) -> Response:
        """Undo a client's last writes, as far as nobody changed them since. Asked again, it goes further
        back.
        """
        return Response(UndoneShape(undo_client_writes(self.actor, **in_body(request, LastWrites))).data)


class Batches(ActorView):
    @described("batches_list", query=WhichBatches, answers={200: BatchesShape})
    def get(self, request: Request) -> Response:
        """Writes made as one, newest first."""
        found = list_batches(self.actor, **in_query(request, WhichBatches))[:LISTED]
        return Response({"batches": BatchShape(found, many=True, context={"actor": self.actor}).data})

    @described("batches_open", body=NewBatch, answers={201: BatchShape})
    def post(self, request: Request) -> Response:
        """Open a batch; a bulk write that names it belongs to it."""
        made = open_batch(self.actor, **in_body(request, NewBatch))
        return Response(BatchShape(made, context={"actor": self.actor}).data, status=201)


class UndoBatch(ActorView):
    @described("batches_undo", body=Nothing, answers={200: UndoneShape})
    def post(self, request: Request, batch_id: UUID) -> Response:
        """Undo exactly what it made and changed; what somebody changed since is kept and told."""
        in_body(request, Nothing)
        return Response(UndoneShape(undo_batch(self.actor, batch_id=batch_id)).data)
