"""What of a model's answer stands in the text. A claim counts only with a sentence of the text that names its
object and denies nothing, so that an answer can leave out, but never add.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from memories.engines.extraction.base import Source
from memories.engines.extraction.schema import ExtractedClaim
from memories.text.claims.claim import PERSON, Claim, Named, Reading, key_of
from memories.text.claims.doubt import asks, is_doubtful, quotes
from memories.text.claims.frames import slot_called
from memories.text.claims.reading import read
from memories.text.normalise import normal_form
from memories.text.sentences import sentences

_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")


def grounded(claims: Sequence[ExtractedClaim], source: Source) -> Reading:
    """The claims that the text bears out, with its own words as statements, and the names that the local
    rules see in it besides.
    """
    text = _Text(source)
    found: dict[tuple[str, str, str], Claim] = {}
    for claim in claims:
        for made in text.borne_out(claim):
            found.setdefault((made.subject.key, made.predicate, made.object_key), made)
    names = read(source.text, speaker=source.speaker, user=source.user).names
    spoken = [named for claim in found.values() for named in (claim.subject, claim.entity) if named]
    known = {named.key: named for named in (*names, *spoken)}
    return Reading(list(found.values()), list(known.values()))


class _Text:
    """A text that answers are held against, sentence by sentence."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._form = f" {normal_form(source.text)} "
        self._sentences = [(" ".join(one.split()), normal_form(one)) for one in sentences(source.text)]
        self._years = set(_YEAR.findall(source.text))

    def borne_out(self, claim: ExtractedClaim) -> Iterator[Claim]:
        """The claim in the text's own words, or nothing."""
        said = self._sentence(claim.quote)
        subject = self._subject(claim)
        named = normal_form(claim.object)
        if not said or subject is None or not named or not _stands(named, normal_form(said)):
            return
        if asks(said) or quotes(said) or is_doubtful(said):
            return
        entity = (
            Named(claim.object, claim.object_kind) if claim.object_kind and key_of(claim.object) else None
        )
        slot, single = slot_called(claim.predicate, claim.object)
        first, last = self._day(claim.valid_from), self._day(claim.valid_until)
        yield Claim(
            subject,
            claim.predicate,
            claim.object,
            said,
            entity=entity,
            slot=slot,
            single=single,
            valid_from=first,
            valid_until=last if first is None or last is None or last > first else None,
            confidence=claim.confidence,
        )

    def _sentence(self, quote: str) -> str:
        """The sentence of the text that a quote stands in; "" where none does."""
        wanted = normal_form(quote)
        return next((said for said, form in self._sentences if wanted and wanted in form), "")

    def _subject(self, claim: ExtractedClaim) -> Named | None:
        """What the claim is about, if the text names it; who speaks and the user go without being named."""
        for name in filter(None, (self._source.speaker, self._source.user)):
            if key_of(name) == key_of(claim.subject):
                return Named(name, PERSON)
        named = Named(claim.subject, claim.subject_kind)
        return named if named.key and _stands(named.key, self._form) else None

    def _day(self, day: str | None) -> date | None:
        """A day of a year that the text names."""
        if day is None or day[:4] not in self._years:
            return None
        try:
            return date.fromisoformat(day)
        except ValueError:
            return None


def _stands(name: str, form: str) -> bool:
    """Whether it stands there whole, and not within a longer word."""
    at = form.find(name)
    while at >= 0:
        before, behind = form[at - 1 : at], form[at + len(name) : at + len(name) + 1]
        inside = (before.isalnum() and before.isascii()) or (behind.isalnum() and behind.isascii())
        if not inside:
            return True
        at = form.find(name, at + 1)
    return False
