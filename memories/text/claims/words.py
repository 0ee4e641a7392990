"""A clause taken apart: words and signs with their places, and which of them begin a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memories.text.stopwords import is_weak

_WORD = re.compile(
    r"[^\W_](?:[\w'’]|[.&+#/_:-](?=[\w(+]))*(?:\(\))?[+#]*|_\w+|[^\w\s]"  # v1.2, foo_bar.baz(), C++, O'Neill
)
_IDENTIFIER = re.compile(
    r"(?=.*[a-z])[\w.-]*(?:[a-z0-9]_[a-z0-9]|[a-z][A-Z]|[a-z]\.[a-z_]|\w\(\))[\w.()-]*"
    r"|[A-Za-z][A-Za-z]+-[0-9]+(?:\.[0-9]+)+|C\+\+|C#|F#"
)
_ADDRESS = re.compile(r"://|@|^www\.|\.(?:com|org|net|io|dev|md|txt)$", re.IGNORECASE)
_INSIDE_WORDS = """
of de van von der den du da del la le al bin ibn y zu & the
"""
_INSIDE = frozenset(_INSIDE_WORDS.split())
"""What stands inside a name: Bank of England, Ludwig van Beethoven."""

_CALENDAR_WORDS = """
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
september october november december jan feb mar apr jun jul aug sep sept oct nov dec montag dienstag
mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember today
yesterday tomorrow
"""
_CALENDAR = frozenset(_CALENDAR_WORDS.split())
_NEVER_NAMES_WORDS = """
i i'm i've i'll i'd everyone everybody someone somebody anyone anybody people others something anything
everything one each both many most some all any other another several few such same today yesterday
tomorrow tonight recently currently please thanks thank note todo fixme yes yeah ok okay hi hello hey sure
well also however meanwhile finally first second third then later since until because although though
while when where which who whom whose what why how if unless there here this that these those it its he
she they we you my your his her our their mine yours not no never maybe perhaps let let's wow oh ah haha
congrats good great nice sorry remember always never use avoid make run add set keep bet weve ive im id
ill dont cant wont lets thats its
"""
_NEVER_NAMES = frozenset(_NEVER_NAMES_WORDS.split())
_NAMES_IN_ING = frozenset({"beijing", "nanjing", "chongqing", "boeing", "king", "sterling", "ming", "viking"})
_LONGEST_NAME_WORDS = 6


class Word(NamedTuple):
    """A word or a sign and where it stands; `plain` is it in small letters."""

    text: str
    start: int
    end: int

    @property
    def plain(self) -> str:
        return self.text.lower().replace("’", "'")

    @property
    def is_sign(self) -> bool:
        return not (self.text[0].isalnum() or self.text[0] == "_")


def words_of(text: str) -> list[Word]:
    return [Word(found[0], found.start(), found.end()) for found in _WORD.finditer(text)]


def is_identifier(text: str) -> bool:
    """Whether it is spelled as only names of programs are: foo_bar, fooBar, foo.bar(), node-22.13."""
    return bool(_IDENTIFIER.fullmatch(text)) and not _ADDRESS.search(text)


def may_be_name(word: Word) -> bool:
    """Whether a word by itself may be a name: a capital, and no word that only begins a sentence."""
    text = word.text
    if is_identifier(text):
        return True
    if not text[0].isupper() or _ADDRESS.search(text):
        return False
    plain = _without_owner(word.plain)
    if plain.endswith("ing") and plain not in _NAMES_IN_ING:
        return False  # Hiking, Volunteering
    return plain not in _CALENDAR and plain not in _NEVER_NAMES and not is_weak(plain)


def name_at(words: Sequence[Word], place: int) -> int:
    """Where the name that begins at a place ends; the place itself where none does."""
    if place >= len(words) or not may_be_name(words[place]):
        return place
    end = place + 1
    if _owns(words[place]):
        return end
    while end < len(words) and end - place < _LONGEST_NAME_WORDS:
        step = 1 + (words[end].plain in _INSIDE)
        if end + step > len(words) or not _goes_on(words, end + step - 1):
            break
        end += step
        if _owns(words[end - 1]):
            break
    return end


def _goes_on(words: Sequence[Word], place: int) -> bool:
    """Whether a word goes on a name: capital words beside each other, initials and numbers of versions."""
    if place >= len(words):
        return False
    word = words[place]
    near = word.start - words[place - 1].end <= 1
    capital = word.text[0].isupper() and word.plain not in _CALENDAR and word.plain != "i"
    version = (
        word.text[0].isdigit() and words[place - 1].text[0].isupper() and len(word.text) <= len("22.13.1")
    )
    return near and (capital or version)


def spelled(words: Sequence[Word], start: int, end: int, text: str) -> str:
    """The name between two places as it is written, without a possessive ending."""
    written = text[words[start].start : words[end - 1].end]
    return _without_owner(written).strip(" .,")


def _without_owner(text: str) -> str:
    for ending in ("'s", "’s", "s'", "s’"):
        if text.endswith(ending) and len(text) > len(ending) + 1:
            return text[:-2] if ending[0] != "s" else text[:-1]
    return text


def _owns(word: Word) -> bool:
    return word.plain.endswith(("'s", "s'"))


def owns(word: Word) -> bool:
    """Whether it has a possessive ending: Ann's, the users'."""
    return _owns(word)


def names_in(text: str) -> Iterator[tuple[int, str, bool]]:
    """Each name in a sentence: where it begins, how it is spelled, and whether it opens the sentence."""
    words = words_of(text)
    place, opens = 0, True
    while place < len(words):
        end = name_at(words, place)
        if end > place:
            name = spelled(words, place, end, text)
            alone = end - place == 1 and not is_identifier(words[place].text)
            if len(name) > 1:
                yield words[place].start, name, opens and alone
            opens, place = False, end
            continue
        opens = words[place].is_sign and (words[place].text in '.!?:;•-–—"“' or opens)
        place += 1
