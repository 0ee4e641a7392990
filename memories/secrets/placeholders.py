"""What has the shape of a secret and is none: words, masks, variables, examples from the manuals."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise

_SEPARATORS = re.compile(r"[-_.+/:,;=~#@ ]+")
_STEPS = re.compile(r"[/.\\]+")
# A word, camelCase, an acronym; with a number behind it or alone.
_WORD = re.compile(r"[a-z]*+(?:[A-Z]++[a-z]{2,}+)*[A-Z]*+[0-9]{0,4}+|[0-9]{8}T[0-9]{6}Z?|[0-9]++")
_PLAIN_WORD = re.compile("(?:[A-Z]?[a-z]*|[A-Z]*)[0-9]{0,4}|[0-9]+")
_CLASS_NAME = re.compile(r"[a-z]*+(?:[A-Z]++[a-z]++[0-9]*+)+")  # Ed25519PrivateKey, OAuth2Token
_SMALL_PER_CAPITAL = 2
_MASK_WORDS = ("example", "placeholder", "redacted", "changeme", "change-me", "change_me", "dummy")
_MASK_SIGNS = ("xxxxx", "***", "...", "____", "####", "••", "●●", "…")
_MASK = re.compile(
    r"(?:^|[-_])(?:your|fake|sample|insert|replace|todo|here|goes|xxx+)(?:[-_]|$)"
    r"|(?:key|token|secret|password)[-_]?here$|(.)\1{7,}"
)
_REFERENCE = re.compile(
    r"[$#%@&]?[{(\[<].*"  # ${VAR}, {{ var }}, #{...}, [token], $(command), %(name)s
    r"|[^{]*+\{[A-Za-z_]\w*+.*|\$env:.*|%[A-Za-z_]\w*%|%[a-z]|\?|:[a-z_]+|__\w+__|@[a-z_]+"
    r"|[A-Za-z_][\w.]*+[(\[].*"  # a call, an index
    r"|(?:arn|vault|op|ssm|secret|ref|env|file|data|projects|sm):.*|[A-Za-z][A-Za-z0-9+.-]*+://.*|[A-Za-z]:\\.*"
    r"|(?:process|os|sys|config|settings|env|self|this|args|options|opts|ctx|req|request|import)\..*"
    r"|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+",  # an address
    re.DOTALL,
)
_NAMED = re.compile(r"\$[A-Za-z_][\w.-]*|~?\.{0,2}/.*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", re.DOTALL)
"""Variables, paths, attributes; a reference if words are most of what they are made of."""

_MANY = 5
"""Different characters that a random token has at least."""
_LOOKED_AT = 64
_MOSTLY = 0.8
"""The share of neighbours in alphabetical order that makes a token a sequence."""

# First 16 hexadecimal digits of the SHA-256 of examples that vendors print in their manuals, so that this
# file holds no token. AWS' own say EXAMPLE.
_DOCUMENTED = frozenset(
    {
        "2cafc0970149a84f",
        "f2d6ca16515033e5",
        "7e8de44ea9ecf6d5",
        "78a08441f4314f0a",
        "ac9265e56c79b234",
        "02091175c1ae3023",
        "0b5dd075ccdd03c4",
        "02f7ce3c263f85c0",
        "3543c50b0cb9cea8",
        "bc3ae723f57c6b9e",
        "82e74299544e0073",
        "797c0ce414586cc8",
        "6d7fa4e64d4b1f3e",
        "7f75367e78812551",
        "da816f9f2c16e6c5",
        "8d4ef6536dc8895f",
        "477bba133c182267",
        "9bbef19476623ca5",
        "2f725bbd1f405a1e",
        "3a134ef77d4e2e4c",
        "304945e91de3deff",
    }
)


def is_words(value: str) -> bool:
    """Whether words, numbers and what parts them are all there is: `fix-3696-slice1`, `sk-your-key`."""
    return all(map(_is_word, _SEPARATORS.split(value)))


def _is_word(part: str) -> bool:
    return bool(_WORD.fullmatch(part)) or _is_class_name(part)


def _is_class_name(part: str) -> bool:
    if not _CLASS_NAME.fullmatch(part):
        return False
    return sum(map(str.islower, part)) >= _SMALL_PER_CAPITAL * sum(map(str.isupper, part))


def is_spoken(value: str) -> bool:
    """Whether the value is plain words; stricter than is_words, for what a vendor's prefix announces."""
    return all(map(_PLAIN_WORD.fullmatch, _SEPARATORS.split(value)))


def random_letters(value: str) -> int:
    """How many letters of the value belong to no word or number."""
    parts = _SEPARATORS.split(value)
    return sum(len(part) for part in parts if not _is_word(part))


def is_path(value: str) -> bool:
    """Whether at least half of the parts between slashes and dots are words."""
    parts = [part for part in _STEPS.split(value) if part]
    return sum(map(is_words, parts)) * 2 >= len(parts)


def is_masked(value: str) -> bool:
    """Whether the value shows where a secret would stand: xxxx, ****, your-key, 0000, abcdefgh."""
    plain = value.lower()
    if len(set(value)) < _MANY or any(sign in plain for sign in (*_MASK_WORDS, *_MASK_SIGNS)):
        return True
    return bool(_MASK.search(plain)) or _is_sequence(value)


def is_reference(value: str) -> bool:
    """Whether the value names the place of a secret: a variable, a call, a path, a URL, an address."""
    if _REFERENCE.fullmatch(value):
        return True
    return bool(_NAMED.fullmatch(value)) and is_path(value.lstrip("$~"))


def is_documented(token: str) -> bool:
    """Whether the token is printed as an example in its vendor's manual."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:16] in _DOCUMENTED


def _is_sequence(value: str) -> bool:
    value = value[:_LOOKED_AT]
    steps = sum(ord(after) - ord(before) == 1 for before, after in pairwise(value))
    return len(value) > _MANY and steps >= _MOSTLY * (len(value) - 1)
