"""How an answer was found, in plain words: what was no part of it, and why each hit is where it is."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memories.recall.answers import Recalled

NOT_RERANKED: Final = "not reranked: "
WHY: Final[dict[str, Any]] = {
    "embedding is switched off": gettext_lazy("Comparing meanings is switched off on this server."),
    "the embedder is slow": gettext_lazy("The model that compares meanings took too long."),
    "the embedder is busy": gettext_lazy("The model that compares meanings has too much to do just now."),
    "the embedder does not answer": gettext_lazy("The model that compares meanings does not answer."),
    "the reranker is slow": gettext_lazy("The model that reads the first hits again took too long."),
    "the reranker is busy": gettext_lazy("The model that reads the first hits again has too much to do."),
    "the reranker does not answer": gettext_lazy(
        "The model that reads the first hits again does not answer."
    ),
}
REASONS: Final[dict[str, Any]] = {
    "exact name": gettext_lazy("exact name"),
    "exact identifier": gettext_lazy("exact identifier"),
    "speaks of what you name": gettext_lazy("speaks of what you name"),
    "close in meaning": gettext_lazy("close in meaning"),
    "shares words": gettext_lazy("shares words"),
    "linked from another hit": gettext_lazy("linked from another hit"),
    "told beside another hit": gettext_lazy("told beside another hit"),
    "told by someone you name": gettext_lazy("told by someone you name"),
    "told at the time you name": gettext_lazy("told at the time you name"),
    "written lately": gettext_lazy("written lately"),
    "proposed": gettext_lazy("proposed"),
    "moved up by the reranker": gettext_lazy("moved up when it was read again"),
    "moved down by the reranker": gettext_lazy("moved down when it was read again"),
    "left where it was by the reranker": gettext_lazy("left where it was when it was read again"),
}
CHANNELS: Final[dict[str, Any]] = {
    "meaning": gettext_lazy("Place by meaning"),
    "words": gettext_lazy("Place by words"),
    "name": gettext_lazy("Place by name"),
    "things": gettext_lazy("Place by what it speaks of"),
    "links": gettext_lazy("Place by links"),
}


def notes(found: Recalled) -> list[str]:
    """A sentence for each thing that was no part of an answer, with the reason."""
    told = []
    for reason in filter(None, found.mode_reason.split("; ")):
        if reason.startswith(NOT_RERANKED):
            told.append(
                _("Not reranked: the order is that of the search. %s") % _why(reason[len(NOT_RERANKED) :])
            )
        else:
            told.append(_("Found by words only, not by meaning. %s") % _why(reason))
    if found.still_indexing:
        told.append(_indexing(found.still_indexing))
    return told


def _indexing(count: int) -> str:
    return ngettext(
        "Still indexing: %(n)s passage is found by its words only for now.",
        "Still indexing: %(n)s passages are found by their words only for now.",
        count,
    ) % {"n": count}


def _why(reason: str) -> str:
    """An engine's own sentence, where it has one, is shown as it is."""
    return str(WHY.get(reason, reason))


def reason_told(reason: str) -> str:
    return str(REASONS.get(reason, reason))


def channel_told(channel: str) -> str:
    return str(CHANNELS.get(channel, channel))
