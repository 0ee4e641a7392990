"""Who speaks in a text, and what a sentence says when it is read without its speaker.

"I moved to Lyon" is about nobody in particular until it is known who said it. A question names people, so the
vector of a sentence is made of what it says with the name in it.
"""

import re

MAX_SPEAKER = 60
"""Characters of a name."""

_MAX_NAMES = 3
"""Words of a name."""

_NAME = r"[^\W\d_][\w.'’-]*"
_OPENING = re.compile(
    rf"(?P<who>{_NAME}(?: {_NAME}){{0,{_MAX_NAMES - 1}}})"  # Anna, Anna Lee
    r"(?: ?[(\[][^()\[\]\n]{1,60}[)\]])?"  # (8 May 2023)
    r" ?[:：]\s"
)
_NAMES_NOBODY = """
answer context decision example fact fix goal idea important info key note notes plan problem project question
reason result rule solution summary task tip title todo update warning
"""
_NOT_SPEAKERS = frozenset(_NAMES_NOBODY.split())
"""Words that open a text with a colon and speak for nobody."""

_FIRST_PERSON = {
    "i'm": "{} is", "i’m": "{} is", "i am": "{} is",
    "i've": "{} has", "i’ve": "{} has", "i have": "{} has",
    "i'd": "{} would", "i’d": "{} would",
    "i'll": "{} will", "i’ll": "{} will",
    "my": "{}'s", "mine": "{}'s",
    "me": "{}", "myself": "{}", "i": "{}",
}  # fmt: skip
_I = re.compile(
    r"(?<![\w@#./-])(?:I(?:['’](?:m|ve|d|ll)| am| have)?|[Mm]y|[Mm]ine|[Mm]e|[Mm]yself)(?![\w'’/-]|\.\w)"
)


def speaker_of(text: str, *, source: str = "") -> str:
    """Return whose words a text is, or "": the name it opens with ("Anna (8 May): I ..."), else a source that
    is a person's name.
    """
    opening = _OPENING.match(text)
    if opening and _is_name(opening["who"]):
        return opening["who"]
    return person_named(source)


def person_named(source: str) -> str:
    """Return a source that is a person's name, "" for any other."""
    return source if len(source) <= MAX_SPEAKER and _NAMED_SOURCE.fullmatch(source) else ""


def said_in(text: str) -> str:
    """Return the text without the name that it opens with."""
    opening = _OPENING.match(text)
    return text[opening.end() :] if opening and _is_name(opening["who"]) else text


_NAMED_SOURCE = re.compile(r"[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]+){1,2}")
"""Two or three capitalised words; one alone is as often a program's name."""


def _is_name(who: str) -> bool:
    return len(who) <= MAX_SPEAKER and who.casefold() not in _NOT_SPEAKERS and who[0] == who[0].upper()


def told_by(sentence: str, speaker: str) -> str:
    """Return the sentence as someone else would tell it: with the speaker's name for the first person, or in
    front of it where nothing in it names the speaker. The sentence itself for no speaker.
    """
    if not speaker:
        return sentence
    told = _I.sub(lambda found: _FIRST_PERSON[found[0].lower()].format(speaker), sentence)
    return told if speaker in told else f"{speaker}: {told}"
