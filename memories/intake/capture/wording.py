"""The ways of saying something that lasts, all languages together, with how sure each is of what it finds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memories.intake.capture.phrases.chinese import CHINESE
from memories.intake.capture.phrases.english import ENGLISH
from memories.intake.capture.phrases.french import FRENCH
from memories.intake.capture.phrases.german import GERMAN
from memories.intake.capture.phrases.spanish import SPANISH

LANGUAGES = (ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE)
_FLAGS = re.IGNORECASE | re.VERBOSE | re.DOTALL


@dataclass(frozen=True, slots=True)
class Wording:
    """One way of saying something: of which kind the memory would be, and how sure that it lasts.

    A group `rest` of the pattern, where it has one, is all that is to be remembered. `asks`: it may be a
    question.
    """

    kind: str
    confidence: float
    pattern: re.Pattern[str]
    asks: bool = False


def _in_all(way: str, behind: str = "") -> re.Pattern[str]:
    fragments = "|".join(f"(?:{getattr(language, way)})" for language in LANGUAGES)
    return re.compile(f"(?:{fragments}){behind}", _FLAGS)


_REST = r"(?P<rest>\S.*)"

REMEMBER = _in_all("remember", behind=_REST)
FORGET_IT = _in_all("forget_it")
"""Who says so gets nothing from the whole turn remembered."""

WORDINGS = (
    Wording("user_fact", 0.98, REMEMBER, asks=True),
    Wording("user_preference", 0.92, _in_all("preference")),
    Wording("decision", 0.9, _in_all("decision")),
    Wording("user_preference", 0.9, _in_all("rule")),
    Wording("user_fact", 0.85, _in_all("identity")),
    Wording("user_fact", 0.8, _in_all("noted", behind=_REST)),
    Wording("project", 0.75, _in_all("usage")),
    Wording("user_fact", 0.6, _in_all("statement")),
)
"""The surest first: the first that fits a sentence counts."""
