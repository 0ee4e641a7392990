"""Claims of German clauses, by whole patterns: a subject, a verb that is known, an object, and nothing
else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memories.text.claims.claim import LESS_SURE, PERSON, Claim, Named
from memories.text.claims.doubt import is_doubtful
from memories.text.claims.frames import (
    BELONGS,
    BORN_IN,
    CALLED,
    DEPENDS,
    DISLIKES,
    LIKES,
    LIVES,
    LOCATED,
    MARRIED,
    OWNS,
    PREFERS,
    USES,
    WORKS,
    WRITTEN_IN,
    Frame,
    slot_of,
)
from memories.text.claims.periods import period_in
from memories.text.claims.subjects import Sentence

_NAME = r"[A-ZÄÖÜ][\w&.-]*(?:\s+(?:von\s+|van\s+|der\s+)?[A-ZÄÖÜ0-9][\w&.-]*){0,3}"
_WHO = rf"(?P<who>Ich|{_NAME})"
_WHAT = rf"(?:(?:Der|Die|Das|Unser|Unsere)\s+(?P<what>(?:\w+\s+)?[A-ZÄÖÜ][\w-]*)|(?P<who>{_NAME}))"
_MEANWHILE = r"(?:\s+(?:jetzt|nun|derzeit|aktuell|inzwischen|auch|gern|gerne|am\s+liebsten|schon))?"
_ARTICLE = r"(?:(?:der|die|das|den|dem|einen?|eine[mr]?)\s+)?"
_THING = rf"(?P<object>{_ARTICLE}(?:[a-zäöüß]+\s+)?[A-ZÄÖÜ][\w.-]*(?:\s+[0-9][\w.]*)?)"
_NAMED = rf"(?P<object>{_NAME})"

_PATTERNS: tuple[tuple[str, Frame], ...] = (
    (rf"{_WHO}\s+(?:wohnt|wohne|lebt|lebe){_MEANWHILE}\s+in\s+{_NAMED}", LIVES),
    (rf"{_WHO}\s+(?:ist|bin)\s+nach\s+{_NAMED}\s+(?:um)?gezogen", LIVES),
    (rf"{_WHO}\s+zog\s+nach\s+{_NAMED}(?:\s+um)?", LIVES),
    (rf"{_WHO}\s+arbeite[t]?{_MEANWHILE}\s+(?:bei|für)\s+(?:der\s+|dem\s+)?{_NAMED}", WORKS),
    (rf"{_WHO}\s+heiß(?:t|e)\s+{_NAMED}", CALLED),
    (rf"{_WHO}\s+(?:ist|bin)\s+mit\s+{_NAMED}\s+verheiratet", MARRIED),
    (rf"{_WHO}\s+(?:wurde|ist|bin)\s+in\s+{_NAMED}\s+geboren", BORN_IN),
    (rf"{_WHO}\s+(?:mag|liebt|liebe){_MEANWHILE}\s+{_THING}", LIKES),
    (rf"{_WHO}\s+(?:trinkt|trinke|isst|esse)\s+(?:gern|gerne)\s+{_THING}", LIKES),
    (rf"{_WHO}\s+bevorzug(?:t|e)\s+{_THING}", PREFERS),
    (rf"{_WHO}\s+hass(?:t|e)\s+{_THING}", DISLIKES),
    (rf"{_WHO}\s+besitz(?:t|e)\s+{_THING}", OWNS),
    (rf"(?:{_WHAT}|Ich)\s+(?:benutzt|benutze|verwendet|verwende|nutzt|nutze){_MEANWHILE}\s+{_THING}", USES),
    (rf"{_WHAT}\s+gehört\s+zu\s+{_ARTICLE}{_NAMED}", BELONGS),
    (rf"{_WHAT}\s+hängt\s+von\s+{_ARTICLE}{_NAMED}\s+ab", DEPENDS),
    (rf"{_WHAT}\s+ist\s+in\s+{_NAMED}\s+geschrieben", WRITTEN_IN),
    (rf"{_WHAT}\s+(?:liegt|befindet\s+sich)\s+in\s+{_NAMED}", LOCATED),
    (rf"(?:Der|Die|Das|Unser|Unsere)\s+(?P<what>[A-ZÄÖÜ][\w-]*)\s+ist{_MEANWHILE}\s+in\s+{_NAMED}", LOCATED),
)
_COMPILED = tuple((re.compile(pattern), frame) for pattern, frame in _PATTERNS)
_BEGIN = re.compile(r"ich\b")
_AND = re.compile(r"\s+(?:und|aber)\s+|;\s+|,\s+")
_PRONOUNS_WORDS = """
er sie es wir ihr das dies man wer was der die jemand niemand alle viele einige hier dort dann da heute
"""
_PRONOUNS = frozenset(_PRONOUNS_WORDS.split())
_OF_THINGS = frozenset({"uses", "belongs_to", "depends_on", "written_in", "located_in"})


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """The claims of one sentence; a clause without a subject goes on about the one before."""
    before = ""
    for clause in _AND.split(sentence.text):
        period, plain = period_in(clause.strip(" .!"))
        plain = _BEGIN.sub("Ich", plain, count=1)
        found = _matched(plain) or (_matched(f"{before} {plain}") if before else None)
        if found is None or is_doubtful(clause):
            before = ""
            continue
        match, frame = found
        before = _subject_text(match)
        subject = _subject(match, frame, sentence)
        named = match["object"].strip()
        if subject is None or subject.key in _PRONOUNS or not named:
            continue
        yield replace(
            _claim(subject, frame, named),
            statement=sentence.shown,
            valid_from=period.first,
            valid_until=period.last,
        )


def _matched(clause: str) -> tuple[re.Match[str], Frame] | None:
    for pattern, frame in _COMPILED:
        if found := pattern.fullmatch(clause):
            return found, frame
    return None


def _subject_text(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return groups.get("who") or (f"Das {groups['what']}" if groups.get("what") else "Ich")


def _subject(match: re.Match[str], frame: Frame, sentence: Sentence) -> Named | None:
    groups = match.groupdict()
    written = groups.get("who") or groups.get("what") or "Ich"
    if written == "Ich":
        return sentence.speaker
    if written in ("Der Nutzer", "Der Benutzer", "Die Nutzerin", "Nutzer", "Benutzer", "Nutzerin"):
        return sentence.user
    return Named(written) if frame.predicate in _OF_THINGS else Named(written, PERSON)


def _claim(subject: Named, frame: Frame, written: str) -> Claim:
    thing = Named(re.sub(rf"^{_ARTICLE}", "", written), frame.of)
    slot, single = slot_of(frame, thing.text)
    return Claim(
        subject,
        frame.predicate,
        thing.text,
        "",
        entity=thing if frame.named or frame.of != "thing" else None,
        slot=slot,
        single=single,
        confidence=round(frame.confidence - LESS_SURE, 2),
    )
