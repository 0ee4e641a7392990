"""Reading a text for what it claims: sentence by sentence, each in its language, each with who speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from memories.text.claims import chinese, english, german
from memories.text.claims.claim import (
    LINK,
    LONGEST_NAME,
    ORGANIZATION,
    PERSON,
    TECHNOLOGY,
    THING,
    Claim,
    Named,
    Reading,
)
from memories.text.claims.doubt import asks, quotes
from memories.text.claims.subjects import Sentence
from memories.text.claims.words import is_identifier, names_in
from memories.text.links import wikilinks
from memories.text.markdown import blocks
from memories.text.periods import dated
from memories.text.sentences import sentences

MAX_READ = 65_536
"""Characters of a text that are read; what stands further down is found by search and makes no facts."""

MOST_CLAIMS, MOST_NAMES = 500, 300
LONGEST_SENTENCE = 400
"""Characters of a sentence that is understood; a longer one is no plain claim."""

_SPEAKER = re.compile(
    r"\s*(?:[-*>]\s+)?(?:\*\*)?(?P<who>[A-ZÀ-ÖØ-Þ][\w'’.-]*(?:\s[A-ZÀ-ÖØ-Þ][\w'’.-]*){0,2})(?:\*\*)?"
    r"(?:\s*\([^()\n]{1,40}\))?:(?:\*\*)?\s+(?=\S)"
)
_HAN_SPEAKER = re.compile("(?P<who>[\u4e00-\u9fff]{2,4})[:：]\\s*(?=\\S)")
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I’m|I've|I’ve|my|My|me|we|We|our|Our|ich|Ich|mein\w*|Mein\w*)\b|我")
_MARKER = re.compile(r"\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+(?:\[[ xX]\]\s+)?|[0-9]{1,9}[.)]\s+)*")
_EMPHASIS = re.compile(r"(?<!\w)(?:\*\*|__|\*|_)(?=\S)|(?<=\S)(?:\*\*|__|\*|_)(?!\w)|`")
_LINKED = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]|\[([^\[\]\n]+)\]\([^()\s]*\)")
_GERMAN = re.compile(
    r"\b(?:ich|ist|bin|wohnt|wohne|arbeitet|und|der|die|das|mit|nicht|nach|heißt|mag|liebt|benutzt|verwendet|nutzt|hängt"
    r"|gehört|bei|für|wurde|befindet|liegt|zog|besitzt|bevorzugt|trinkt|lebt)\b",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    r"\b(?:the|is|are|and|of|to|has|have|with|for|at|lives|works|i|my|uses|likes|a)\b", re.IGNORECASE
)
_HAN = re.compile("[\u4e00-\u9fff]")
_ORGANIZATION = re.compile(
    r"\b(?:Inc|Corp|Corporation|Ltd|LLC|GmbH|AG|SA|BV|Company|University|Institute|Bank|Foundation|Labs?|Team)\.?$"
)


def read(text: str, *, speaker: str = "", user: str = "", told: date | None = None) -> Reading:
    """What a text claims and names, in the first MAX_READ characters; never raises.

    `speaker` is who says `I` where the text names nobody (`Ann: ...`), `user` whom it calls the user;
    claims of either are left out where they are not known. `told` is the day from which "yesterday" is
    seen; without it such words date nothing. Questions, denials, guesses, plans and
    quotations claim nothing.
    """
    claims: dict[tuple[str, str, str], Claim] = {}
    names: dict[str, Named] = {}
    for link in wikilinks(text[:MAX_READ]):
        _add(names, Named(link.name, LINK))
    for sentence in _sentences(text[:MAX_READ], _person(speaker), _person(user)):
        language = _language(sentence.text)
        for claim in _claims(_as_dated(sentence, told), language):
            claims.setdefault((claim.subject.key, claim.predicate, claim.object_key), claim)
            for named in (claim.subject, claim.entity):
                _add(names, named)
        _add_mentions(names, sentence, language)
    return Reading(list(claims.values())[:MOST_CLAIMS], list(names.values())[:MOST_NAMES])


def _person(name: str) -> Named | None:
    return Named(name.strip()[:LONGEST_NAME], PERSON) if name.strip() else None


def _as_dated(sentence: Sentence, told: date | None) -> Sentence:
    if told is None or len(sentence.text) > LONGEST_SENTENCE:
        return sentence
    return replace(sentence, text=dated(sentence.text, told))


def _claims(sentence: Sentence, language: str) -> Iterator[Claim]:
    if len(sentence.text) > LONGEST_SENTENCE or asks(sentence.text) or quotes(sentence.text):
        return
    for claim in {"de": german, "zh": chinese}.get(language, english).claims_of(sentence):
        if claim.subject.key and claim.object_key:
            yield claim


# --- Names --------------------------------------------------------------------------------------------------


def _add(names: dict[str, Named], named: Named | None) -> None:
    """The first spelling counts; a kind that says something replaces one that says nothing."""
    if named is None or not 1 < len(named.text) <= LONGEST_NAME or not named.key:
        return
    kind = ORGANIZATION if named.kind == THING and _ORGANIZATION.search(named.text) else named.kind
    known = names.setdefault(named.key, replace(named, kind=kind))
    if known.kind in (THING, LINK) and kind not in (THING, LINK):
        names[named.key] = replace(known, kind=kind)


def _add_mentions(names: dict[str, Named], sentence: Sentence, language: str) -> None:
    """Names that stand there without a claim. A capital that only begins the sentence counts for a name
    that is known already; German writes every noun with one.
    """
    if sentence.speaker is not None and _FIRST_PERSON.search(sentence.text):
        _add(names, sentence.speaker)
    for _, name, opens in names_in(sentence.text):
        technical = is_identifier(name)
        if technical or not (language in ("de", "zh") or opens):
            _add(names, Named(name, TECHNOLOGY if technical else THING))


# --- Sentences ----------------------------------------------------------------------------------------------


def _sentences(text: str, speaker: Named | None, user: Named | None) -> Iterator[Sentence]:
    for block in blocks(text):
        if block.kind not in ("text", "item"):
            continue
        for who, part in _turns(text[block.start : block.end]):
            named = Named(who, PERSON) if who else speaker
            for written in sentences(part):
                plain = _plain(written)
                if plain:
                    speaks = named is not None and _FIRST_PERSON.search(plain)
                    yield Sentence(
                        plain, f"{named.text}: {plain}" if speaks and named else plain, named, user
                    )


def _turns(text: str) -> Iterator[tuple[str, str]]:
    """The lines of each speaker; one is only a speaker who then speaks of themselves."""
    who = ""
    lines: list[str] = []
    for line in text.split("\n"):
        found = _SPEAKER.match(line) or _HAN_SPEAKER.match(line)
        if found and _FIRST_PERSON.search(line, found.end()):
            yield who, "\n".join(lines)
            who, lines = found["who"], [line[found.end() :]]
        elif found:
            yield who, "\n".join(lines)
            who, lines = "", [line]
        else:
            lines.append(line)
    yield who, "\n".join(lines)


def _plain(sentence: str) -> str:
    """A sentence as it is said: without markers, emphasis, link targets and line ends."""
    bare = sentence[_match_end(sentence) :]
    bare = _LINKED.sub(lambda found: found[2] or found[1] or found[3], bare)
    return " ".join(_EMPHASIS.sub("", bare).split())


def _match_end(sentence: str) -> int:
    found = _MARKER.match(sentence)
    return found.end() if found else 0


def _language(sentence: str) -> str:
    if _HAN.search(sentence):
        return "zh"
    return "de" if len(_GERMAN.findall(sentence)) > len(_ENGLISH.findall(sentence)) else "en"
