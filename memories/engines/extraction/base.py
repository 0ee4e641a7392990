"""What every reader of claims promises, and the errors it may raise.

    EngineError (a ContinuumError)       INTERNAL_ERROR       500
    |-- ExtractionUnavailable            INTERNAL_ERROR       503   no answer now; a later try may succeed
    |-- ExtractionInvalid                INTERNAL_ERROR       500   no answer that fits the schema
    `-- BudgetSpent                      INTERNAL_ERROR       503   over the limit: nothing was sent

No message holds a word of the text, of an answer, or of a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from memories.engines.base import EngineError
from memories.text.claims.claim import Reading


class ExtractionUnavailable(EngineError):
    """`seconds` is how long the provider asked to be left alone, 0 where it said nothing."""

    status = 503

    def __init__(self, message: str, *, seconds: float = 0, **details: Any) -> None:
        super().__init__(message, **details)
        self.seconds = seconds


class ExtractionInvalid(EngineError):
    pass


class BudgetSpent(EngineError):
    status = 503


@dataclass(frozen=True, slots=True)
class Source:
    """A text to read, who says `I` in it where it names nobody, who is called the user, and the day on which
    it was told, None where nobody knows.
    """

    text: str
    speaker: str = ""
    user: str = ""
    told: date | None = None


class Meter(Protocol):
    """What a call may cost. What was reserved counts as spent until `settle` tells what was."""

    def reserve(self, *, tokens: int, micros: int) -> bool:
        """Whether so many tokens and millionths of a dollar are left; they are then taken."""
        ...

    def settle(self, *, reserved: tuple[int, int], spent: tuple[int, int]) -> None:
        """Give back what a call did not use, each as tokens and millionths of a dollar."""
        ...


class Extractor(Protocol):
    """Reads texts. Safe to use from several threads. `model_id` is stored with every fact; `local` tells
    that no word leaves this process.
    """

    @property
    def model_id(self) -> str: ...

    @property
    def local(self) -> bool: ...

    def extract(self, source: Source, *, meter: Meter) -> Reading:
        """What the text claims and names. Raises ExtractionUnavailable, ExtractionInvalid, BudgetSpent."""
        ...


class Shaper(Protocol):
    """Brings texts into a shape of the caller's. Safe to use from several threads."""

    def shape(self, text: str, wanted: str, *, meter: Meter) -> Any:
        """Raises ExtractionUnavailable, ExtractionInvalid, BudgetSpent."""
        ...
