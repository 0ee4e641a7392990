"""`The user said that`: who told it goes without saying in notes of the user.

What is told is read as said of the user, whose pronoun opens it: `the user mentioned that he has two cats`.
"""

from __future__ import annotations

from collections.abc import Sequence

from memories.text.slots.lexemes import Lexeme
from memories.text.slots.lexicon.entries import word_set

_LONGEST = 8
"""Lexemes that a frame may take, with the comma or `that` it ends in."""

_ARTICLES = word_set("the der die l el la")
_TELLERS = word_set(
    """
user nutzer nutzerin benutzer benutzerin anwender anwenderin utilisateur utilisatrice usuario usuaria 用户
"""
)
_TELLS = word_set(
    """
said says told tells mentioned mentions stated states noted notes reported reports explained explains shared
shares indicated indicates sagt sagte gesagt erwähnt erwähnte dit mentionné précisé indiqué explique dijo dice
dicho mencionó menciona indicó 说 提到 表示
"""
)
_BETWEEN = word_set("has me us hat mir uns a m nous ha nos")
_THAT = word_set("that dass que qu")
_PRONOUNS = word_set("he she they i er sie ich il elle ils je él ella yo 他 她 他们")
_OWNED = word_set("his her their my")
_USER, _IDEOGRAPHS = "user", "用户"


def unframed(row: Sequence[Lexeme]) -> Sequence[Lexeme]:
    """Return the lexemes without a frame before them; as they are if they have none."""
    told = _told_at(row)
    if told is None:
        return row
    first, rest = row[told], row[told + 1 :]
    if first.plain in _PRONOUNS | _OWNED:
        chinese = first.kind == "han"
        user = _IDEOGRAPHS if chinese else _USER
        first = first._replace(plain=user, written=user, owns=first.plain in _OWNED)
    return [first._replace(opens=True), *rest]


def _told_at(row: Sequence[Lexeme]) -> int | None:
    """Return the place of what is told, None where nothing is: only `that` or a pronoun opens it."""
    place = 1 if row and row[0].plain in _ARTICLES else 0
    if len(row) <= place + 2 or row[place].plain not in _TELLERS or row[place].owns:
        return None
    told = False
    for at in range(place + 1, min(place + _LONGEST, len(row) - 1)):
        plain = row[at].plain
        if plain in _TELLS:
            told = True
        elif told and plain in _THAT:
            return at + 1
        elif told and plain in _PRONOUNS | _OWNED - {"my"}:
            return at
        elif plain not in _BETWEEN and not (told and row[at].kind == "pause"):
            return None
    return None
