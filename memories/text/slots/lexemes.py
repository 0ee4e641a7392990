"""A text cut into what is read as one: words, numbers, addresses, moments as written. Linear in its length.

Nothing is understood here yet: `7/8/26` is a date whose order is open, `2.5kg` a number and a word that
touches it, an unbroken run of ideographs is cut by `han`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from memories.text.characters import HANGUL, LETTERS, REGIONAL, SYMBOLS, UNSPACED
from memories.text.folding import folded, unaccented
from memories.text.normalise import compatible
from memories.text.slots.han import cut
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.units import GLUED

Kind = Literal[
    "address", "identifier", "version", "date", "clock", "number", "word", "han", "sign", "stop", "pause"
]
"""A stop ends a sentence, a pause a clause; the rest are what they are called."""

LONGEST = 64
"""Characters of a word or number; what is longer is an identifier whatever it is made of."""


class Lexeme(NamedTuple):
    """A piece of text: what it is, in small letters without accents, as written, and how it stands.

    `touches` what is before it; `opens` a sentence; `owns` when a possessive ending was taken off.
    """

    kind: Kind
    plain: str
    written: str
    touches: bool = False
    opens: bool = False
    owns: bool = False


_MINUS = "\u2212"
_APOSTROPHES = re.compile("[\u2018\u2019\u02bc`´]")
_WISHED = re.compile(r"(?<=[A-Za-z])'d(?=\s+(?:like|love|prefer|rather|want|hate|be)\b)")
"""`I'd like` is a wish, `I like` is none."""
_NUMERAL = "[0-9〇零一二两兩三四五六七八九十]"

_HAN_DATE = (
    rf"(?:[0-9〇零一二三四五六七八九]{{4}}年(?:{_NUMERAL}{{1,3}}月(?:{_NUMERAL}{{1,3}}[日号號])?)?"
    rf"|{_NUMERAL}{{1,3}}月(?:{_NUMERAL}{{1,3}}[日号號])?|{_NUMERAL}{{1,3}}[日号號](?!码)"
    r"|[0-9]{1,2}월(?: ?[0-9]{1,2}일)?)"
)
_HAN_CLOCK = (
    rf"(?:(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里){_NUMERAL}{{1,3}}[点點时時]"
    rf"|{_NUMERAL}{{2,3}}[点點时時](?!间)|[0-9二两三四五六七八九十][点點](?!儿|心)|[0-9][時时](?!间))"
    rf"(?:{_NUMERAL}{{1,3}}分?|半|钟|整)?"
)

_IP6 = (
    r"(?<![0-9A-Za-z:])(?=[0-9A-Fa-f:]{0,38}::|(?:[0-9A-Fa-f]{1,4}:){7})[0-9A-Fa-f:]{3,39}(?:/[0-9]{1,3})?"
    r"(?![0-9A-Za-z:])"
)
_DATE = (
    r"(?<![0-9])(?:[0-9]{4}-[0-9]{2}-[0-9]{2}T(?=[0-9]{2}:)"
    r"|(?:[0-9]{4}(?P<sep>[-/.])[0-9]{1,2}(?P=sep)[0-9]{1,2}"
    r"|[0-9]{1,2}(?P<sep2>[-/.])[0-9]{1,2}(?P=sep2)[0-9]{4}"
    r"|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}|[0-9]{2}\.[0-9]{2}\.[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}(?!/)"
    r"|[0-9]{4}-(?:0[1-9]|1[0-2])(?!-))(?![0-9A-Za-z]|\.[0-9]))"
)
_CLOCK = (
    r"(?<![0-9:.])[0-9]{1,2}(?::[0-9]{2}(?::[0-9]{2})?|[hH][0-9]{2})(?:Z(?![A-Za-z]))?"
    r"(?![0-9A-Za-z](?<![aApP])|:[0-9])"
)
_PATH = (
    r"(?<![0-9A-Za-z_/.~-])(?:~|\.{1,2}|[A-Za-z]:)?[/\\][A-Za-z0-9_.@+-]{1,255}"
    r"(?:[/\\][A-Za-z0-9_.@+-]{1,255}){0,64}[/\\]?"
    r"|(?<![0-9A-Za-z_/.-])[A-Za-z0-9_.-]{1,64}(?:/[A-Za-z0-9_.@-]{1,255}){1,64}/?"
)
_NUMERIC = (
    r"[0-9]{1,3}(?: [0-9]{3}){1,4}(?=\s?(?:€|eur|kr|zł|руб|₽|%|km|kg|m\b))"
    r"|[0-9][0-9A-Za-z_.,'\u202f\u00a0-]*"
)
_GROUPS = (
    ("url", r"[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s<>\"“”«»，。；！？、（）]+"),
    ("email", r"[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}"),
    ("uuid", r"(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])"),
    ("ip", r"(?<![0-9.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2})?(?::[0-9]{1,5})?(?![0-9]|\.[0-9])"),
    ("ip6", _IP6),
    ("date", _DATE),
    ("handate", _HAN_DATE),
    ("hanclock", _HAN_CLOCK),
    ("clock", _CLOCK),
    ("path", _PATH),
    ("signed", r"(?<![0-9A-Za-z_.)\]/+-])[\u2212+-](?=[$€£¥₹₽₿]?\.?[0-9])"),
    ("digits", _NUMERIC),
    ("han", f"(?:(?!{_HAN_DATE}|{_HAN_CLOCK})[{UNSPACED}])+"),
    ("hangul", f"[{HANGUL}]+"),
    ("word", rf"[#@]?[{LETTERS}]++(?:[._'&+-][{LETTERS}]++)*(?:\+\+|#)?"),
    ("flag", f"[{REGIONAL}]{{2}}"),
    ("symbol", f"[{SYMBOLS}$%‰°]"),
    ("stop", r"[.!?…]+(?=\s|\Z|[\"')\]])|[。！？｡\n]|;(?=\s)|；"),
    ("pause", r"[,:，、：()\[\]（）=|]|\s[–—-]\s|->|→"),
)
"""What is read as one, tried in this order at each place. Every part is bounded or takes what it looks at."""

_KINDS: Mapping[str, Kind] = {
    "url": "address",
    "path": "address",
    "email": "address",
    "ip": "address",
    "ip6": "address",
    "uuid": "identifier",
    "date": "date",
    "handate": "date",
    "clock": "clock",
    "hanclock": "clock",
    "hangul": "word",
    "flag": "sign",
    "signed": "sign",
    "symbol": "sign",
    "stop": "stop",
    "pause": "pause",
}
_LEXEME = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _GROUPS))

_NUMBER = re.compile(r"[0-9]{1,3}(?:[.,'\u202f\u00a0][0-9]{3})+(?:[.,][0-9]{1,2})?|[0-9]+(?:[.,][0-9]+)?")
_WITH_ENDING = re.compile(rf"({_NUMBER.pattern})([A-Za-z]+)")
_RANGE = re.compile(rf"({_NUMBER.pattern})-({_NUMBER.pattern})")
_WITH_WORD = re.compile(rf"({_NUMBER.pattern})-([A-Za-z]{{2,}})")
_VERSION = re.compile(r"[0-9]+(?:\.[0-9]+){2,}(?:[-.+][0-9A-Za-z.-]+)?")
_V_VERSION = re.compile(r"v([0-9]+(?:\.[0-9]+)*(?:-[0-9a-z.]+)?)")
_CAMEL = re.compile("[a-z]+[A-Z]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_PLAIN_PATH = re.compile("(?:[A-Za-z]+|[0-9]+[A-Za-z]*)/[A-Za-z]+/?")
_TITLES = word_set("mr mrs ms dr prof st m mme herr frau sr sra nr no")
_ONLY_TITLES = word_set("mr mrs ms dr prof")
"""What is never the last word of a sentence."""
_ELIDED = re.compile("(?:[cdjlmnst]|qu|jusqu|lorsqu)'(?=.)")
_GERMAN_DAY = re.compile(
    "((?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(morgen|vormittag|mittag|nachmittag|abend|nacht)s?"
)
_TAILS = ("n't", "'s", "'re", "'ve", "'ll", "'d", "'m")


def lexemes(text: str) -> list[Lexeme]:
    """Return the lexemes of any text, in order."""
    shaped = _WISHED.sub(" would", _APOSTROPHES.sub("'", compatible(text)))
    found: list[Lexeme] = []
    opens, end = True, -1
    for match in _LEXEME.finditer(shaped):
        touches = match.start() == end
        for lexeme in _read(match, touches=touches):
            titled = lexeme.plain == "." and bool(found) and found[-1].plain in _TITLES
            if titled and found[-1].plain in _ONLY_TITLES:
                continue
            found.append(lexeme._replace(opens=opens))
            opens = (lexeme.kind == "stop" and not titled) or (opens and lexeme.kind == "sign")
        end = match.end()
    return found


def _read(match: re.Match[str], *, touches: bool) -> Iterator[Lexeme]:
    name, written = str(match.lastgroup), match[0]
    if name == "word":
        yield from _word(written, touches=touches)
    elif name == "digits":
        yield from _digits(written, touches=touches)
    elif name == "han":
        yield from (Lexeme(kind, plain, plain) for kind, plain in cut(written))
    elif name == "path" and _PLAIN_PATH.fullmatch(written):
        yield from _spoken_path(written.rstrip("/"))
    else:
        yield _as_is(name, written)


def _spoken_path(written: str) -> Iterator[Lexeme]:
    """`red/green` is two words, `39/month` a price per month."""
    first, _, second = written.partition("/")
    if first[0].isdigit():
        yield from _digits(first, touches=False)
        yield Lexeme("word", "per", "per")
    else:
        yield from _word(first, touches=False)
    yield from _word(second, touches=False)


def _as_is(name: str, written: str) -> Lexeme:
    plain = "-" if written == _MINUS else folded(written)
    return Lexeme(_KINDS[name], plain.rstrip("/.,:;!?)'") if name in ("url", "path") else plain, written)


def _digits(written: str, *, touches: bool) -> Iterator[Lexeme]:
    """What starts with a digit: a number, one that its unit touches, a range, a version, an identifier."""
    core = written.replace(" ", "\u00a0").rstrip(".,'_-\u202f\u00a0")
    plain = folded(core)
    if len(core) > LONGEST:
        yield Lexeme("identifier", plain, core)
    elif _NUMBER.fullmatch(core):
        yield Lexeme("number", core, core, touches=touches)
    elif (ending := _WITH_ENDING.fullmatch(core)) and ending[2].lower() in GLUED:
        yield Lexeme("number", ending[1], ending[1])
        yield Lexeme("word", ending[2].lower(), ending[2], touches=True)
    elif (span := _RANGE.fullmatch(core)) and not touches:
        yield Lexeme("number", span[1], span[1])
        yield Lexeme("number", span[2], span[2])
    elif compound := _WITH_WORD.fullmatch(core):
        yield Lexeme("number", compound[1], compound[1])
        yield from _word(compound[2], touches=False)
    elif _VERSION.fullmatch(core):
        yield Lexeme("version", plain, core)
    else:
        yield Lexeme("identifier", plain, core)
    if len(written) > len(core) and written.endswith("."):
        yield Lexeme("stop", ".", ".")


def _word(written: str, *, touches: bool) -> Iterator[Lexeme]:
    """A word, the words that hyphens and apostrophes join, or an identifier that is more than letters."""
    plain = unaccented(folded(written))
    if _INITIALS.fullmatch(written):
        yield Lexeme("word", plain.replace(".", ""), written.replace(".", ""), touches=touches)
    elif version := _V_VERSION.fullmatch(plain):
        kind: Kind = "version" if version[1].count(".") > 1 or "-" in version[1] else "number"
        yield Lexeme(kind, version[1], version[1])
    elif joined := _GERMAN_DAY.fullmatch(plain):
        yield Lexeme("word", joined[1], joined[1])
        yield Lexeme("word", joined[2], joined[2])
    elif _is_identifier(written):
        yield Lexeme("identifier", plain.removesuffix("'s"), written)
    else:
        for place, part in enumerate(_hyphenated(written)):
            yield from _apostrophised(part, touches=touches and not place)


def _is_identifier(written: str) -> bool:
    return (
        len(written) > LONGEST
        or (not written.isascii() and any(char.isdecimal() for char in written))
        or any(char in "_.&+#@0123456789" for char in written)
        or _CAMEL.match(written) is not None
    )


def _hyphenated(written: str) -> list[str]:
    """`third-floor` is two words, `e-mail` and `X-ray` are one, `sugar-free` is without."""
    parts = written.split("-")
    if parts[-1].lower() == "free":
        parts[-1] = "without"
    return ["".join(parts)] if len(parts[0]) == 1 else parts


def _apostrophised(written: str, *, touches: bool) -> Iterator[Lexeme]:
    """`isn't` is a word and a negation, `Ana's` a word that owns, `l'école` two words."""
    plain = unaccented(folded(written))
    while elided := _ELIDED.match(plain):
        yield Lexeme("word", plain[: elided.end() - 1], written[: elided.end() - 1])
        plain, written = plain[elided.end() :], written[elided.end() :]
    tail = next((tail for tail in _TAILS if plain.endswith(tail) and len(plain) > len(tail)), "")
    core = plain.removesuffix(tail)
    shown = written[: len(core)]
    if tail == "n't":
        yield Lexeme("word", {"ca": "can", "wo": "will", "sha": "shall"}.get(core, core), shown)
        yield Lexeme("word", "not", "not")
    elif core:
        yield Lexeme("word", core.replace("'", ""), shown, touches=touches, owns=tail == "'s")
