"""The words by which people and programs call a secret, and the names that hold such a word and mean another
thing.

Everything here looks at lower-cased text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple


class Call(StrEnum):
    """What a word calls a secret. A GUARDED one is a word for many things (`STRIPE_KEY`, `SORT_KEY`)."""

    PASSWORD = "password"  # noqa: S105  the name of a kind
    KEY = "key"
    TOKEN = "token"  # noqa: S105
    GUARDED = "guarded"


class Cue(NamedTuple):
    """The word stands at `start:end`. A `glued` one may be followed by its secret without a space."""

    start: int
    end: int
    call: Call
    glued: bool = False


# How a word begins, to be found fast, and what may follow; looking back from there includes the beginning.
_Word = tuple[str, str]

_PASS_OF = "|".join(f"(?<={whose}pass)" for whose in ("db", "pg", "my", "sql", "ftp", "user", "mail", "root"))
_PASSWORDS: tuple[_Word, ...] = (
    ("pass", "(?:word|wd|wort|phrase|code)s?|(?<=[_/-]pass)(?![a-z])|(?<![a-z]pass)(?= ?[:=])"),
    ("pass", f"(?:{_PASS_OF})(?= ?[:=])"),
    ("pwd", "(?![a-z])"),
    ("psw", "(?<![a-z]psw)(?![a-z])"),
    ("pw", "(?<![a-z]pw)(?= ?[:=])"),
    ("mdp", "(?<![a-z]mdp)(?![a-z])"),
    ("mot", "(?<![a-z]mot)s?[ _-]?de[ _-]?passe"),
    ("kennwort", ""),
    ("contrase", "[ñn]as?"),
    ("clave", "(?<![a-z]clave)(?![a-z]|[ _](?:de )?(?:api|secreta|privada|acceso))"),
    ("senha", "(?<![a-z]senha)(?![a-z])"),
    ("parola", "(?<![a-z]parola)(?![a-z])"),
    ("wachtwoord", ""),
    ("lösenord", ""),
    ("hasło", r"(?<!\whasło)"),
    ("adgangskode", ""),
    ("salasana", ""),
    ("heslo", r"(?<!\wheslo)"),
    ("jelszó", ""),
    ("şifre", ""),
    ("mật khẩu", ""),
    ("парол", "[ьяюе]?м?"),
)
_GLUED_PASSWORDS = (
    *("密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호"),
    *("รหัสผ่าน", "पासवर्ड", "סיסמה", "كلمة المرور", "كلمة السر"),
)
_ENDINGS = "(?:[ _-]?(?:access[ _-]?)?key)?(?!ar|io|ed|es|ing|ly|iv|[ _-]?manager)"
_LOCKS = ("api", "api[ -]", "zugangs", "zugriffs", "geheimer ", "geheime ")
_KEYS: tuple[_Word, ...] = (
    ("secret", f"(?<![a-z]secret)(?<![0-9]:secret)s?+{_ENDINGS}|(?<=[_a-z]secret)(?![a-z])"),
    ("credential", "s?"),
    ("cl", "(?<![a-z]cl)(?:é|e|ef)s?[ _-](?:secr[èe]te|d'?api|api|priv[ée]e|d'acc[èe]s)"),
    ("schlüssel", "|".join(f"(?<={whose}schlüssel)" for whose in _LOCKS)),
    ("geheimnis", ""),
    ("clave", "(?<![a-z]clave)[ _](?:de )?(?:api|secreta|privada|acceso)"),
    ("secreto", "(?<![a-z]secreto)(?![a-z])"),
    ("segredo", "(?<![a-z]segredo)(?![a-z])"),
    ("ключ", "(?<=api[ -]ключ)|(?<=секретный ключ)| api"),
    ("секрет", "(?![а-я])"),
)
_GLUED_KEYS = (
    *("密钥", "密鑰", "秘钥", "秘鑰", "私钥", "私鑰", "凭证"),
    *("凭据", "憑證", "シークレット", "アクセスキー", "apiキー", "비밀키", "시크릿"),
)
_TOKENS: tuple[_Word, ...] = (
    ("token", "(?!i[sz]|s)"),
    ("jeton", "(?<![a-z]jeton)(?!s)"),
    ("токен", "(?!ы|ов)"),
)
_GLUED_TOKENS = ["令牌", "トークン", "토큰"]

_KEY_OWNERS = """
    api app application access auth account secret private encryption signing master service admin shared
    client consumer webhook subscription license deploy integration rest storage vault bot jwt session
    cookie ssh
"""
_KEYS_OF = tuple(_KEY_OWNERS.split())
_LONGEST_BEFORE = 20
_TYPED = re.compile("[!-~]")
_AROUND = 40


@dataclass(frozen=True, slots=True)
class _Stem:
    text: str
    word: re.Pattern[str]
    call: Call
    glued: bool = False


def _stems() -> tuple[_Stem, ...]:
    spaced = ((Call.PASSWORD, _PASSWORDS), (Call.KEY, _KEYS), (Call.TOKEN, _TOKENS))
    glued = ((Call.PASSWORD, _GLUED_PASSWORDS), (Call.KEY, _GLUED_KEYS), (Call.TOKEN, _GLUED_TOKENS))
    return (
        *(
            _Stem(stem, re.compile(f"{stem}(?:{rest})"), call)
            for call, words in spaced
            for stem, rest in words
        ),
        *(_Stem(word, re.compile(word), call, glued=True) for call, words in glued for word in words),
    )


_STEMS = _stems()

# Said before "token" or "key", these make it another thing.
_NO_CALL_BEFORE = re.compile(
    r"(?:max|min|num|total|per|input|output|prompt|completion|cached?|page|next|continuation|stop|eos|bos|pad|unk"
    r"|special|mask|sep|cls|cursor|sync|first|last|each|every|public|primary|foreign|sort|partition|row|hash|index"
    r"|unique|idempotency|routing|dict|map|hot|short|group|i18n|translation|message|object|s3|redis|lookup|host"
    r"|dedupe?|dedup|queue|order|pub|publishable|site|non|by|count)[ _-]?$"
)

# Said behind the word, as its own last part, these make it another thing: token_count, passwordHash.
_NO_CALL_BEHIND = re.compile(
    r"(?:hash(?:es|ed)?|digest|file(?:name)?|path|folder|name|url|uri|endpoint|type|kind|len(?:gth)?|size|count"
    r"|limit|budget|usage|used|policy|field|input|label|hint|prompt|placeholder|expir(?:y|es|ed|ation)|lifetime"
    r"|manager|reset|format|regex|pattern|variable|version|algorithm|enabled|required|rotation|strength|vault"
    r"|provider|class|column|created|updated|validity|bucket|index|position|rate|cost|price|window|based|less"
    r"|free|protected|encoder|encoded|keyref|ref|(?:^|[_-])(?:id|ids|at|min|max|age|ttl|env|var|dir|alg|on|in))$"
)


def cues_in(lowered: str) -> list[Cue]:
    """The words for secrets in lower-cased text, in their order."""
    found = [cue for stem in _STEMS for cue in _cues_of(lowered, stem)]
    return sorted(chain(found, _key_cues(lowered)))


def is_other_thing(tail: str) -> bool:
    """Whether the rest of a name (`_count`, `hash`) says that the name is no secret's."""
    return bool(_NO_CALL_BEHIND.search(tail))


def _cues_of(lowered: str, stem: _Stem) -> Iterator[Cue]:
    if stem.text not in lowered:
        return
    call, glued = stem.call, stem.glued
    for word in stem.word.finditer(lowered):
        start, end = word.span()
        if (call is not Call.TOKEN or _calls(lowered, start)) and (not glued or _typed(lowered, end)):
            yield Cue(start, end, call, glued)


def _typed(lowered: str, place: int) -> bool:
    """Whether there is any typed letter around, which a secret is made of, in a text of another script."""
    return bool(_TYPED.search(lowered, max(0, place - _AROUND), place + _AROUND))


def _key_cues(lowered: str) -> Iterator[Cue]:
    """Where "key" says whose key it is: api key, access_key; or ends a name that may be any key's."""
    place = lowered.find("key")
    while place >= 0:
        before = lowered[max(0, place - _LONGEST_BEFORE) : place]
        if before.rstrip(" _-").endswith(_KEYS_OF):
            yield Cue(place, place + len("key"), Call.KEY)
        elif before.endswith("_") and _calls(lowered, place) and not lowered[place + 3 : place + 4].isalpha():
            yield Cue(place, place + len("key"), Call.GUARDED)
        place = lowered.find("key", place + len("key"))


def _calls(lowered: str, place: int) -> bool:
    return not _NO_CALL_BEFORE.search(lowered, max(0, place - _LONGEST_BEFORE), place)
