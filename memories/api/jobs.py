"""The endpoint that tells what is still to be done."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.answers import JobsShape
from memories.api.asking import Nothing
from memories.api.base import ActorView, in_query
from memories.api.docs import described
from memories.services.jobs import count_jobs, list_failed_jobs

LISTED = 100


class Jobs(ActorView):
    @described("jobs", answers={200: JobsShape})
    def get(self, request: Request) -> Response:
        """How much of your workspaces is still to be indexed, and what failed for good."""
        in_query(request, Nothing)
        failures = list_failed_jobs(self.actor)[:LISTED]
        return Response(JobsShape({**count_jobs(self.actor), "failures": failures}).data)
