"""Claims of English clauses: a subject, one of the verbs that are known, an object."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memories.text.claims.claim import LONGEST_OBJECT, PERSON, THING, Claim, Named
from memories.text.claims.doubt import is_doubtful
from memories.text.claims.frames import HAS, LOCATED, MOVED, ONE_AT_A_TIME, Frame, slot_of
from memories.text.claims.periods import Period, period_in, unfolded
from memories.text.claims.subjects import ARTICLES, Sentence, Subject, subject_at
from memories.text.claims.verbs import IS, FoundVerb, verb_at
from memories.text.claims.words import Word, may_be_name, name_at, spelled, words_of

_STOPS_WORDS = """
but because which who whom that while so where when after before as though although since until if for
with without using due than like including especially to from during by over rather yesterday today
tonight now recently lately again too every each last next this today's
"""
_STOPS = frozenset(_STOPS_WORDS.split())
_PERSONAL_WORDS = """
lives_in works_at works_as married_to engaged_to born_in likes dislikes prefers wants allergic_to
reports_to studies_at graduated_from decided age
"""
_PERSONAL = frozenset(_PERSONAL_WORDS.split())
"""Predicates whose subject is a person, if it has a name."""
_PLACING = frozenset({"in", "on", "at", "of"})
_VAGUE_WORDS = """
it this that these those them him her he she they one ones something anything everything things thing
stuff lot lots more most much many few some any such same other another here there
"""
_VAGUE = frozenset(_VAGUE_WORDS.split())
_MOST_OBJECT_WORDS = 12
_AGE = re.compile(r"([0-9]{1,3}) years? old")
_ADJECTIVE = re.compile(r"[a-z]+(?:-[a-z]+)?")
_NOT_ADJECTIVES_WORDS = """
here there back done ready fine good ok okay sure so able gone late early about on off in
"""
_NOT_ADJECTIVES = frozenset(_NOT_ADJECTIVES_WORDS.split())
_AND = re.compile(r",?\s+(?:and|but|und)\s+|;\s+|,\s+(?:and\s+)?(?=I\s)")


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """The claims of one sentence. Clauses that have no subject of their own go on about the one before."""
    before: Subject | None = None
    frame: Frame | None = None
    for clause in _AND.split(unfolded(sentence.text)):
        period, plain = period_in(clause)
        words = words_of(plain)
        own = subject_at(words, plain, sentence)
        found = verb_at(words, own.end if own else 0)
        subject = own if own and found else before
        if subject is None or is_doubtful(clause):
            before = frame = None
            continue
        if found is not None:
            made = list(_claims(sentence, subject, found, words[found.end :], (period, plain)))
        else:
            made = list(_listed(sentence, subject, frame, words, plain)) if frame else []
        yield from made
        before, frame = replace(subject, attribute=""), found.verb.frame if found and made else None


def _listed(
    sentence: Sentence, subject: Subject, frame: Frame, words: Sequence[Word], text: str
) -> Iterator[Claim]:
    """`Ann likes tea and coffee`: one word or name behind the `and` is liked too; more may be a clause."""
    said = [word for word in words if not word.is_sign]
    if frame is IS or frame.slot or (len(said) > 1 and name_at(said, 0) < len(said)):
        return
    for thing in _objects(words, text, frame):
        yield replace(_claim(subject, frame, thing), statement=sentence.shown)


def _claims(
    sentence: Sentence, subject: Subject, found: FoundVerb, rest: Sequence[Word], clause: tuple[Period, str]
) -> Iterator[Claim]:
    """What a clause claims, which is its period and what is left of it without."""
    period, text = clause
    if found.verb.bare and not subject.first_person:
        return
    over = found.verb.frame.state and found.verb.past
    if over and period.last is None and not (period.first and not period.at):
        return  # it was so, and nobody says until when
    made = _about(subject, found, rest, text)
    first = period.first if not (over and period.at) else None
    for claim in made:
        if claim.object_key and claim.object_key != claim.subject.key:
            yield replace(claim, statement=sentence.shown, valid_from=first, valid_until=period.last)


def _about(subject: Subject, found: FoundVerb, rest: Sequence[Word], text: str) -> Iterator[Claim]:
    frame = found.verb.frame
    if subject.attribute:
        yield from _property(subject, rest, text) if frame is IS else ()
        return
    if frame is IS:
        yield from _is(subject, rest, text)
        return
    if frame is HAS and rest and rest[0].plain in ("to", "got"):
        return
    for thing in _objects(rest, text, frame):
        yield _claim(subject, frame, thing)


def _claim(about: Subject, frame: Frame, thing: Named) -> Claim:
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


def _property(subject: Subject, rest: Sequence[Word], text: str) -> Iterator[Claim]:
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


def _is(subject: Subject, rest: Sequence[Word], text: str) -> Iterator[Claim]:
    """What follows a bare `is`: a place, an age, a role, a value, or how something is."""
    if rest and rest[0].plain in ("in", "at"):
        end = name_at(rest, 1)
        if not subject.proper and end > 1:
            yield _claim(subject, LOCATED, Named(spelled(rest, 1, end, text), LOCATED.of))
        return
    value = _value(rest, text)
    claim = _as_it_is(subject, value, rest) if value else None
    if claim is not None:
        yield claim


def _as_it_is(subject: Subject, value: str, rest: Sequence[Word]) -> Claim | None:
    named = subject.named
    age = _AGE.fullmatch(value)
    if age and subject.proper:
        return Claim(replace(named, kind=PERSON), "age", age[1], "", slot="age", single=True)
    if rest[0].plain in ("a", "an", "the"):
        return Claim(named, "is_a", value.split(" ", 1)[-1], "", slot="is_a", confidence=0.7)
    if not subject.proper and named.key.rsplit(" ", 1)[-1] in ONE_AT_A_TIME:
        return Claim(named, "is", value, "", slot="is", single=True, confidence=0.7)
    plain = _ADJECTIVE.fullmatch(value) and value not in _NOT_ADJECTIVES and not value.endswith("ing")
    return Claim(named, "is", value, "", slot="is", confidence=0.5) if plain and not _passive(rest) else None


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
        start = 1 if rest[0].plain in ARTICLES else 0
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
