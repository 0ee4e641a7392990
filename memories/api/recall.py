"""The endpoint for finding again."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import RecalledShape
from memories.api.asking import Recall
from memories.api.base import ActorView, in_body, in_query
from memories.api.docs import described
from memories.injection.answering import answer


class RecallMemories(ActorView):
    @described("recall", query=Recall, answers={200: RecalledShape})
    def get(self, request: Request) -> Response:
        """Memories that answer a query, best first, with receipts that say why."""
        return Response(RecalledShape(answer(self.actor, **in_query(request, Recall))).data)

    @described("recall_by_post", body=Recall, answers={200: RecalledShape})
    def post(self, request: Request) -> Response:
        """The same, for queries that are too long for an address or do not belong in a log."""
        return Response(RecalledShape(answer(self.actor, **in_body(request, Recall))).data)
