"""Seeing the work that is still to be done."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from continuum.kernel.actor import Actor, Permission
from memories.models import Job


def list_failed_jobs(actor: Actor) -> QuerySet[Job]:
    """The jobs of the actor's workspaces that were tried to the end and failed, newest first."""
    actor.require(Permission.READ)
    return _jobs(actor).filter(state=Job.State.FAILED).order_by("-created_at", "-pk")


def count_jobs(actor: Actor) -> dict[str, int]:
    """How many jobs of the actor's workspaces are `waiting` and how many `failed`."""
    actor.require(Permission.READ)
    counted = dict(_jobs(actor).values_list("state").annotate(Count("pk")).order_by())
    return {state.value: counted.get(state.value, 0) for state in Job.State}


def _jobs(actor: Actor) -> QuerySet[Job]:
    return Job.objects.filter(workspace_id__in=list(actor.workspaces.values()))
