"""What a claim is, and when two of them are about the same."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from memories.text.normalise import normal_form

LONGEST_NAME = 120
"""Characters of the name of a thing; what is longer is no name."""

LESS_SURE = 0.1
"""What a language with fewer patterns is believed less."""

LONGEST_OBJECT = 300
LONGEST_KEY = 120

PERSON, ORGANIZATION, PLACE, TECHNOLOGY, LINK, THING = (
    *("person", "organization", "place", "technology", "link"),
    "thing",
)

_ARTICLE = re.compile(r"(?:the|a|an|our|der|die|das|den|dem|ein|eine)\s+(?=\S)", re.IGNORECASE)
_AROUND = " \t\n.,;:!?\"'“”„«»()[]"


@dataclass(frozen=True, slots=True)
class Named:
    """A thing by the name it is called, and what sort of thing the text takes it for."""

    text: str
    kind: str = THING

    @property
    def key(self) -> str:
        return key_of(self.text)


@dataclass(frozen=True, slots=True)
class Claim:
    """That something is so: subject, predicate, object, and the sentence that says it.

    `entity` is the object where it is a thing with a name. Claims of one subject with the same `slot` are
    about the same; `single` tells that it holds one object at a time. The days bound when it was true, the
    last one left out. `confidence` is how sure the reader is, from 0 to 1.
    """

    subject: Named
    predicate: str
    object: str
    statement: str
    entity: Named | None = None
    slot: str = ""
    single: bool = False
    valid_from: date | None = None
    valid_until: date | None = None
    confidence: float = 0.8

    @property
    def object_key(self) -> str:
        return _cut(_compared(self.object))

    @property
    def place(self) -> str:
        """The slot as it is compared: where several objects are true at once, each has its own."""
        return _cut(self.slot if self.single else f"{self.slot}={self.object_key}")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text claims, and the things that it names, each once, in their order."""

    claims: Sequence[Claim]
    names: Sequence[Named]


def key_of(name: str) -> str:
    """The name as it is compared: without capitals, an article in front and signs around it; at most
    LONGEST_NAME characters.
    """
    return _compared(name)[:LONGEST_NAME]


def _compared(name: str) -> str:
    plain = normal_form(name).strip(_AROUND)
    article = _ARTICLE.match(plain)
    return plain[article.end() if article else 0 :].strip(_AROUND)


def _cut(key: str) -> str:
    """Keys fit their column: a long one ends in its own hash."""
    if len(key) <= LONGEST_KEY:
        return key
    return (
        f"{key[: LONGEST_KEY - 17]}#{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    )
