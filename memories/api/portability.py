"""Endpoints to take everything along and bring it back: backups, packages, copies to read, starting over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from continuum.kernel.errors import ValidationFailed
from memories.api.answers import Base
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import AnyJSON, Shape, Text, optional
from memories.api.files import GZIP, OCTETS, FileView, Upload, as_download, named
from memories.api.transfers import TransferShape, accepted
from memories.portability.backup.reading import check
from memories.portability.backup.writing import back_up
from memories.portability.export.readable import Kind, export_readable
from memories.portability.package.importing import import_package
from memories.portability.package.writing import export_package
from memories.portability.purging import purge
from memories.portability.transfers import start_backup, start_restore
from oauth import paces

ZIP, JSON = "application/zip", "application/json"
PACKAGE = "package"


class WhichBackup(Shape):
    vectors = serializers.BooleanField(
        default=True, help_text=_("False: a smaller file, whose vectors are made again.")
    )


class HowToRestore(Shape):
    replace = serializers.BooleanField(
        default=False, help_text=_("Put it in the place of what is here, which is kept as a backup.")
    )


class WhichExport(Shape):
    kind = serializers.ChoiceField(choices=[PACKAGE, *Kind], default=PACKAGE)
    workspace = optional(Text)
    private = serializers.BooleanField(default=False, help_text=_("Private memories too, for who may."))


class HowToImport(Shape):
    workspace = optional(Text, help_text=_("All of it goes here; else each to the workspace of its name."))
    dry_run = serializers.BooleanField(default=False)


class Purge(Shape):
    confirm = Text(help_text=_("The word `purge`."))


class CheckedShape(Base):
    """A backup that is complete."""

    created_at = serializers.DateTimeField()
    workspaces = AnyJSON(help_text=_("Names by id."))
    rows = AnyJSON(help_text=_("How many, by section."))
    sha256 = serializers.CharField(help_text=_("Of its lines."))


class PurgedShape(Base):
    workspaces = serializers.ListField(child=serializers.CharField())
    memories = serializers.IntegerField()


class RemarkShape(Base):
    place = serializers.CharField(help_text=_("Where in the file."))
    reason = serializers.CharField()


class ReportShape(Base):
    """What an import did, or would do."""

    format = serializers.CharField()
    dry_run = serializers.BooleanField()
    read = serializers.IntegerField()
    counts = AnyJSON(help_text=_("What became of them."))
    remarks = RemarkShape(many=True)
    unlisted = serializers.IntegerField(help_text=_("Remarks that are counted only."))
    batches = serializers.ListField(child=serializers.UUIDField(), help_text=_("To undo it with."))


def _file(media_type: str) -> dict[Any, Any]:
    return {(200, media_type): OpenApiResponse(OpenApiTypes.BINARY, description="The file")}


_FILE = {OCTETS: OpenApiTypes.BINARY}


class Backup(FileView):
    @described("backup", query=WhichBackup, answers=_file(GZIP))
    def get(self, request: Request) -> Any:
        """Your whole vault in one file: everything but accounts and grants. Its last line says that it is
        whole. Needs the permission admin, and to be let read private memories.
        """
        asked = in_query(request, WhichBackup)
        path = self.spooled("backup.continuum")
        back_up(self.actor, to=path, vectors=asked["vectors"])
        return as_download(request, path, name=named("continuum", "continuum"), media_type=GZIP)

    @described("backup_start", body=WhichBackup, answers={202: TransferShape})
    def post(self, request: Request) -> Response:
        """Have a backup made, and follow how far it is: ask for the job, then for its file. It is kept for a
        day. Needs what downloading one needs.
        """
        return accepted(start_backup(self.actor, **in_body(request, WhichBackup)))


class CheckBackup(ActorView):
    takes_files = True
    parser_classes = (Upload,)

    @described("backup_check", body=_FILE, answers={200: CheckedShape})
    def post(self, request: Request) -> Response:
        """Is this backup whole, and what is in it? Changes nothing."""
        heading, sha256 = check(_uploaded(request))
        told = heading.as_json()
        shown = {name: told[name] for name in ("created_at", "workspaces", "rows")}
        return Response(CheckedShape({**shown, "sha256": sha256}).data)


class RestoreBackup(ActorView):
    takes_files = True
    parser_classes = (Upload,)

    @described("backup_restore", query=HowToRestore, body=_FILE, answers={202: TransferShape})
    def post(self, request: Request) -> Response:
        """Bring a vault back, whole or not at all: into an empty one or, if you say so, in the place of what
        is here. Ask for the job, how far it is and what came of it. For a person who is signed in.
        """
        paces.imports().keep(self.actor)
        asked = in_query(request, HowToRestore)
        return accepted(start_restore(self.actor, path=_uploaded(request), replace=asked["replace"]))


class Export(FileView):
    @described("export", query=WhichExport, answers={**_file(ZIP), **_file(JSON)})
    def get(self, request: Request) -> Any:
        """Memories in a file: a package with every version and date, or what holds now to be read."""
        asked = in_query(request, WhichExport)
        kind = asked.pop("kind")
        suffix = "json" if kind == Kind.JSON else "zip"
        path = self.spooled(f"export.{suffix}")
        if kind == PACKAGE:
            export_package(self.actor, to=path, **asked)
        else:
            export_readable(self.actor, to=path, kind=kind, **asked)
        name = named(f"continuum-{kind}", suffix)
        return as_download(request, path, name=name, media_type=JSON if suffix == "json" else ZIP)


class ImportPackage(ActorView):
    takes_files = True
    parser_classes = (Upload,)

    @described("package_import", query=HowToImport, body=_FILE, answers={200: ReportShape})
    def post(self, request: Request) -> Response:
        """Take in a Memory Package (a zip). A person's keeps states and dates, what a token imports waits as
        proposals.
        """
        paces.imports().keep(self.actor)
        asked = in_query(request, HowToImport)
        return Response(
            ReportShape(import_package(self.actor, path=_uploaded(request), **asked).as_json()).data
        )


class PurgeVault(ActorView):
    @described("purge", body=Purge, answers={200: PurgedShape})
    def post(self, request: Request) -> Response:
        """Erase everything that you own here. Your account stays. For a person who is signed in."""
        return Response(PurgedShape(purge(self.actor, **in_body(request, Purge))).data)


def _uploaded(request: Request) -> Path:
    if not isinstance(request.data, Path):
        raise ValidationFailed(f"Send the file itself as the body, as {OCTETS}.", field="file")
    return request.data
