"""How far a backup or a restore is, and what came of it: a part of the page of backups."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.dashboard.pages import page
from memories.dashboard.progress import STAGES
from memories.models.transfers import Transfer
from memories.portability.transfers import UNDER_WAY, get_transfer
from oauth.middleware import ActorRequest

State, Kind = Transfer.State, Transfer.Kind
TITLES = {Kind.BACKUP: gettext_lazy("Your latest backup"), Kind.RESTORE: gettext_lazy("Your latest restore")}
STATES = {
    State.WAITING: gettext_lazy("waits"),
    State.RUNNING: gettext_lazy("under way"),
    State.DONE: gettext_lazy("done"),
    State.FAILED: gettext_lazy("failed"),
}
COLOURS = {State.DONE: "good", State.FAILED: "bad"}


@page
def transfer(request: ActorRequest, transfer_id: UUID) -> HttpResponse:
    row = get_transfer(request.actor, transfer_id=transfer_id)
    return render(request, "parts/transfer.html", shown(row))


def shown(row: Transfer) -> dict[str, Any]:
    """What the part is drawn from."""
    return {
        "row": row,
        "title": TITLES[Kind(row.kind)],
        "state": STATES[State(row.state)],
        "stage": STAGES.get(row.stage, ""),
        "colour": COLOURS.get(State(row.state), "wait"),
        "moving": row.state in UNDER_WAY,
        "outcome": _outcome(row),
    }


def _outcome(row: Transfer) -> str:
    if row.kind != Kind.RESTORE or row.state != State.DONE:
        return ""
    told = _("Restored: %(rows)s rows. What was forgotten since stays forgotten (%(again)s memories).")
    return told % {"rows": sum(row.report["rows"].values()), "again": row.report["forgotten_again"]}
