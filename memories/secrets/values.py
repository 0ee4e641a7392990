"""Whether a value is what its name promises: a password, a key; words, dates and references are not."""

from __future__ import annotations

import math
import re
from collections import Counter
from enum import IntEnum

from memories.secrets.placeholders import (
    is_documented,
    is_masked,
    is_path,
    is_reference,
    is_words,
    random_letters,
)
from memories.secrets.urls import is_no_password


class Link(IntEnum):
    """How firmly a value is tied to its name, from `password for the wiki: x` to `password="x"`."""

    LOOSE = 0
    SAID = 1
    WRITTEN = 2
    QUOTED = 3


MOST = 256
"""Characters of a value that are looked at."""
_LEAST_PASSWORD = 6
_LEAST_KEY = 8
_LEAST_LOOSE_KEY = 12
_LEAST_RANDOM = 16
_MOST_RANDOM = 256
_KINDS_OF_LETTERS = 3
"""Small, capital, digits."""
_LEAST_BITS = 3.3
"""Shannon's bits per letter; sixteen random letters have about 3.8, words about 3."""
_LEAST_WORD = 3
_LEAST_PHRASE = 12
_PASSPHRASE = range(3, 9)
_LONG_PASSPHRASE = range(4, 9)
"""Words of a passphrase."""

_JOINTS = re.compile("[-_.:+]")
_NAME_IN = re.compile(
    "Key|Token|Pass(?:word|wd)|Secret|Cred|Certificate|Header|Request|Config|Client|Server|Provider|Handler|Manager"
)
"""What a class or a variable is called after; random letters hardly ever spell it."""
_SYMBOLS = frozenset("!@#$%^&*?~+§")
_WORD_AND_DIGIT = re.compile(r"[A-Za-z]+[0-9]?|[0-9]+[A-Za-z]*")
_STEPS_IN = re.compile(r"[A-Za-z]{3}[/.]|[/.][A-Za-z]{3}")
_KEY_LETTERS = re.compile(r"[A-Za-z0-9+/=_.~!@#$%^&*:-]+")
_PATTERN = re.compile(r"\(\?|\[\^|\[[A-Za-z0-9]-|\\[wdsbWDSB]|\.[*+]|\{[0-9]")
"""A regular expression."""
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F-]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_CALLED = re.compile(
    r"pass(?:wor[dt]|wd|phrase|code)?|secrets?|tokens?|key|credentials?|kennwort|contrase[ñn]a|mot de passe"
)
_WORDS_FOR_NOTHING = """
    true false null none nil undefined required optional string text hidden invalid incorrect missing unset
    empty unknown unchanged disabled enabled default encrypted hashed plain plaintext stored rotated expired
    revoked bearer basic integer number boolean varchar object array inherit unavailable forgotten correct
    wrong private public protected secure strong weak manual automatic random generated provided somewhere
    shared internal external identifier literal keyword optional any char bytes byte secretstr pydantic
    readonly masked omitted removed
"""
_LITERALS = frozenset(_WORDS_FOR_NOTHING.split())
_TECHNICAL = re.compile(
    r"(?:sha-?[0-9]{1,3}(?:-[0-9]{3})?|md[45]|base-?(?:32|58|64)(?:url)?|utf-?(?:8|16)|oauth-?[12](?:\.[0-9])?|argon2(?:id?|d)?"
    r"|bcrypt|scrypt|pbkdf2\w*|blake[23]\w*|aes-?[0-9]*\w*|rsa-?[0-9]+|ed25519|x25519|secp[0-9]+\w+|[hrep]s(?:256|384|512)"
    r"|hmac\w*|tls[0-9.v]*|http/?[0-9.]*|ipv[46]|win(?:32|64)|x86_64|amd64|arm64|u?int[0-9]+|float[0-9]+|varchar[0-9]*"
    r"|(?:cl100|[op]200|[rp]50)k(?:_base)?|k8s|i18n|l10n|1password|2fa|mfa|totp|fido2|u2f|pkcs?[0-9]+|x509|web3|log4j|neo4j|python3|es[0-9]+|php[0-9]+"
    r"|[0-9]+(?:[.,][0-9]+)?(?:ms|s|secs?|min(?:ute)?s?|h|hrs?|hours?|d|days?|w|weeks?|months?|y(?:ea)?rs?|k|[kmgt]i?b|b"
    r"|bytes?|bits?|chars?|characters?|px|x|%|st|nd|rd|th|tokens?|r?p[msd]|usd|eur)\+?|v?[0-9]+(?:\.[0-9]+)+[\w.+-]*"
    r"|[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?(?:[t ].*)?|[0-9]{1,2}:[0-9]{2}.*|(?:sha[0-9]+|md5|blake\w+)[:-].*)"
)
_WORDS_OF_SENTENCES = """
    the a an is are be your enter must at of for to and or in not with our please this that
"""
_STOP_WORDS = frozenset(_WORDS_OF_SENTENCES.split())


def is_password(value: str, link: Link) -> bool:
    """Whether something called a password is one."""
    value = value[:MOST]
    only_words = value.isalpha() or " " in value
    if len(value) < _LEAST_PASSWORD or (only_words and link < Link.WRITTEN):
        return False
    if _is_something_else(value, link) or is_no_password(value):
        return False
    if only_words:
        return _is_pass_word(value)
    if value.isdigit():
        return True
    if is_words(value) and not value.isalnum():
        return _is_pass_phrase(value, link)
    return _has_two_kinds(value)


def is_key(value: str, link: Link, *, bare_token: bool = False) -> bool:
    """Whether something called a key, a secret or a token is one. `bare_token`: it may well be an id."""
    value = value[:MOST]
    least = _LEAST_LOOSE_KEY if link is Link.LOOSE else _LEAST_KEY
    if (
        len(value) < least
        or " " in value
        or random_letters(value) < _LEAST_PASSWORD
        or _is_something_else(value, link)
    ):
        return False
    if is_masked(value) or is_documented(value):
        return False
    if link < Link.WRITTEN and not _KEY_LETTERS.fullmatch(value):
        return False
    if _UUID.fullmatch(value) and (bare_token or link < Link.WRITTEN):
        return False
    return not (link is Link.LOOSE and _HEX.fullmatch(value))


def looks_random(value: str) -> bool:
    """Whether the letters of a value fall as no name, path, checksum or id lets them fall."""
    if not _LEAST_RANDOM <= len(value) <= _MOST_RANDOM or _HEX.fullmatch(value):
        return False
    kinds = sum(any(map(test, value)) for test in (str.islower, str.isupper, str.isdigit))
    if kinds < _KINDS_OF_LETTERS or random_letters(value) < _LEAST_LOOSE_KEY or _NAME_IN.search(value):
        return False
    if is_masked(value) or is_documented(value) or is_reference(value):
        return False
    return not (_STEPS_IN.search(value) and is_path(value)) and _bits(value) >= _LEAST_BITS


def stands_out(value: str) -> bool:
    """Whether a value is no word of a sentence even where nothing ties it to its name."""
    return value[0] != "\\" and (not _SYMBOLS.isdisjoint(value) or not _WORD_AND_DIGIT.fullmatch(value))


def _is_something_else(value: str, link: Link) -> bool:
    plain = value.lower()
    if plain.partition("|")[0] in _LITERALS or _TECHNICAL.fullmatch(plain) or _PATTERN.search(value):
        return True
    if is_reference(value) and not (link is Link.QUOTED and _is_odd(value)):
        return True
    return bool(_CALLED.search(plain)) and is_words(value)


def _is_odd(value: str) -> bool:
    """Whether a value only begins like a reference: a random password may open with a bracket."""
    return value[0] in "([<&" and value[-1] not in ")]>" and value.isascii() and " " not in value


def _is_pass_word(value: str) -> bool:
    """Whether letters alone are a password: one word, not a label's, or several that make no sentence."""
    words = value.split()
    if len(words) > 1:
        return len(words) in _PASSPHRASE and _make_no_sentence(words)
    return value.isascii() and not value.istitle() and not is_masked(value)


def _is_pass_phrase(value: str, link: Link) -> bool:
    """Whether joined words and numbers are a password (Blue-Horse-42), and not the name of a thing
    (case-sensitive, vault/prod/db1, db-creds-1).
    """
    words = _JOINTS.split(value)
    if "/" in value or link < Link.SAID or len(value) < _LEAST_PHRASE:
        return False
    if link is Link.SAID:
        return len(words) in _PASSPHRASE and _has_two_kinds(value) and not value.islower()
    return _has_two_kinds(value) or (len(words) in _LONG_PASSPHRASE and _make_no_sentence(words))


def _make_no_sentence(words: list[str]) -> bool:
    plain = all(word.isalpha() and word.islower() and len(word) >= _LEAST_WORD for word in words)
    return plain and _STOP_WORDS.isdisjoint(words)


def _has_two_kinds(value: str) -> bool:
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    return (letters and digits) or ((letters or digits) and not _SYMBOLS.isdisjoint(value))


def _bits(value: str) -> float:
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)
