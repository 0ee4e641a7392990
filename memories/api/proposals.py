"""Endpoints of the review queue."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import DecidedShape, QueueShape
from memories.api.asking import Approval, Nothing, Queue
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.recall.proposals import page_of_proposals
from memories.services.review import approve, reject


class Proposals(ActorView):
    @described("proposals_list", query=Queue, answers={200: QueueShape})
    def get(self, request: Request) -> Response:
        """What waits for a person, in one workspace or in all of yours, newest first."""
        return Response(QueueShape(page_of_proposals(self.actor, **in_query(request, Queue))).data)


class Approve(ActorView):
    @described("proposals_approve", body=Approval, answers={200: DecidedShape})
    def post(self, request: Request, revision_id: UUID) -> Response:
        """Make the proposal what the memory says."""
        decided = approve(self.actor, revision_id=revision_id, **in_body(request, Approval))
        return Response(DecidedShape(decided).data)


class Reject(ActorView):
    @described("proposals_reject", body=Nothing, answers={200: DecidedShape})
    def post(self, request: Request, revision_id: UUID) -> Response:
        """Turn the proposal down; its text is not proposed again."""
        decided = reject(self.actor, revision_id=revision_id, **in_body(request, Nothing))
        return Response(DecidedShape(decided).data)
