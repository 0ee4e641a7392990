"""Who does it and who has it done: the same words, told in the passive or of a recipient."""

from __future__ import annotations

from memories.text.slots.content import Word
from memories.text.slots.lexicon.entries import Lexicon, word_set
from memories.text.slots.side_by_side import Side, SideBySide
from memories.text.slots.taking_part import once, told

MOST_BOUND = 8
"""Agents and recipients that are looked at; a text of more is told in detail."""

_BE = word_set("is are was were be been being am")
_GIVE = word_set(
    "give sell lend send pay report write show tell teach owe offer hand bring read talk speak explain"
)
_AGENT, _RECIPIENT = "by", "to"


def parts_turned(pair: SideBySide) -> bool:
    """Tell whether who does it in one text has it done, or gets it, in the other.

    `Anna taught Ben`, `Anna was taught by Ben`; `Leo sold Ana the boat`, `Ana sold the boat to Leo`.
    """
    if pair.lexicon.language != "en":
        return False
    return any(
        _done_to_the_doer(one, other, pair.lexicon) or _given_to_the_giver(one, other, pair.lexicon)
        for one, other in (pair.sides, pair.sides[::-1])
    )


def _done_to_the_doer(active: Side, passive: Side, lexicon: Lexicon) -> bool:
    """Tell whether one stands before the verb in both, though only one text is in the passive."""
    verbs = {word.key for word in _passives(passive)}
    if not verbs or _passives(active):
        return False
    for agent, doer in _bound_here_free_there(passive, active, _AGENT):
        before = [word for word in told(active, lexicon) if word.place < doer.place]
        done_to = {word.key for word in told(passive, lexicon) if word.place < agent.place and not word.role}
        if any(word.key in verbs for word in before) and any(
            word.key in done_to - verbs and not word.role for word in before
        ):
            return True
    return False


def _given_to_the_giver(giving: Side, getting: Side, lexicon: Lexicon) -> bool:
    """Tell whether one opens one text as who gives, and is whom it is given to in the other."""
    if len(giving.words) <= 1 or _passives(giving) or _passives(getting):
        return False
    first, verb = giving.words[0], giving.words[1]
    return verb.stem in {lexicon.stem(word) for word in _GIVE} and any(
        doer == first
        and any(word.stem == verb.stem and word.place < recipient.place for word in getting.words)
        for recipient, doer in _bound_here_free_there(getting, giving, _RECIPIENT)
    )


def _bound_here_free_there(bound: Side, free: Side, role: str) -> list[tuple[Word, Word]]:
    """Return words that a preposition binds in one text and none in the other; those said once in both."""
    here, there = once(bound.words), once(free.words)
    return [
        (word, there[key])
        for key, word in here.items()
        if word.role == role and key in there and not there[key].role
    ][:MOST_BOUND]


def _passives(side: Side) -> list[Word]:
    """Return the words right behind a form of `be` that do not end as what is being done."""
    return [
        word
        for word in side.words
        if word.place
        and side.items[word.place - 1].lexeme.plain in _BE
        and not side.items[word.place].lexeme.plain.endswith("ing")
    ]
