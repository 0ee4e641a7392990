"""Endpoints on the rows that decide about writes."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import Base
from memories.api.asking import one_of
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.fields import Shape, Text, optional
from memories.models import Policy, Trust
from memories.services.policies import delete_policy, list_policies, set_policy
from memories.services.policy import Action


class WhichPolicies(Shape):
    workspace = optional(Text, help_text=_("Its name; all of yours when left out."))


class PolicyRow(Shape):
    """What writes that fit the conditions come to. A condition that is left out fits anything."""

    workspace = optional(Text, help_text=_("Its name; the default workspace when left out."))
    client = Text(required=False, default="", help_text=_("As the history names it."))
    kind = Text(required=False, default="")
    trust = Text(required=False, default="", help_text=one_of(Trust.values))
    action = Text(required=False, default="", help_text=one_of(list(Action)))
    decision = Text(help_text=one_of(Policy.Decision.values))


class PolicyShape(Base):
    """A row. Of those that fit, the one with the most conditions decides and, of equals, the most careful."""

    id = serializers.UUIDField()
    workspace = serializers.CharField()
    client = serializers.CharField()
    kind = serializers.CharField()
    trust = serializers.CharField()
    action = serializers.CharField()
    decision = serializers.CharField()


class PoliciesShape(Base):
    policies = PolicyShape(many=True)


class Policies(ActorView):
    @described("policies_list", query=WhichPolicies, answers={200: PoliciesShape})
    def get(self, request: Request) -> Response:
        """The rows of one workspace or of all of yours, oldest first."""
        rows = list_policies(self.actor, **in_query(request, WhichPolicies))
        return Response({"policies": [self._shown(row) for row in rows]})

    @described("policies_set", body=PolicyRow, answers={200: PolicyShape})
    def put(self, request: Request) -> Response:
        """Lay a row down, or change the decision of the one with the same conditions."""
        return Response(self._shown(set_policy(self.actor, **in_body(request, PolicyRow))))

    def _shown(self, row: Policy) -> dict[str, object]:
        names = {workspace: name for name, workspace in self.actor.workspaces.items()}
        conditions = {
            field: getattr(row, field) for field in ("client", "kind", "trust", "action", "decision")
        }
        return PolicyShape({"id": row.pk, "workspace": names[row.workspace_id], **conditions}).data


class OnePolicy(ActorView):
    @described("policies_delete", answers={204: None})
    def delete(self, request: Request, policy_id: UUID) -> Response:
        """Take a row back."""
        delete_policy(self.actor, policy_id=policy_id)
        return Response(status=204)
