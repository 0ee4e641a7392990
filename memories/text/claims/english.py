"""Claims of English clauses: a subject, one of the verbs that are known, an object."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memories.text.claims.claim import LONGEST_OBJECT, PERSON, THING, Claim, Named
from memories.text.claims.doubt import is_doubtful
from memories.text.claims.frames import (
    FORMS,
    HAPPENED,
    HAS,
    LOCATED,
    MOVED,
    ONE_AT_A_TIME,
    PARTICIPLES,
    PHRASES,
    Frame,
    Verb,
    slot_of,
)
from memories.text.claims.periods import Period, period_in
from memories.text.claims.words import Word, may_be_name, name_at, owns, spelled, words_of

_ADVERBS = frozenset(
    ["also", "currently", "now", "still", "already", "usually", "really", "just", "recently", "finally", "originally", "officially", "mostly", "mainly", "often", "only", "primarily", "generally", "typically", "always", "have", "has", "been", "both", "actually", "basically", "simply", "personally"]
)
_ARTICLES = frozenset({"the", "our"})
_I = frozenset({"i", "i'm", "i've"})
_THE_USER = re.compile(r"(?:the )?(?:user|owner)(?='s\b|\s)", re.IGNORECASE)
_BE = frozenset(["is", "are", "am", "was", "were", "'s", "'m", "'re"])
_PAST_BE = frozenset({"was", "were"})
_STOPS = frozenset(
    ["but", "because", "which", "who", "whom", "that", "while", "so", "where", "when", "after", "before", "as", "though", "although", "since", "until", "if", "for", "with", "without", "using", "due", "than", "like", "including", "especially", "to", "from", "during", "by", "over", "rather", "yesterday", "today", "tonight", "now", "recently", "lately", "again", "too", "every", "each", "last", "next", "this", "today's"]
)
_PERSONAL = frozenset(
    ["lives_in", "works_at", "works_as", "married_to", "engaged_to", "born_in", "likes", "dislikes", "prefers", "wants", "allergic_to", "reports_to", "studies_at", "graduated_from", "decided", "age"]
)
"""Predicates whose subject is a person, if it has a name."""
_PLACING = frozenset({"in", "on", "at", "of"})
_VAGUE = frozenset(
    ["it", "this", "that", "these", "those", "them", "him", "her", "he", "she", "they", "one", "ones", "something", "anything", "everything", "things", "thing", "stuff", "lot", "lots", "more", "most", "much", "many", "few", "some", "any", "such", "same", "other", "another", "here", "there"]
)
_MOST_SUBJECT_WORDS = 5
_MOST_OBJECT_WORDS = 12
_MOST_LISTED_WORDS = 3
_AGE = re.compile(r"([0-9]{1,3})(?: years? old)?")
_ADJECTIVE = re.compile(r"[a-z]+(?:-[a-z]+)?")
_NOT_ADJECTIVES = frozenset(
    ["here", "there", "back", "done", "ready", "fine", "good", "ok", "okay", "sure", "so", "able", "gone", "late", "early", "about", "on", "off", "in"]
)
_AND = re.compile(r",?\s+(?:and|but|und)\s+|;\s+|,\s+(?:and\s+)?(?=I\s)")


@dataclass(frozen=True, slots=True)
class _Subject:
    """What the clause is about and where the rest begins. `attribute` is its property that is spoken of."""

    named: Named
    end: int
    first_person: bool = False
    proper: bool = True
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, how it is shown, and who speaks; None where nobody is known to."""

    text: str
    shown: str
    speaker: Named | None = None
    user: Named | None = None


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """The claims of one sentence. Clauses that have no subject of their own go on about the one before."""
    before: _Subject | None = None
    frame: Frame | None = None
    for clause in _AND.split(sentence.text):
        period, plain = period_in(clause)
        words = words_of(plain)
        own = _subject(words, plain, sentence)
        found = _verb_at(words, own.end if own else 0)
        subject = own if found else before
        if subject is None or is_doubtful(clause):
            before = frame = None
            continue
        if found is not None:
            made = list(_claims(sentence, subject, found, words, plain, period))
        else:
            made = list(_listed(sentence, subject, frame, words, plain)) if frame else []
        yield from made
        before, frame = replace(subject, attribute=""), found.verb.frame if found and made else None


def _listed(
    sentence: Sentence, subject: _Subject, frame: Frame, words: Sequence[Word], text: str
) -> Iterator[Claim]:
    """`Ann likes tea and coffee`: what stands behind the `and` is liked too."""
    if frame is _IS or frame.slot or len(words) > _MOST_LISTED_WORDS + 1:
        return
    for thing in _objects(words, text, frame):
        yield replace(_claim(subject, frame, thing), statement=sentence.shown)


# --- Subjects -----------------------------------------------------------------------------------------------------


def _subject(words: Sequence[Word], text: str, sentence: Sentence) -> _Subject | None:
    if not words:
        return None
    first = words[0].plain
    if first in _I:
        at = 0 if first == "i'm" else 1  # its ending is the verb
        return _Subject(sentence.speaker, at, first_person=True) if sentence.speaker else None
    if first == "my" and sentence.speaker:
        return _attributed(words, text, 1, sentence.speaker)
    user = _THE_USER.match(text)
    if user and sentence.user:
        end = next(place for place, word in enumerate(words) if word.end >= user.end()) + 1
        owned = text[user.end() : user.end() + 2] == "'s"
        return _attributed(words, text, end, sentence.user) if owned else _Subject(sentence.user, end)
    if first in _ARTICLES:
        return _definite(words, text)
    end = name_at(words, 0)
    if end == 0:
        return None
    named = Named(spelled(words, 0, end, text))
    return _attributed(words, text, end, named) if owns(words[end - 1]) else _Subject(named, end)


def _attributed(words: Sequence[Word], text: str, start: int, owner: Named) -> _Subject | None:
    """`Ann's favourite colour is ...`: the property stands between the owner and a form of `is`."""
    verb = next((place for place, word in enumerate(words) if place > start and word.plain in _BE), None)
    if verb is None or verb - start > _MOST_LISTED_WORDS or any(word.is_sign for word in words[start:verb]):
        return None
    attribute = text[words[start].start : words[verb - 1].end]
    return _Subject(owner, verb, attribute=attribute.lower())


def _definite(words: Sequence[Word], text: str) -> _Subject | None:
    """`The staging database ...`, and `the capital of France ...` as a property of France."""
    verb = next((place for place in range(1, len(words)) if _verb_at(words, place)), None)
    if verb is None or verb < 2 or verb > _MOST_SUBJECT_WORDS or any(word.is_sign for word in words[:verb]):  # noqa: PLR2004
        return None
    of = next((place for place in range(2, verb - 1) if words[place].plain in ("of", "for")), None)
    if of and words[verb].plain in _BE:
        start = of + 1 + (words[of + 1].plain in _ARTICLES)
        if start < verb:
            owner = Named(text[words[start].start : words[verb - 1].end])
            return _Subject(owner, verb, attribute=text[words[1].start : words[of - 1].end].lower())
    named = Named(text[words[1].start : words[verb - 1].end])
    return _Subject(named, verb, proper=False)


# --- Verbs --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Found:
    verb: Verb
    end: int


def _verb_at(words: Sequence[Word], place: int) -> _Found | None:
    """The verb at a place with what belongs to it. What follows a bare `is` is for others to read."""
    skipped = place
    while skipped < len(words) and words[skipped].plain in _ADVERBS:
        if words[skipped].plain in ("have", "has") and not _perfect(words, skipped):
            break
        skipped += 1
    if skipped >= len(words):
        return None
    return _phrase_at(words, skipped) or _form_at(words, skipped)


def _perfect(words: Sequence[Word], place: int) -> bool:
    """`has lived`, `have been`: an auxiliary and not the verb itself."""
    after = words[place + 1].plain if place + 1 < len(words) else ""
    return after == "been" or after in _ADVERBS or after.endswith("ed") or after in ("chosen", "run", "built")


def _phrase_at(words: Sequence[Word], place: int) -> _Found | None:
    written = [word.plain for word in words[place : place + 5]]
    if written[0].startswith("i'"):
        written[0] = "am"
    first = PARTICIPLES.get(written[0], written[0])
    rest = written[1:]
    while rest and rest[0] in _ADVERBS:
        rest = rest[1:]
    skipped = len(written) - 1 - len(rest)
    if first == "is" and rest and PARTICIPLES.get(rest[0]) and rest[0].endswith("ing"):
        first, rest, skipped = PARTICIPLES[rest[0]], rest[1:], skipped + 1  # is living in
    for length in (3, 2, 1, 0):
        frame = PHRASES.get(" ".join([first, *rest[:length]])) if length <= len(rest) else None
        if frame is not None:
            happened = written[0] in HAPPENED
            if frame.predicate in ("lives_in", "decided", "uses") and first in _BEGINNINGS and not happened:
                return None
            past = written[0] in _PASTS and not happened
            return _Found(Verb(frame, past=past), place + 1 + skipped + length)
    return _Found(Verb(_IS, past=written[0] in _PAST_BE), place + 1 + skipped) if first == "is" else None


_IS = Frame("is", state=True, confidence=0.7)
_BEGINNINGS = frozenset({"move", "relocate", "decide", "agree", "choose", "switch", "migrate", "upgrade"})
_PASTS = _PAST_BE | {
    "lived",
    "resided",
    "worked",
    "depended",
    "relied",
    "belonged",
    "consisted",
    "ran",
    "studied",
    "reported",
}


def _form_at(words: Sequence[Word], place: int) -> _Found | None:
    verb = FORMS.get(words[place].plain)
    perfect = place > 0 and words[place - 1].plain in ("have", "has")
    if verb is None:
        return None
    return _Found(Verb(verb.frame, past=verb.past and not perfect, bare=verb.bare), place + 1)


# --- What is claimed ----------------------------------------------------------------------------------------------


def _claims(
    sentence: Sentence, subject: _Subject, found: _Found, words: Sequence[Word], text: str, period: Period
) -> Iterator[Claim]:
    if found.verb.bare and not subject.first_person:
        return
    over = found.verb.frame.state and found.verb.past
    if over and period.last is None and not (period.first and not period.at):
        return  # it was so, and nobody says until when
    made = _about(subject, found, words[found.end :], text)
    first = period.first if not (over and period.at) else None
    for claim in made:
        if claim.object_key and claim.object_key != claim.subject.key:
            yield replace(claim, statement=sentence.shown, valid_from=first, valid_until=period.last)


def _about(subject: _Subject, found: _Found, rest: Sequence[Word], text: str) -> Iterator[Claim]:
    frame = found.verb.frame
    if subject.attribute:
        yield from _property(subject, rest, text) if frame is _IS else ()
        return
    if frame is _IS:
        yield from _is(subject, rest, text)
        return
    if frame is HAS and rest and rest[0].plain in ("to", "got"):
        return
    for thing in _objects(rest, text, frame):
        yield _claim(subject, frame, thing)


def _claim(about: _Subject, frame: Frame, thing: Named) -> Claim:
    subject = about.named
    proper = _is_name(thing.text)
    if frame.inverse:
        return Claim(thing, frame.predicate, subject.text, "", entity=subject, slot=frame.predicate,
                     confidence=frame.confidence)  # fmt: skip
    if frame is MOVED and not about.proper:
        frame = LOCATED
    if about.proper and frame.predicate in _PERSONAL:
        subject = Named(subject.text, PERSON)
    slot, single = slot_of(frame, thing.text)
    return Claim(
        subject,
        frame.predicate,
        thing.text,
        "",
        entity=thing if proper else None,
        slot=slot,
        single=single,
        confidence=frame.confidence,
    )


def _is_name(text: str) -> bool:
    return not text[0].isdigit() and may_be_name(Word(text.split(maxsplit=1)[0], 0, 0))


def _property(subject: _Subject, rest: Sequence[Word], text: str) -> Iterator[Claim]:
    """`Ann's birthday is 3 May`: the property is the predicate."""
    predicate = re.sub(r"[^\w]+", "_", subject.attribute).strip("_")[:40]
    value = _value(rest, text)
    if (
        not predicate
        or not value
        or predicate.split("_")[0] in ("first", "last", "main", "only", "next", "best")
    ):
        return
    last = predicate.rsplit("_", 1)[-1]
    single = last in ONE_AT_A_TIME or predicate.startswith(("favorite", "favourite", "default", "current"))
    entity = Named(value) if _is_name(value) else None
    yield Claim(subject.named, predicate, value, "", entity=entity, slot=predicate, single=single)


def _is(subject: _Subject, rest: Sequence[Word], text: str) -> Iterator[Claim]:
    """What follows a bare `is`: a place, an age, a role, a value, or how something is."""
    if not rest:
        return
    first = rest[0].plain
    if first in ("in", "at"):
        end = name_at(rest, 1)
        if not subject.proper and end > 1:
            yield _claim(subject, LOCATED, Named(spelled(rest, 1, end, text), LOCATED.of))
        return
    value = _value(rest, text)
    if not value:
        return
    age = _AGE.fullmatch(value)
    if age and subject.proper and "year" in value:
        yield Claim(replace(subject.named, kind=PERSON), "age", age[1], "", slot="age", single=True)
    elif first in ("a", "an", "the"):
        role = value.split(" ", 1)[-1]
        yield Claim(subject.named, "is_a", role, "", slot="is_a", confidence=0.7)
    elif not subject.proper and subject.named.key.rsplit(" ", 1)[-1] in ONE_AT_A_TIME:
        yield Claim(subject.named, "is", value, "", slot="is", single=True, confidence=0.7)
    elif _passive(rest):
        return
    elif _ADJECTIVE.fullmatch(value) and value not in _NOT_ADJECTIVES and not value.endswith("ing"):
        yield Claim(subject.named, "is", value, "", slot="is", confidence=0.5)


def _passive(rest: Sequence[Word]) -> bool:
    """`is required by the build` tells of the build."""
    return len(rest) > 1 and rest[1].plain in ("by", "to", "for", "from", "with")


def _value(rest: Sequence[Word], text: str) -> str:
    """What stands up to the end of the clause, if that is short and no pointing back."""
    end = _end_of_object(rest)
    if end == 0 or rest[0].plain in _VAGUE or end > _MOST_OBJECT_WORDS:
        return ""
    return text[rest[0].start : rest[end - 1].end].strip(" .,")[:LONGEST_OBJECT]


def _objects(rest: Sequence[Word], text: str, frame: Frame) -> Iterator[Named]:
    if not rest:
        return
    if frame.named:
        start = 1 if rest[0].plain in _ARTICLES else 0
        end = name_at(rest, start)
        if end > start:
            yield Named(spelled(rest, start, end, text), frame.of)
        return
    start = 1 if rest[0].plain in ("a", "an", "the") else 0
    end = name_at(rest, start)
    followed = end > start and end < len(rest) and rest[end].plain in _PLACING
    value = spelled(rest, start, end, text) if followed else _value(rest, text)
    if value:
        yield Named(_bare(value), frame.of if _is_name(value) else THING)


def _bare(value: str) -> str:
    first, _, more = value.partition(" ")
    return more if first.lower() in ("a", "an", "the") and more else value


def _end_of_object(rest: Sequence[Word]) -> int:
    end = 0
    for end, word in enumerate(rest):
        if word.plain in _STOPS or (word.is_sign and word.text not in "$€£%#@&'-/"):
            return end
    return end + 1 if rest else 0
