"""Endpoints on who works in a workspace, and on links that let others in."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from continuum.kernel.roles import INVITABLE, Role
from memories.api.answers import Base
from memories.api.asking import Nothing, one_of
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text
from memories.services.invitations import (
    accept_invitation,
    invite_member,
    list_invitations,
    withdraw_invitation,
)
from memories.services.members import change_role, hand_over, leave_workspace, list_members, remove_member

INVITED = [role.value for role in INVITABLE]


class RoleAsked(Shape):
    role = Text(help_text=one_of(INVITED))


class InvitationAsked(RoleAsked):
    note = Text(required=False, default="", help_text=_("For whom it is, in your words."))


class OwnerAsked(Shape):
    member = serializers.IntegerField(help_text=_("The member's id."))


class Joining(Shape):
    secret = Text(help_text=_("The link, or the last part of it."))
    name = Text(
        required=False, default="", help_text=_("What you call it; its owner's name for it if left out.")
    )


class MemberShape(Base):
    id = serializers.IntegerField()
    name = serializers.CharField(source="called", help_text=_("What they sign in by."))
    role = serializers.ChoiceField(choices=[role.value for role in Role])
    since = serializers.DateTimeField()


class MembersShape(Base):
    members = MemberShape(many=True)


class InvitationShape(Base):
    id = serializers.UUIDField()
    role = serializers.CharField()
    note = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class InvitationsShape(Base):
    invitations = InvitationShape(many=True)


class NewInvitationShape(InvitationShape):
    link = serializers.CharField(help_text=_("What to send. It is not told again."))


class JoinedShape(Base):
    workspace = serializers.CharField(help_text=_("What you call it."))


class Members(ActorView):
    @described("members_list", answers={200: MembersShape})
    def get(self, request: Request, workspace: str) -> Response:
        """Who works in it, and as what: its owner first."""
        in_query(request, Nothing)
        rows = list_members(self.actor, workspace=workspace)
        return Response({"members": MemberShape(rows, many=True).data})


class OneMember(ActorView):
    @described("members_change", body=RoleAsked, answers={200: MemberShape})
    def patch(self, request: Request, workspace: str, member: int) -> Response:
        """Give a member another role. It counts from their next request on."""
        asked = in_body(request, RoleAsked)
        return Response(
            MemberShape(change_role(self.actor, workspace=workspace, member=member, **asked)).data
        )

    @described("members_remove", answers={204: None})
    def delete(self, request: Request, workspace: str, member: int) -> Response:
        """Close the workspace to a member and all of their connections; or leave it, by your own id."""
        in_query(request, Nothing)
        if member == self.actor.user_id:
            leave_workspace(self.actor, workspace=workspace)
        else:
            remove_member(self.actor, workspace=workspace, member=member)
        return Response(status=204)


class Owner(ActorView):
    @described("workspaces_hand_over", body=OwnerAsked, answers={204: None})
    def put(self, request: Request, workspace: str) -> Response:
        """Make a member its owner. You are an editor then. Takes a person who is signed in."""
        hand_over(self.actor, workspace=workspace, **in_body(request, OwnerAsked))
        return Response(status=204)


class Invitations(ActorView):
    @described("invitations_list", answers={200: InvitationsShape})
    def get(self, request: Request, workspace: str) -> Response:
        """The links that can still be followed, newest first."""
        in_query(request, Nothing)
        rows = list_invitations(self.actor, workspace=workspace)
        return Response({"invitations": InvitationShape(rows, many=True).data})

    @described("invitations_create", body=InvitationAsked, answers={201: NewInvitationShape})
    def post(self, request: Request, workspace: str) -> Response:
        """A link that lets one person in, once, within seven days."""
        made = invite_member(self.actor, workspace=workspace, **in_body(request, InvitationAsked))
        link = settings.PUBLIC_URL + reverse("join", args=[made.secret])
        return Response({**InvitationShape(made.invitation).data, "link": link}, status=201)


class OneInvitation(ActorView):
    @described("invitations_withdraw", answers={204: None})
    def delete(self, request: Request, workspace: str, invitation_id: UUID) -> Response:
        """Take a link back before somebody follows it."""
        in_query(request, Nothing)
        withdraw_invitation(self.actor, workspace=workspace, invitation_id=invitation_id)
        return Response(status=204)


class Join(ActorView):
    @described("workspaces_join", body=Joining, answers={200: JoinedShape})
    def post(self, request: Request) -> Response:
        """Follow a link into somebody's workspace. Takes a person who is signed in."""
        asked = in_body(request, Joining)
        secret = asked["secret"].rstrip("/").rpartition("/")[2]
        name = accept_invitation(self.actor, secret=secret, name=asked["name"] or None)
        return Response({"workspace": name})
