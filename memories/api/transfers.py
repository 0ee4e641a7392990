"""Endpoints on backups and restores that are under way: how far, what came of it, the file."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import Nothing
from memories.api.base import ActorView, in_query
from memories.api.docs import described
from memories.api.fields import AnyJSON
from memories.api.files import GZIP, FileView, as_download, named
from memories.models import Transfer
from memories.portability.transfers import get_transfer, list_transfers, made_file

LISTED = 20


class TransferShape(Base):
    """A backup that is being made, or a restore."""

    id = serializers.UUIDField()
    kind = serializers.CharField(help_text=_("backup or restore."))
    state = serializers.CharField(help_text=_("waiting, running, done or failed."))
    stage = serializers.CharField(help_text=_("check, backup or restore, while it is under way."))
    done = serializers.IntegerField(help_text=_("Rows so far, of `total`."))
    total = serializers.IntegerField()
    report = AnyJSON(help_text=_("What came of it: rows by section, the way back, the checksum."))
    code = serializers.CharField(help_text=_("Of the error."))
    error = serializers.CharField(help_text=_("Why it failed; then nothing was changed."))
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class TransfersShape(Base):
    jobs = TransferShape(many=True, help_text=_("The latest of them."))


def accepted(row: Transfer) -> Response:
    """It goes on; here is where to ask."""
    where = reverse("api-backup-job", args=[row.pk])
    return Response(TransferShape(row).data, status=202, headers={"Location": where})


class Transfers(ActorView):
    @described("backup_jobs", answers={200: TransfersShape})
    def get(self, request: Request) -> Response:
        """Backups and restores that are under way, and those of the last day, newest first."""
        in_query(request, Nothing)
        return Response({"jobs": TransferShape(list_transfers(self.actor)[:LISTED], many=True).data})


class OneTransfer(ActorView):
    @described("backup_job", answers={200: TransferShape})
    def get(self, request: Request, transfer_id: UUID) -> Response:
        """How far it is, and what came of it."""
        in_query(request, Nothing)
        return Response(TransferShape(get_transfer(self.actor, transfer_id=transfer_id)).data)


class TransferFile(FileView):
    @described(
        "backup_job_file",
        answers={(200, GZIP): OpenApiResponse(OpenApiTypes.BINARY, description="The file")},
    )
    def get(self, request: Request, transfer_id: UUID) -> Any:
        """The backup that was made; it is kept for a day."""
        in_query(request, Nothing)
        path = made_file(self.actor, transfer_id=transfer_id)
        return as_download(request, path, name=named("continuum", "continuum"), media_type=GZIP)
