"""What has the shape of a secret and is none: words, masks, variables, examples from the manuals."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise

_SEPARATORS = re.compile(r"[-_.+/:,;=~ ]+")
# A word, camelCase, an acronym; with a number behind it or alone.
_WORD = re.compile(r"[a-z]*+(?:[A-Z]++[a-z]{2,}+)*+[A-Z]{0,16}(?<![A-Z]{17})[0-9]{0,4}|[0-9]+")
_MASK = re.compile(
    r"example|placeholder|redacted|changeme|change[-_]me|dummy|x{4,}|\*{3,}|\.{3,}|[•●…]{2,}|_{4,}|#{4,}"
    r"|(?:^|[-_])(?:your|my|fake|sample|insert|replace|todo|here|goes|xxx)(?:[-_]|$)|(?:key|token|secret|password)here$"
    r"|(.)\1{5,}",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"[$#%@&]?[{(\[<].*"  # ${VAR}, {{ var }}, #{...}, [token], $(command), %(name)s
    r"|\$[A-Za-z_][A-Za-z0-9_]*|\$env:.*|%[A-Za-z_][A-Za-z0-9_]*%|%[a-z]|\?|:[a-z_]+|__\w+__|@[a-z_]+"
    r"|.*[A-Za-z_][A-Za-z0-9_]*[(\[].*"  # a call, an index
    r"|(?:arn|vault|op|ssm|secret|ref|env|file|data|azurekeyvault|projects|sm):.*|[a-z][a-z0-9+.-]*://.*"
    r"|~?\.{0,2}/.*|[A-Za-z]:\\.*"  # paths
    r"|(?:process|os|sys|config|settings|env|self|this|args|options|opts|ctx|req|request|import)\..*"
    r"|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+",  # an address
    re.DOTALL,
)
_PLAIN_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+")

_MANY = 5
"""Different characters that a random token has at least."""
_MOSTLY = 0.6
"""The share of neighbours in alphabetical order that makes a token a sequence."""

# First 16 hexadecimal digits of the SHA-256 of examples that vendors print in their manuals, so that this file
# holds no token. AWS' own say EXAMPLE.
_DOCUMENTED = frozenset(
    {
        "DOCUMENTED",
    }
)


def is_words(value: str) -> bool:
    """Whether words, numbers and what parts them are all there is: `fix-3696-slice1`, `sk-your-key`."""
    return all(_WORD.fullmatch(part) for part in _SEPARATORS.split(value))


def is_masked(value: str) -> bool:
    """Whether the value shows where a secret would stand: xxxx, ****, your-key, 0000, abcdefgh."""
    return bool(_MASK.search(value)) or len(set(value)) < _MANY or _is_sequence(value)


def is_reference(value: str) -> bool:
    """Whether the value names the place of a secret: a variable, a call, a path, a URL, an address."""
    if _REFERENCE.fullmatch(value):
        return True
    return bool(_PLAIN_IDENTIFIER.fullmatch(value)) and is_words(value)


def is_documented(token: str) -> bool:
    """Whether the token is printed as an example in its vendor's manual."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:16] in _DOCUMENTED


def _is_sequence(value: str) -> bool:
    steps = sum(ord(after) - ord(before) == 1 for before, after in pairwise(value))
    return len(value) > _MANY and steps >= _MOSTLY * (len(value) - 1)
