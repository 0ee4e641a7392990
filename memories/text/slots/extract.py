"""The slots of a text: what two texts must have in common to say the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from memories.text.slots.items import Item, denials, read

MAX_READ = 65_536
"""Characters that are read of a text. A longer one is a document, never compared word by word."""

MAX_KEPT = 128
"""Values of one kind that are kept as they are; the rest is kept as one hash of them all."""

MAX_VALUE = 120
"""Characters of a value; a longer one is kept as its hash."""

_KINDS = {
    "number": "numbers",
    "date": "dates",
    "time": "times",
    "every": "frequencies",
    "address": "addresses",
    "identifier": "identifiers",
    "version": "versions",
}


@dataclass(frozen=True, slots=True)
class Slots:
    """Canonical values of each kind, each once, in the order of the text, and how often something is denied.

    A value with a bar is read two ways. `switches` are positions of opposites (`open+`, `open-`), as often as
    they are taken; `names` words that a capital marks as one, folded. `language` is the code of the lexicon
    the text was read with.
    """

    language: str
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    frequencies: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    denials: int = 0


def slots_of(text: str) -> Slots:
    """Return the slots of any text, or of the first MAX_READ characters of a long one; never raises."""
    language, items = read(text[:MAX_READ])
    return from_items(items, language)


def from_items(items: Iterable[Item], language: str) -> Slots:
    """Return the slots of a text that has been read."""
    row = [*items]
    found: dict[str, list[str]] = {kind: [] for kind in _KINDS.values()}
    for item in row:
        if item.kind in _KINDS:
            found[_KINDS[item.kind]].append(item.value)
    return Slots(
        language=language,
        **{kind: _kept(dict.fromkeys(values)) for kind, values in found.items()},
        names=_kept(dict.fromkeys(item.lexeme.plain for item in row if is_name(item, language))),
        switches=_kept(item.value for item in row if item.kind == "switch"),
        denials=denials(row, language),
    )


def is_name(item: Item, language: str) -> bool:
    """Tell a word that a capital marks as a name; German writes every noun with one, so there none is."""
    if item.kind != "word" or item.lexeme.kind != "word":
        return False
    written = item.lexeme.written
    if language == "zh":
        return written.isascii()
    return written[:1].isupper() and len(written) > 1 and not item.lexeme.opens and language != "de"


def _kept(values: Iterable[str]) -> tuple[str, ...]:
    row = [value if len(value) <= MAX_VALUE else _hash(value) for value in values]
    if len(row) <= MAX_KEPT:
        return tuple(row)
    return (*row[: MAX_KEPT - 1], _hash("\n".join(sorted(row[MAX_KEPT - 1 :]))))


def _hash(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"
