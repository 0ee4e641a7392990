"""Claims of English clauses: a subject, one of the verbs that are known, an object."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memories.text.claims.claim import PERSON, Claim, Named
from memories.text.claims.doubt import is_doubtful
from memories.text.claims.frames import HAS, LOCATED, MOVED, ONE_AT_A_TIME, Frame, slot_of
from memories.text.claims.objects import is_name, objects_at, value_at
from memories.text.claims.periods import Period, period_in, unfolded
from memories.text.claims.subjects import Sentence, Subject, subject_at
from memories.text.claims.verbs import IS, FoundVerb, verb_at
from memories.text.claims.words import Word, name_at, spelled, words_of

_PERSONAL_WORDS = """
lives_in works_at works_as married_to engaged_to born_in likes dislikes prefers wants allergic_to
reports_to studies_at graduated_from decided age
"""
_PERSONAL = frozenset(_PERSONAL_WORDS.split())
"""Predicates whose subject is a person, if it has a name."""
_AGE = re.compile(r"([0-9]{1,3}) years? old")
_LASTING_WORDS = """
vegetarian vegan married divorced widowed single retired blind deaf left-handed right-handed bilingual
diabetic lactose-intolerant gluten-free open-source deprecated read-only
"""
_LASTING = frozenset(_LASTING_WORDS.split())
"""How something is, of what seldom changes."""

_EMPTY_WORDS = """
way thing bit lot kind sort one reminder blast joy pleasure problem idea time day place part step fan
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
"""Roles that say nothing of what has them."""

_PASSING = frozenset({"", "first", "last", "main", "only", "next", "best"})
_FAVOURITE = ("favorite", "favourite")
_MOST_LISTED = 2  # words of a thing that others are listed with
_AND = re.compile(r",?\s+(?:and|but|und)\s+|;\s+|,\s+(?:and\s+)?(?=I\s)")


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """The claims of one sentence. Clauses that have no subject of their own go on about the one before."""
    before: Subject | None = None
    frame: Frame | None = None
    clauses = [_read(clause, sentence) for clause in _AND.split(unfolded(sentence.text))]
    for place, clause in enumerate(clauses):
        subject = clause.own if clause.own and clause.found else before
        if subject is None or is_doubtful(clause.text):
            before = frame = None
            continue
        if clause.found is not None:
            made = list(_claims(sentence, subject, clause.found, clause))
        else:
            made = list(_listed(sentence, subject, frame, clause)) if frame else []
        if place + 1 < len(clauses) and clauses[place + 1].is_rest:
            made = [claim for claim in made if claim.entity is not None]  # words that go on behind the `and`
        yield from made
        frame = clause.found.verb.frame if clause.found and made and _is_short(made) else None
        before = replace(subject, attribute="")


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause, its period, what is left without that, and the subject and verb that it begins with."""

    text: str
    period: Period
    plain: str
    words: Sequence[Word]
    own: Subject | None
    found: FoundVerb | None

    @property
    def said(self) -> list[Word]:
        return [word for word in self.words if not word.is_sign]

    @property
    def is_one(self) -> bool:
        """One word or one name, and nothing else."""
        return len(self.said) == 1 or 0 < len(self.said) == name_at(self.said, 0)

    @property
    def is_rest(self) -> bool:
        """Neither a clause nor a thing in a list: what stands before it was not whole."""
        return self.found is None and not self.is_one


def _read(text: str, sentence: Sentence) -> _Clause:
    period, plain = period_in(text)
    words = words_of(plain)
    own = subject_at(words, plain, sentence)
    return _Clause(text, period, plain, words, own, verb_at(words, own.end if own else 0))


def _is_short(claims: Sequence[Claim]) -> bool:
    return all(len(claim.object.split()) <= _MOST_LISTED for claim in claims)


def _listed(sentence: Sentence, subject: Subject, frame: Frame, clause: _Clause) -> Iterator[Claim]:
    """`Ann likes tea and coffee`: one word or name behind the `and` is liked too; more may be a clause."""
    if frame is IS or frame.slot or not clause.is_one:
        return
    for thing in objects_at(clause.words, clause.plain, frame):
        yield replace(_claim(subject, frame, thing), statement=sentence.shown)


def _claims(sentence: Sentence, subject: Subject, found: FoundVerb, clause: _Clause) -> Iterator[Claim]:
    period = clause.period
    if found.verb.bare and not subject.first_person:
        return
    over = found.verb.frame.state and found.verb.past
    if over and period.last is None and not (period.first and not period.at):
        return  # it was so, and nobody says until when
    made = _about(subject, found, clause.words[found.end :], clause.plain)
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
        yield from () if found.plural else _is(subject, rest, text)  # what many are is told of no one
        return
    if frame is HAS and rest and rest[0].plain in ("to", "got"):
        return
    for thing in objects_at(rest, text, frame):
        yield _claim(subject, frame, thing)


def _claim(about: Subject, frame: Frame, thing: Named) -> Claim:
    subject = about.named
    proper = is_name(thing.text)
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


def _property(subject: Subject, rest: Sequence[Word], text: str) -> Iterator[Claim]:
    """`Ann's birthday is 3 May`: the property is the predicate."""
    predicate = re.sub(r"[^\w]+", "_", subject.attribute).strip("_")[:40]
    value = value_at(rest, text)
    if (
        not predicate
        or not value
        or predicate.split("_")[0] in ("first", "last", "main", "only", "next", "best")
    ):
        return
    last = predicate.rsplit("_", 1)[-1]
    single = last in ONE_AT_A_TIME or predicate.startswith((*_FAVOURITE, "default", "current"))
    entity = Named(value) if is_name(value) else None
    if single or entity is not None:  # else it may be how something goes: `my work is finished`
        yield Claim(subject.named, predicate, value, "", entity=entity, slot=predicate, single=single)


def _is(subject: Subject, rest: Sequence[Word], text: str) -> Iterator[Claim]:
    """What follows a bare `is`: a place, an age, a role, a value, or how something is."""
    if rest and rest[0].plain in ("in", "at"):
        end = name_at(rest, 1)
        if not subject.proper and end > 1:
            yield _claim(subject, LOCATED, Named(spelled(rest, 1, end, text), LOCATED.of))
        return
    value = value_at(rest, text)
    claim = _as_it_is(subject, value, rest, text) if value else None
    if claim is not None:
        yield claim


def _as_it_is(subject: Subject, value: str, rest: Sequence[Word], text: str) -> Claim | None:
    named = subject.named
    age = _AGE.fullmatch(value)
    if age and subject.proper:
        return Claim(replace(named, kind=PERSON), "age", age[1], "", slot="age", single=True)
    if rest[0].plain in ("a", "an", "the"):
        role = value_at(rest[1:], text)
        empty = not role or role.rsplit(" ", 1)[-1] in _EMPTY
        return None if empty else Claim(named, "is_a", role, "", slot="is_a", confidence=0.7)
    if not subject.proper and named.key.rsplit(" ", 1)[-1] in ONE_AT_A_TIME:
        return Claim(named, "is", value, "", slot="is", single=True, confidence=0.7)
    lasting = value in _LASTING
    return Claim(named, "is", value, "", slot="is", confidence=0.7) if lasting else None
