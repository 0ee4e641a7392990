"""How close two texts must be, for each model: a cosine means nothing without the model that made it.

The only table of them. Recalibrate with `make bench-duplicates`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosines from which on two texts are taken for what their words make them.

    The same (`near`); a contradiction of texts alike but for it (`conflict`), or of texts that differ in more
    (`reworded_conflict`); alike enough to be linked (`similar`), sooner so if they contradict (`related`).
    """

    near: float
    conflict: float
    reworded_conflict: float
    similar: float
    related: float


CAUTIOUS = Thresholds(near=0.93, conflict=0.80, reworded_conflict=0.85, similar=0.80, related=0.75)
"""For a model nobody has calibrated: little is skipped, and little flagged."""

MODELS = MappingProxyType(
    {
        "all-MiniLM-L6-v2": Thresholds(
            near=0.70, conflict=0.55, reworded_conflict=0.65, similar=0.60, related=0.45
        ),
    }
)
"""By the model's own name, the part of its id before the first slash; its variants hardly differ."""


def thresholds_for(model_id: str) -> Thresholds:
    """Return the thresholds of the model that made both vectors, cautious ones if it is not in the table."""
    return MODELS.get(model_id.split("/", 1)[0], CAUTIOUS)
