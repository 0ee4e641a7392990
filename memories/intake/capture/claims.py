"""What in a person's turns is worth proposing: sentences that state something lasting. Pure; local rules."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memories.intake.capture.own_words import own_words
from memories.intake.capture.transcript import Turn
from memories.intake.capture.wording import FORGET_IT, REMEMBER, WORDINGS
from memories.text.normalise import normal_form
from memories.text.sentences import sentences

MOST_CLAIMS = 6
SHORTEST, LONGEST = 2, 500
"""Characters of a text that is proposed."""

LONGEST_SENTENCE = 1_000
LONG_TURN = 1_500
"""Characters of a turn beyond which it may well hold somebody else's words."""

DOUBTFUL = 0.6
"""The most that can be believed of a turn that was cut or may be pasted."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A text to propose, the whole sentence it was said in, and how sure it is that it lasts."""

    text: str
    said: str
    kind: str
    confidence: float
    at: str = ""


_MARKER = re.compile(r"(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|[0-9]{1,9}[.)]\s+)+")
_ITEM = re.compile(r"\s*(?:[-*+•]|[0-9]{1,9}[.)])\s")
_APOSTROPHES = str.maketrans("\u2018\u2019\u02bc\u00b4", "''''")
_EMPHASIS = re.compile(r"(?<!\w)(?:\*\*|__|\*|_)(?=\S)|(?<=\S)(?:\*\*|__|\*|_)(?!\w)")
_QUESTION = re.compile(r"[?？]\W*\Z|(?:吗|嗎|呢)[。.!！]?\Z")
_ASKING = re.compile(
    r"(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did|can|could|would|should|will|shall|have|has"
    r"|wer|was|wie|wann|warum|welche[rsn]?|quoi|quel(?:le)?s?|qui|pourquoi|comment|est-ce|qué|quién|cuál|cuándo|cómo"
    r"|if|suppose|wenn|falls|angenommen|si|cuando|quand|如果|假如|要是)\b",
    re.IGNORECASE,
)
# Nobody speaks so of themselves: these are words that somebody wrote about a user.
_ABOUT_A_USER = re.compile(
    r"\b(?:the|this) user(?:'s)?\b|\b(?:der|die) (?:be)?nutzer\w*|\bl'utilisat\w+|\bel usuario\b"
    r"|[该該此]用[户戶]|用[户戶](?:想|希望|要求|喜)",
    re.IGNORECASE,
)
# Words that name nothing by themselves, and what is wondered about or to be done rather than so.
_POINTING = re.compile(
    r"\W*(?:(?:this|that|it|these|those|the|following|das|dies|es|ça|cela|esto|eso|[这這那]个?)(?!\w)\W*)*",
    re.IGNORECASE,
)
_WONDERED = re.compile(r"(?:how|what|why|when|where|who|to|wie|was|warum|wann)\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:page|article|site|website|docs?|documentation|readme|e-?mail|message|output|logs?|tool|file|comment|assistant"
    r"|model|bot|claude|codex|seite|artikel|ausgabe|página|artículo|correo|article|courriel|sortie)\s"
    r"(?:says?|said|reads|wrote|asks?|asked|tells?|told|claims?|sagt|schreibt|dice|dit)\b"
    r"|(?:网页|網頁|文章|邮件|郵件|文档|文檔)(?:里|裡|上|中)?(?:说|說|写|寫|要求)",
    re.IGNORECASE,
)
LONGEST_REQUEST = 80


@dataclass(frozen=True, slots=True)
class Said:
    """All claims, each once with its best confidence, in the order they were last made, and how many turns
    were not read for want of time: the earliest.
    """

    claims: Sequence[Claim]
    unread: int = 0


def claims_in(turns: Sequence[Turn], *, seconds: float) -> Said:
    """What a conversation claims, the latest turns read first, for at most so long."""
    deadline = time.monotonic() + seconds
    by_turn: list[list[Claim]] = []
    for turn in reversed(turns):
        if time.monotonic() > deadline:
            break
        by_turn.append(list(_claims_of(turn)))
    best: dict[str, Claim] = {}
    for claim in (claim for claims in reversed(by_turn) for claim in claims):
        key = comparable(claim.text)
        before = best.pop(key, claim)
        best[key] = max(claim, before, key=lambda each: each.confidence)
    return Said(list(best.values()), unread=len(turns) - len(by_turn))


def comparable(text: str) -> str:
    """The form in which two texts are nearly equal: the normal form without its punctuation."""
    return " ".join(re.sub(r"[\W_]+", " ", normal_form(text)).split())


def strongest_first(claims: Sequence[Claim]) -> list[Claim]:
    """The surest claims and, of equals, the latest, first."""
    places = sorted(range(len(claims)), key=lambda place: (-claims[place].confidence, -place))
    return [claims[place] for place in places]


def _claims_of(turn: Turn) -> Iterator[Claim]:
    words = own_words(turn.words)
    if FORGET_IT.search(words.translate(_APOSTROPHES)):
        return
    limit = DOUBTFUL if turn.cut or len(turn.words) > LONG_TURN else 1.0
    for claim in _claims_among(sentences(words)[1 if turn.cut else 0 :]):
        yield replace(claim, confidence=min(claim.confidence, limit), at=turn.at)


def _claims_among(found: Sequence[str]) -> Iterator[Claim]:
    """A bare "remember this:" is about the sentence or list behind it, "remember that." about what was said
    before.
    """
    before = ""
    asked = in_list = False
    for sentence in found:
        line = _line(sentence)
        item = _ITEM.match(sentence) is not None
        wanted = asked or (in_list and item)
        asked = in_list = False
        if _is_bare_request(line):
            asked = in_list = line.endswith((":", "："))
            claim = None if asked or _QUESTION.search(before) else _asked_for(before)
        else:
            claim = _asked_for(line) if wanted else _read(line)
            in_list = wanted and item
        before = line
        if claim is not None:
            yield claim


def _line(sentence: str) -> str:
    """A sentence on one line, without the marks of Markdown around it."""
    line = " ".join(sentence.split())
    marker = _MARKER.match(line)
    return _EMPHASIS.sub("", line[marker.end() :] if marker else line).strip()


def _is_bare_request(line: str) -> bool:
    """Whether it says that something be remembered, and not what."""
    if len(line) > LONGEST_REQUEST:
        return False
    found = REMEMBER.match(f"{line.rstrip('.!。！ ').translate(_APOSTROPHES)} x")
    return found is not None and _POINTING.fullmatch(found["rest"].removesuffix("x")) is not None


def _asked_for(line: str) -> Claim | None:
    return _claim(line, line, "user_fact", WORDINGS[0].confidence)


def _read(line: str) -> Claim | None:
    """The claim that a sentence makes, or None for a question, a chat, a passing remark."""
    if len(line) > LONGEST_SENTENCE:
        return None
    plain = line.translate(_APOSTROPHES)
    asking = _QUESTION.search(plain) is not None or _ASKING.match(plain) is not None
    for wording in WORDINGS:
        found = wording.pattern.search(plain) if wording.asks or not asking else None
        claim = _claim(_rest(line, found), line, wording.kind, wording.confidence) if found else None
        if claim is not None:
            return claim
    return None


def _rest(line: str, found: re.Match[str]) -> str:
    """What is to be remembered of the line: what stands behind the request, or all of it."""
    return line[found.start("rest") :].strip(" ?？") if "rest" in found.re.groupindex else line


def _claim(text: str, said: str, kind: str, confidence: float) -> Claim | None:
    fits = len(comparable(text)) >= SHORTEST and len(text) <= LONGEST
    empty = _POINTING.fullmatch(text) or (text != said and _WONDERED.match(text))
    if not fits or empty or _ABOUT_A_USER.search(said) or _REPORTED.search(said):
        return None
    return Claim(text=text, said=said, kind=kind, confidence=confidence)
