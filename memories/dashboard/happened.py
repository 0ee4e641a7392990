"""What happened, in words: every action that events are written for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import DASHBOARD
from memories.dashboard.clients import Clients

TOLD: dict[str, Any] = {
    "memory.remembered": _("remembered"),
    "memory.filed_as_history": _("kept as history"),
    "memory.proposed": _("proposed"),
    "memory.proposed_again": _("proposed once more"),
    "memory.changed": _("changed"),
    "memory.superseded": _("replaced by another"),
    "memory.archived": _("archived"),
    "memory.restored": _("restored"),
    "memory.forgotten": _("forgotten"),
    "memory.erasure_proposed": _("proposed to be erased"),
    "memory.erasure_declined": _("not erased after all"),
    "memory.reverted": _("set back to an earlier version"),
    "memory.undone": _("undone"),
    "memory.promoted": _("copied to another workspace"),
    "memory.moved": _("moved to another workspace"),
    "memory.quarantined": _("put in quarantine"),
    "memory.released": _("released from quarantine"),
    "memory.redacted": _("cleared of a secret"),
    "proposal.approved": _("approved"),
    "proposal.rejected": _("rejected"),
    "proposal.reopened": _("back for review"),
    "proposal.withdrawn": _("proposal withdrawn"),
    "golden.pinned": _("chosen for a golden question"),
    "golden.unpinned": _("no longer asked for by a golden question"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """One event: what was done, by whom, when, and to which memory where that is known."""

    did: Any
    who: str
    at: datetime
    action: str
    name: str = ""
    address: str = ""


def told_of(event: Any, clients: Clients, *, name: str = "", address: str = "") -> Told:
    """The agent by its name, else the client; one's own doing has neither, somebody else's their name."""
    who = event.agent or ("" if event.client in {DASHBOARD, ""} else event.client)
    if event.user_id and event.user_id != clients.request.user.pk:
        who = clients.who(event.client, event.agent, by=event.user_id)
    return Told(TOLD.get(event.action, event.action), who, event.at, event.action, name, address)
