"""Signs that say something where no word does: comparisons, arrows, flags, ticks, questions, raised digits.

They are read from the text itself, because lexemes pass over them. What only gives a text its shape (bullets,
quotes, headings, emphasis, tables) is none of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from types import MappingProxyType

from memories.text.normalise import compatible

ORDERING = frozenset(
    {"<", ">", "≤", "≥", "→", "←", "=", ":=", "+=", "-=", "*=", "/=", "≔", "⊂", "⊃", "∈", "|"}
)
"""Signs whose two sides may not change places."""

QUIET = frozenset({"=", "|"})
"""Signs that a colon, a word or a line may stand for: only what they order matters."""

REVERSING = frozenset({"!", "~~", "()", "[ ]", "[x]"})
"""Signs that deny, strike out or take away what they stand at."""

_LIKE = MappingProxyType(
    {
        "->": "→", "-->": "→", "=>": "→", "⇒": "→", "⟶": "→", "➜": "→", "➔": "→", "➡": "→", "⟹": "→",
        "<-": "←", "<--": "←", "⇐": "←", "<->": "↔", "<=>": "↔", "⇔": "↔", "<=": "≤", "⩽": "≤", ">=": "≥",
        "⩾": "≥", "!=": "≠", "!==": "≠", "<>": "≠", "===": "==", "&&": "∧", "||": "∨", "¬": "!", "≈": "~",
    }
)  # fmt: skip
_NAMED = MappingProxyType({"question": "?", "denial": "!", "loss": "()", "more": "+", "name": "+"})
_SHAPE = re.compile(
    r"^[ \t]*(?:>[ \t]?)+|</?[A-Za-z][^<>\n]{0,255}>|<(?:https?|mailto):[^<>\s]{1,2048}>", re.M
)
"""Quote signs at the head of a line, tags, addresses in angles."""
_SIGNS = re.compile(
    r"(?P<tick>\[[ xX✓✔]\])"
    r"|(?P<flag>(?<![\w+-])(?:--[A-Za-z][\w-]{0,63}|(?<=[ \t])-[A-Za-z]{1,8}(?![\w-])|\+[A-Za-z]{1,8}(?!\w)))"
    r"|(?P<operator><-->|<=>|<->|-->|<--|!==|===|->|<-|=>|<=|>=|<>|!=|==|\+=|-=|\*=|/=|:=|&&|\|\||~~|\+\+|--"
    r"|[<>=|⇒⟶➜➔➡⟹⇐⩽⩾¬\u2190-\u21ff\u2200-\u22ff±×÷])"
    r"|(?P<denial>(?<![\w!\])])!(?=[A-Za-z_(]))"
    r"|(?P<about>[~≈](?=\s?[$€£¥]?[0-9]))"
    r"|(?P<more>(?<=[0-9])\+(?![\w+]))"
    r"|(?P<grade>(?<![\w+-])(?:[A-Z]|AB|ab|[a-f]|0)[+\u2212-](?![\w+-]))"
    r"|(?P<name>(?<=[^\W\d_])\+(?![\w+]))"
    r"|(?P<loss>(?<!\w)\([$€£¥]?[0-9][0-9.,' ]{0,20}[$€£¥]?\))"
    r"|(?P<question>[?？](?=[\s\"'»”’)\]]|\Z)|[吗嗎](?=[\s，。]|\Z))"
    r"|(?P<every>\*(?=[./]))"
)
_RULES = re.compile(r"^[-=*_|+: \t]{3,}$", re.M)
_SQUARE = "\u00b2\u00b3"


def marks_of(text: str) -> Counter[str]:
    """Return the signs of a text that say something, each as often as it stands there; linear."""
    shaped = _RULES.sub("", _SHAPE.sub("", compatible(text)))
    found = Counter(mark for match in _SIGNS.finditer(shaped) if (mark := _mark(match)))
    found["?"] = min(found["?"], 1)  # asked twice is asked
    found.update(_raised(text))
    return +found


def _mark(match: re.Match[str]) -> str:
    kind, written = str(match.lastgroup), match[0]
    if kind == "tick":
        return "[ ]" if written == "[ ]" else "[x]"
    if kind == "grade":
        return written.replace("\u2212", "-")
    return _NAMED.get(kind) or _LIKE.get(written, written)


def _raised(text: str) -> list[str]:
    """Return the letters and digits set high or low, but for those of squares and cubes."""
    if text.isascii():
        return []
    return [
        char
        for place, char in enumerate(text)
        if unicodedata.decomposition(char).startswith(("<super>", "<sub>"))
        and char not in "ªº™℠"
        and not (char in _SQUARE and text[max(0, place - 1) : place].isalpha())
    ]
