"""What clients have written, in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count

from continuum.kernel.actor import Actor, Permission
from memories.models import Revision


def written_by(actor: Actor, *, clients: Sequence[str]) -> dict[str, int]:
    """How many revisions, proposals included, each client wrote in the actor's workspaces.

    Raises Forbidden.
    """
    actor.require(Permission.READ)
    rows = Revision.objects.filter(workspace_id__in=list(actor.workspaces.values()), client__in=list(clients))
    return dict(rows.order_by().values_list("client").annotate(Count("pk")))
