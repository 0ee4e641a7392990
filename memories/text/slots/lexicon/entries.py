"""What a language's lists are read into: one lexicon per language, every word folded and without accents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from snowballstemmer.english_stemmer import EnglishStemmer
from snowballstemmer.french_stemmer import FrenchStemmer
from snowballstemmer.german_stemmer import GermanStemmer
from snowballstemmer.spanish_stemmer import SpanishStemmer

from memories.text.folding import STEMMED_LENGTHS, folded, unaccented

_STEMMERS = {"en": EnglishStemmer, "de": GermanStemmer, "fr": FrenchStemmer, "es": SpanishStemmer}
_GERMAN_PARTICIPLE = re.compile("ge([a-z]{3,}?)e?t")
_BASE_ENDINGS = {
    "en": re.compile("[a-z]+(?<!ed)(?<!ing)"),
    "de": re.compile("(?!ge)[a-z]+n"),
    "fr": re.compile("[a-z]+(?:er|ir|re)"),
    "es": re.compile("[a-z]+[aei]r"),
}
_ABBREVIATED = 3  # letters of a short month, which may be a word of any language
_OF_PERIODS = ("the", "des", "du", "del", "im", "al")  # of the month, twice in it
SIGN_WORDS = ("minus", "negative", "moins", "menos", "负")
"""Words that may stand for the sign of a number."""

_CACHED_WORDS = 16_384

PREFIX = 3
"""Letters by which a word that has an opposite is told from all that have none before it is stemmed."""


@dataclass(frozen=True, slots=True)
class Lists:
    """A language as it is written down: words parted by spaces, groups by line ends or semicolons.

    `function` words bind and `soft` ones shade: neither makes a statement another one. A `light` verb stands
    for any verb, and an `implied` one goes without saying (`eat` in `eats no fish`). `opposites` has one axis
    per line, its two poles parted by a bar; `same` one group of words or phrases per line, parted by commas;
    `irregular` the forms of one verb, its base first, `plurals` those of other words; `deeds` the noun of a
    verb that no ending makes of it. `phrases` of negation and `plain` ones, which hold a word of negation and
    deny nothing, are read before single words.
    """

    language: str
    function: str
    soft: str
    light: str
    implied: str
    verbs: str
    negations: str
    opposites: str
    same: str
    phrases: str = ""
    plain: str = ""
    irregular: str = ""
    plurals: str = ""
    deeds: str = ""
    months: str = ""
    weekdays: str = ""
    unsure: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    multipliers: str = ""
    ordinals: str = ""
    articles: str = ""
    every: str = ""
    frequencies: str = ""
    half_past: str = ""
    half_to: str = ""
    quarter_past: str = ""
    quarter_to: str = ""
    at: str = ""
    oclock: str = ""
    morning: str = ""
    afternoon: str = ""
    noon: str = ""
    midnight: str = ""
    sequence: str = ""
    between: str = ""


class Lexicon:
    """A language's lists, ready to be asked."""

    def __init__(self, lists: Lists) -> None:
        self.language = lists.language
        self._bases = _bases(f"{lists.irregular};{lists.plurals}")
        self.past = frozenset(
            form for base, *forms in _rows(lists.irregular) for form in forms if form != base
        )
        self._deeds = {self._ending_off(verb): self._ending_off(noun) for noun, verb in _rows(lists.deeds)}
        self.function = word_set(lists.function)
        self.soft = word_set(lists.soft)
        self.light = frozenset(word if word[0] == "=" else self.stem(word) for word in word_set(lists.light))
        self.implied = frozenset(self.stem(word) for word in word_set(lists.implied))
        self.verbs = word_set(lists.verbs) | word_set(lists.light)
        self.negations = word_set(lists.negations)
        self.months, self.weekdays = _numbered(lists.months), _numbered(lists.weekdays)
        self.unsure = word_set(lists.unsure)
        self.numbers = MappingProxyType({_plain(word): value for word, value in lists.numbers.items()})
        self.multipliers = _valued(lists.multipliers)
        self.ordinals = _numbered(lists.ordinals)
        self.articles, self.every = word_set(lists.articles), word_set(lists.every)
        self.frequencies = MappingProxyType(dict(line.split() for line in _lines(lists.frequencies)))
        self.at, self.oclock = word_set(lists.at), word_set(lists.oclock)
        self.morning, self.afternoon = _phrases(lists.morning), _phrases(lists.afternoon)
        self.noon, self.midnight = word_set(lists.noon), word_set(lists.midnight)
        self.sequence, self.between = word_set(lists.sequence), word_set(lists.between)
        self.half_past, self.half_to = _phrases(lists.half_past), _phrases(lists.half_to)
        self.quarter_past, self.quarter_to = _phrases(lists.quarter_past), _phrases(lists.quarter_to)
        self.opposites = self._opposites(lists.opposites)
        self.same = self._same(lists.same)
        self.prefixes = self._prefixes(lists)
        self.phrases = self._phrase_table(lists)
        self.openers = self._openers()

    def stem(self, word: str) -> str:
        """Return a folded word without accents and, where this language has a stemmer, without its ending."""
        stem = self._ending_off(unaccented(word))
        return self._deeds.get(stem, stem)

    def _ending_off(self, bare: str) -> str:
        return _stem(self._bases.get(bare, bare), self.language)

    def is_base(self, word: str) -> bool:
        """Tell the form of a word that names or orders what is done: `delete`, `löschen`, `supprimer`."""
        endings = _BASE_ENDINGS.get(self.language)
        return self._bases.get(word, word) == word and bool(endings and endings.fullmatch(word))

    def binds(self, word: str) -> bool:
        """Tell whether a folded, unaccented word only binds or shades what is said."""
        return word in self.function or word in self.soft or word in self.every

    def knows(self, word: str) -> bool:
        """Tell whether a folded, unaccented word is one of this language's common ones."""
        return len(word) > 1 and (
            word in self.function
            or word in self.soft
            or word in self.negations
            or (word in self.months and len(word) > _ABBREVIATED)
            or word in self.weekdays
            or word in self.numbers
        )

    def _prefixes(self, lists: Lists) -> frozenset[str]:
        """Return how any form of a word begins that has an opposite: `sold` of `sell`."""
        grouped = {word for word, groups in self.same.items() if any(map(self.opposites.get, groups))}
        opposed = {*self.opposites, *grouped}
        forms = {*self._bases, *(verb for _, verb in _rows(lists.deeds))}
        return frozenset(
            word[:PREFIX] for word in (*opposed, *(form for form in forms if self.stem(form) in opposed))
        )

    def _openers(self) -> frozenset[str]:
        """Return every word that may begin a date, a time, a number or a phrase: all others stand alone."""
        parts = {part for word in self.numbers for part in word.split("-")}
        spoken = (*self.half_past, *self.half_to, *self.quarter_past, *self.quarter_to)
        tables = (self.months, self.weekdays, self.ordinals, self.frequencies, self.phrases)
        sets = (self.articles, self.every, self.noon, self.midnight)
        return frozenset(parts).union(*tables, *sets, SIGN_WORDS, _OF_PERIODS, (words[0] for words in spoken))

    def _opposites(self, text: str) -> Mapping[str, tuple[str, int]]:
        table: dict[str, tuple[str, int]] = {}
        for line in _lines(text):
            for pole, side in zip((1, -1), line.split("|"), strict=True):
                axis = line.split(maxsplit=1)[0]
                for word in side.split():
                    table.setdefault(self.stem(unaccented(word)), (axis, pole))
        return MappingProxyType(table)

    def _same(self, text: str) -> Mapping[str, frozenset[str]]:
        """Stem, or phrase behind an equals sign -> its groups, each named by its first member."""
        table: dict[str, set[str]] = {}
        for group in _groups(text):
            for member in group:
                key = f"={member}" if " " in member else self.stem(member)
                table.setdefault(key, set()).add(f"={group[0]}")
        return MappingProxyType({key: frozenset(groups) for key, groups in table.items()})

    def _phrase_table(self, lists: Lists) -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
        """First word -> the rest of each phrase, longest first, and what it stands for."""
        table: dict[str, dict[tuple[str, ...], str]] = {}
        meant = [(words, "=not") for words in _phrases(lists.phrases)]
        meant += [(words, "=" + " ".join(words)) for words in _phrases(lists.plain)]
        meant += [
            (tuple(phrase.split()), f"={phrase}")
            for group in _groups(lists.same)
            for phrase in group
            if " " in phrase
        ]
        for (first, *rest), name in meant:
            table.setdefault(first, {}).setdefault(tuple(rest), name)
        return MappingProxyType(
            {
                first: tuple(sorted(rests.items(), key=lambda entry: -len(entry[0])))
                for first, rests in table.items()
            }
        )


@lru_cache(maxsize=_CACHED_WORDS)
def _stem(word: str, language: str) -> str:
    if language not in _STEMMERS or len(word) not in STEMMED_LENGTHS:
        return word
    if language == "de" and (participle := _GERMAN_PARTICIPLE.fullmatch(word)):
        word = f"{participle[1]}en"
    return str(_STEMMERS[language]().stemWord(word))


def _bases(text: str) -> Mapping[str, str]:
    """Return forms that no stemmer leads back to their base, with that base: the first word of each line."""
    rows = _rows(text)
    return MappingProxyType({form: base for base, *forms in reversed(rows) for form in forms})


def _rows(text: str) -> list[list[str]]:
    return [[_plain(word) for word in line.split()] for line in _lines(text)]


def _lines(text: str) -> list[str]:
    return [line.strip() for part in text.split(";") for line in part.splitlines() if line.strip()]


def _groups(text: str) -> list[list[str]]:
    return [[_plain(word) for word in line.split(",")] for line in _lines(text)]


def _plain(phrase: str) -> str:
    return unaccented(folded(phrase.strip()))


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, parted by spaces, folded and without accents."""
    return frozenset(map(_plain, text.split()))


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_plain(line).split()) for line in _lines(text))


def _numbered(text: str) -> Mapping[str, int]:
    """Words of the first line stand for 1, of the second for 2, and so on."""
    return MappingProxyType(
        {_plain(word): place for place, line in enumerate(_lines(text), start=1) for word in line.split()}
    )


def _valued(text: str) -> Mapping[str, int]:
    return MappingProxyType(
        {_plain(word): int(value) for word, value in (line.split() for line in _lines(text))}
    )


def counted(first: int, words: Iterable[str]) -> dict[str, int]:
    """Return words numbered one after the other from the first number."""
    return {word: first + place for place, word in enumerate(words)}
