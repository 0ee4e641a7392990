"""Endpoints of the review queue."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.asking import Approval, Decisions, EditedApproval, Nothing, Queue
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.api.queue import AllDecidedShape, DecidedShape, QueueShape, TakenBackShape
from memories.intake.editing import approve_edited
from memories.intake.reconsider import take_back
from memories.recall.proposals import page_of_proposals
from memories.services.review import approve, decide_many, reject


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


class ApproveEdited(ActorView):
    @described("proposals_approve_edited", body=EditedApproval, answers={200: DecidedShape})
    def post(self, request: Request, revision_id: UUID) -> Response:
        """Make an edited text what the memory says, in place of the proposal."""
        decided = approve_edited(self.actor, revision_id=revision_id, **in_body(request, EditedApproval))
        return Response(DecidedShape(decided).data)


class Decide(ActorView):
    @described("proposals_decide", body=Decisions, answers={200: AllDecidedShape})
    def post(self, request: Request) -> Response:
        """Take one decision on up to 500 proposals, each for itself: what fails says why, and stops no other
        one.
        """
        decided = decide_many(self.actor, **in_body(request, Decisions))
        return Response(AllDecidedShape({"decided": decided}).data)


class Reject(ActorView):
    @described("proposals_reject", body=Nothing, answers={200: DecidedShape})
    def post(self, request: Request, revision_id: UUID) -> Response:
        """Turn the proposal down; its text is not proposed again."""
        decided = reject(self.actor, revision_id=revision_id, **in_body(request, Nothing))
        return Response(DecidedShape(decided).data)


class TakeBack(ActorView):
    @described("proposals_take_back", body=Nothing, answers={200: TakenBackShape})
    def post(self, request: Request, revision_id: UUID) -> Response:
        """Take a decision back, unless something has changed since: the text waits again."""
        taken = take_back(self.actor, revision_id=revision_id, **in_body(request, Nothing))
        return Response(TakenBackShape(taken).data)
