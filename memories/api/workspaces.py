"""Endpoints on workspaces."""

from __future__ import annotations

from dataclasses import replace

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import WorkspaceShape, WorkspacesShape
from memories.api.asking import NewWorkspace, Nothing, WorkspaceChange
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.services.workspaces import (
    change_workspace,
    create_workspace,
    delete_workspace,
    list_places,
    place_of,
)


class Workspaces(ActorView):
    @described("workspaces_list", answers={200: WorkspacesShape})
    def get(self, request: Request) -> Response:
        """The workspaces that are open to you, by name."""
        in_query(request, Nothing)
        return Response({"workspaces": WorkspaceShape(list_places(self.actor), many=True).data})

    @described("workspaces_create", body=NewWorkspace, answers={201: WorkspaceShape})
    def post(self, request: Request) -> Response:
        """A new workspace of your own."""
        made = create_workspace(self.actor, **in_body(request, NewWorkspace))
        return Response(WorkspaceShape(place_of(self.actor, made)).data, status=201)


class OneWorkspace(ActorView):
    @described("workspaces_change", body=WorkspaceChange, answers={200: WorkspaceShape})
    def patch(self, request: Request, workspace: str) -> Response:
        """Rename it, or say what happens to what agents write in it."""
        changed = change_workspace(self.actor, workspace=workspace, **in_body(request, WorkspaceChange))
        place = replace(place_of(self.actor, changed), name=changed.name)
        return Response(WorkspaceShape(place).data)

    @described("workspaces_delete", answers={204: None})
    def delete(self, request: Request, workspace: str) -> Response:
        """Erase it with everything in it."""
        in_query(request, Nothing)
        delete_workspace(self.actor, workspace=workspace)
        return Response(status=204)
