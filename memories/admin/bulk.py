"""Many decisions at once, and what is said of them: how many are done, and why the others stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memories.admin.deciding import Decision, decide_each
from memories.admin.rows import actor_of
from memories.models import Proposal
from memories.services.review import Decided

TOLD = 5  # names of proposals that one message lists


def decide_selected(request: HttpRequest, proposals: QuerySet[Proposal], decision: Decision) -> None:
    """Decide on each for itself. A stale one is refused here: it is to be looked at first."""
    names = dict(proposals.values_list("pk", "memory__name"))
    decided = list(decide_each(actor_of(request), list(names), decision))
    done = sum(one.done for one in decided)
    if done:
        messages.success(request, _told(decision, done))
    _tell_failures(request, [(names[one.revision_id], one) for one in decided if not one.done])


def _told(decision: Decision, count: int) -> str:
    if decision is Decision.REJECT:
        return ngettext("%(n)s rejected.", "%(n)s rejected.", count) % {"n": count}
    return ngettext("%(n)s approved.", "%(n)s approved.", count) % {"n": count}


def _tell_failures(request: HttpRequest, failed: Sequence[tuple[str, Decided]]) -> None:
    """One message for each reason, the most frequent first."""
    for reason, count in Counter(one.message for _name, one in failed).most_common():
        named = [name for name, one in failed if one.message == reason][:TOLD]
        more = _(" and others") if count > TOLD else ""
        messages.error(request, f"{count}: {reason} ({', '.join(named)}{more})")
