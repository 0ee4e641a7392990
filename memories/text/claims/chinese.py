"""Claims of Chinese clauses, by whole patterns between two marks."""

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
    LIKES,
    LIVES,
    LOCATED,
    MARRIED,
    MOVED,
    PREFERS,
    USES,
    WORKS,
    Frame,
    slot_of,
)
from memories.text.claims.periods import period_in
from memories.text.claims.subjects import Sentence

_HAN = "\u4e00-\u9fff"
_WHO = rf"(?P<who>我|用户|[{_HAN}]{{2,4}}?|[A-Za-z][A-Za-z .]{{0,30}}?)"
_WHAT = rf"(?P<what>[{_HAN}]{{2,12}}?|[A-Za-z][\w .-]{{0,40}}?)"
_NOW = "(?:现在|目前|也|一直|仍然|已经|都)?"
_OBJECT = rf"(?P<object>[{_HAN}A-Za-z][{_HAN}\w .+#-]{{0,30}})"

_PATTERNS: tuple[tuple[str, Frame], ...] = (
    (rf"{_WHO}{_NOW}(?:居住在|住在){_OBJECT}", LIVES),
    (rf"{_WHO}{_NOW}(?:搬到了?|迁到了?){_OBJECT}", MOVED),
    (rf"{_WHO}{_NOW}在{_OBJECT}(?:工作|上班)", WORKS),
    (rf"{_WHO}(?:名叫|叫做|叫|的名字是){_OBJECT}", CALLED),
    (rf"{_WHO}出生于{_OBJECT}", BORN_IN),
    (rf"{_WHO}(?:跟|和|与){_OBJECT}结婚了?", MARRIED),
    (rf"{_WHO}{_NOW}(?:更喜欢|偏好){_OBJECT}", PREFERS),
    (rf"{_WHO}{_NOW}(?:喜欢|喜爱|爱吃|爱喝){_OBJECT}", LIKES),
    (rf"{_WHAT}{_NOW}(?:使用|采用){_OBJECT}", USES),
    (rf"{_WHAT}(?:位于|设在){_OBJECT}", LOCATED),
    (rf"{_WHAT}属于{_OBJECT}", BELONGS),
    (rf"{_WHAT}依赖于?{_OBJECT}", DEPENDS),
)
_COMPILED = tuple((re.compile(pattern), frame) for pattern, frame in _PATTERNS)
_CLAUSES = re.compile(r"[，,。．.;；！!、\n]+(?![0-9])")
_POINTING_WORDS = """
他 她 它 他们 她们 它们 我们 你 你们 这 那 这个 那个 这里 那里 谁 什么 哪里 大家 有人 自己 今天 明天 昨天
"""
_POINTING = frozenset(_POINTING_WORDS.split())
_PERSONAL = frozenset({LIVES, MOVED, WORKS, CALLED, BORN_IN, MARRIED, PREFERS, LIKES})


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """The claims of one sentence; a clause without a subject goes on about the one before."""
    before = ""
    for clause in filter(None, map(str.strip, _CLAUSES.split(sentence.text))):
        period, plain = period_in(clause)
        found = _matched(plain) or (_matched(f"{before}{plain}") if before else None)
        if found is None or is_doubtful(clause):
            before = ""
            continue
        match, frame = found
        before = match.groupdict().get("who") or match.groupdict().get("what") or ""
        claim = _claim(match, frame, before, sentence)
        if claim is not None:
            yield replace(claim, statement=sentence.shown, valid_from=period.first, valid_until=period.last)


def _matched(clause: str) -> tuple[re.Match[str], Frame] | None:
    plain = "".join(clause.split()) if not clause.isascii() else clause
    for pattern, frame in _COMPILED:
        if found := pattern.fullmatch(plain):
            return found, frame
    return None


def _claim(match: re.Match[str], frame: Frame, written: str, sentence: Sentence) -> Claim | None:
    subject = {"我": sentence.speaker, "用户": sentence.user}.get(written, Named(written))
    if subject is None or subject.text in _POINTING or match["object"] in _POINTING:
        return None
    if frame in _PERSONAL:
        subject = Named(subject.text, PERSON)
    thing = Named(match["object"].removesuffix("了"), frame.of)
    slot, single = slot_of(frame, thing.text)
    return Claim(
        subject,
        frame.predicate,
        thing.text,
        "",
        entity=thing if frame.named or frame in (USES, DEPENDS, BELONGS) else None,
        slot=slot,
        single=single,
        confidence=round(frame.confidence - LESS_SURE, 2),
    )
