"""Names of memories, slugs of kinds and workspaces, and tags: what they may be; how a text gets its name."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from memories.text.characters import HANGUL, LETTERS, UNSPACED
from memories.text.errors import InvalidName, InvalidTags, TextError
from memories.text.normalise import clean, normal_form
from memories.text.sentences import sentences

MAX_NAME = 200
"""Characters of a memory's name."""

MAX_MADE_NAME = 80
"""Characters of a name made from a text."""

MAX_SLUG = 64
MAX_TAG = 64
MAX_TAGS = 32

_OPENING = 1_000
"""Characters of a text that its name is made from."""

_SLUG = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{MAX_SLUG - 1}}}")
_APOSTROPHES = re.compile("['\u2018\u2019\u02bc]")
_ADDRESS = re.compile(r"(?<=\])\([^()\s]*\)")  # of [a link](address)
_WORD = re.compile(f"[{LETTERS}{UNSPACED}{HANGUL}]+")
_UNSEEN = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)  # empty spaces, direction overrides
_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})


def name_from(text: str) -> str:
    """Return a name made from the first sentence of text that has words: in small letters, joined by hyphens.

    At most MAX_MADE_NAME characters of any script. A text without words gets "memory-" and eight hexadecimal
    digits of its own.
    """
    opening = unicodedata.normalize("NFC", text[:_OPENING])
    slugs = (_slug_of(sentence) for sentence in sentences(opening) if not sentence.startswith(("```", "~~~")))
    return next(filter(None, slugs), "") or f"memory-{_digest(text)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def valid_name(name: str) -> str:
    """Return the name of a memory in NFC with single spaces; raises InvalidName with the rule it breaks."""
    cleaned = _one_line(name, InvalidName("A name is one line without control or invisible characters."))
    if not 1 <= len(cleaned) <= MAX_NAME:
        raise InvalidName(f"A name has 1 to {MAX_NAME} characters.")
    if "/" in cleaned or cleaned in (".", ".."):
        raise InvalidName("A name holds no slash and is not a lone dot or two.")
    return cleaned


def valid_slug(slug: str, *, what: str = "slug") -> str:
    """Return the slug of a kind or workspace as it is; raises InvalidName. `what` names it in the message."""
    if not _SLUG.fullmatch(slug):
        raise InvalidName(
            f"A {what} has 1 to {MAX_SLUG} small letters a-z, digits, hyphens and underscores"
            " and starts with a letter or digit."
        )
    return slug


def valid_tags(tags: str | Iterable[str]) -> list[str]:
    """Return the tags as first spelled, each once whatever its capitals; raises InvalidTags.

    A single string is a list parted by commas, whose empty members count for nothing.
    """
    given = filter(str.strip, tags.split(",")) if isinstance(tags, str) else tags
    kept: dict[str, str] = {}
    for tag in map(_valid_tag, given):
        kept.setdefault(normal_form(tag), tag)
        if len(kept) > MAX_TAGS:
            raise InvalidTags(f"A memory has at most {MAX_TAGS} tags.")
    return list(kept.values())


def _valid_tag(tag: str) -> str:
    cleaned = _one_line(tag, InvalidTags("A tag is one line without control or invisible characters."))
    if not 1 <= len(cleaned) <= MAX_TAG:
        raise InvalidTags(f"A tag has 1 to {MAX_TAG} characters.")
    return cleaned


def _one_line(text: str, error: TextError) -> str:
    """Return text in NFC with single spaces; raise the error if it is not one line of visible characters."""
    if _UNSEEN.search(text) or any(unicodedata.category(char) in _FORBIDDEN_CATEGORIES for char in text):
        raise error
    return " ".join(clean(text).split())


def _slug_of(sentence: str) -> str:
    words = _WORD.findall(_APOSTROPHES.sub("", _ADDRESS.sub("", sentence)).lower())
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word[:MAX_MADE_NAME]
        if len(longer) > MAX_MADE_NAME:
            break
        slug = longer
    return unicodedata.normalize("NFC", slug)
