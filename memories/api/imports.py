"""Endpoints on imports: upload a file or paste a text, see what would come of it, confirm, follow, undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from continuum.kernel.errors import ValidationFailed
from memories import access
from memories.api.answers import Base
from memories.api.asking import Nothing
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import AnyJSON, Shape, Text, optional
from memories.api.parsers import JSONParser
from memories.api.undo import UndoneShape
from memories.portability.approving import decide_batch
from memories.portability.imports import (
    PASTED,
    confirm_import,
    discard_import,
    get_import,
    list_imports,
    undone_at,
    upload_import,
)
from memories.portability.undoing import undo_import
from memories.services.review import Decision
from oauth import paces

LISTED = 100


class Upload(Shape):
    """A file as multipart, or a text that was pasted, as JSON."""

    file = optional(serializers.FileField, help_text=_("An export: a file or an archive."))
    text = optional(Text, help_text=_("Pasted text, parted at rules, blank lines and bullets."))
    filename = optional(Text, help_text=_("What the text is called."))
    workspace = optional(Text, help_text=_("Where all of it goes; where the file says when left out."))


class WhichImports(Shape):
    workspace = optional(Text, help_text=_("All of yours when left out."))


class Deciding(Shape):
    decision = optional(Text, help_text=_("approve (when left out) or reject."))


class ImportShape(Base):
    id = serializers.UUIDField()
    workspace = serializers.SerializerMethodField()
    state = serializers.CharField(
        help_text=_("waiting, looking, looked (confirm it), confirmed, importing, done or failed.")
    )
    filename = serializers.CharField()
    format = serializers.CharField(help_text=_("Empty until it was looked at."))
    stage = serializers.CharField(help_text=_("read or write, while it is under way."))
    done = serializers.IntegerField(help_text=_("Bytes read or memories written, of `total`."))
    total = serializers.IntegerField()
    report = AnyJSON(help_text=_("What came, or would come, of it: counts, and places with reasons."))
    error = serializers.CharField(help_text=_("Why it failed; then nothing was written."))
    batch_id = serializers.UUIDField(allow_null=True)
    client = serializers.CharField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    undone_at = serializers.SerializerMethodField()

    def get_workspace(self, row: Any) -> str:
        return access.workspace_name(self.context["actor"], row.workspace_id)

    def get_undone_at(self, row: Any) -> str | None:
        at = undone_at(row)
        return at.isoformat() if at else None


class ImportsShape(Base):
    imports = ImportShape(many=True, help_text=_("The latest of them."))


class CountsShape(Base):
    counts = serializers.DictField(child=serializers.IntegerField(), help_text=_("By their new status."))


class Imports(ActorView):
    takes_files = True
    parser_classes = (JSONParser, MultiPartParser)

    @described("imports_list", query=WhichImports, answers={200: ImportsShape})
    def get(self, request: Request) -> Response:
        """Imports that are under way and those of the past, newest first."""
        found = list_imports(self.actor, **in_query(request, WhichImports))[:LISTED]
        return Response({"imports": ImportShape(found, many=True, context={"actor": self.actor}).data})

    @described("imports_upload", body=Upload, answers={202: ImportShape})
    def post(self, request: Request) -> Response:
        """Upload a file, or paste a text. It is looked at; nothing is imported until it is confirmed."""
        paces.imports().keep(self.actor)
        given = in_body(request, Upload)
        chunks, filename = _chunks(given)
        row = upload_import(
            self.actor, chunks=chunks, filename=filename, workspace=given.get("workspace") or None
        )
        return Response(ImportShape(row, context={"actor": self.actor}).data, status=202)


def _chunks(given: dict[str, Any]) -> tuple[Iterable[bytes], str]:
    file, text = given.get("file"), given.get("text")
    if (file is None) == (text is None):
        raise ValidationFailed("Give either a file or a text.", field="file")
    if file is not None:
        return file.chunks(), file.name
    return [str(text).encode("utf-8", "replace")], given.get("filename") or PASTED


class OneImport(ActorView):
    @described("imports_one", answers={200: ImportShape})
    def get(self, request: Request, import_id: UUID) -> Response:
        """How far it is, and what came of it."""
        in_query(request, Nothing)
        row = get_import(self.actor, import_id=import_id)
        return Response(ImportShape(row, context={"actor": self.actor}).data)

    @described("imports_discard", answers={204: None})
    def delete(self, request: Request, import_id: UUID) -> Response:
        """Forget an upload that was not imported."""
        discard_import(self.actor, import_id=import_id)
        return Response(status=204)


class ConfirmImport(ActorView):
    @described("imports_confirm", body=Nothing, answers={202: ImportShape})
    def post(self, request: Request, import_id: UUID) -> Response:
        """Import what was looked at: a person's import keeps states and dates, an agent's waits as
        proposals.
        """
        in_body(request, Nothing)
        row = confirm_import(self.actor, import_id=import_id)
        return Response(ImportShape(row, context={"actor": self.actor}).data, status=202)


class UndoImport(ActorView):
    @described("imports_undo", body=Nothing, answers={200: UndoneShape})
    def post(self, request: Request, import_id: UUID) -> Response:
        """Undo exactly what it made and changed, in every workspace; what somebody changed since is kept."""
        in_body(request, Nothing)
        undone = undo_import(self.actor, import_id=import_id)
        return Response(UndoneShape(undone).data)


class DecideBatch(ActorView):
    @described("batches_decide", body=Deciding, answers={200: CountsShape})
    def post(self, request: Request, batch_id: UUID) -> Response:
        """Approve, or reject, all that a batch proposed and that still waits."""
        decision = in_body(request, Deciding).get("decision", Decision.APPROVE)
        return Response({"counts": dict(decide_batch(self.actor, batch_id=batch_id, decision=decision))})
