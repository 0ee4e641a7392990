"""Where capitals, raised digits and indentation carry meaning, which the normal form of a text hides."""

from __future__ import annotations

import re
import unicodedata

from memories.text.normalise import compatible

_PREFIXES = ("", "k", "m", "g", "t", "p", "n", "u")
_BASES = (
    "b",
    "bps",
    "bit",
    "bits",
    "b/s",
    "w",
    "wh",
    "hz",
    "v",
    "a",
    "j",
    "pa",
    "f",
    "s",
    "g",
    "l",
    "m",
    "t",
)
CASED_UNITS = frozenset(prefix + base for prefix in _PREFIXES for base in _BASES) - {"pm", "am"}
"""Units, in small letters, that another capital makes another unit: `mW`, `Mb`, `S`."""

_AMOUNT = re.compile(r"[0-9][0-9.,'_]*([^\W\d_][^\W\d_]{0,3}(?:/s)?)?")
_CAMEL = re.compile("[a-z_][a-z0-9_]*[A-Z]")
_HOST = re.compile("[A-Za-z][A-Za-z0-9+.-]{0,15}://[^/?#]*")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,255}")
_EDGES = "\"'“”‘’«»()[]{}<>.,;:!?*…"
_FLAG = re.compile(r"[+-]{1,2}\w[\w-]*(?:=.*)?")
_CODE = re.compile(
    r"[A-Za-z]*[\\/_$=`@#~^<>|&*%].*[A-Za-z]|[A-Za-z].*[\\/_$=`~^<>|&*%(]|.*[A-Za-z0-9]{2}\.[A-Za-z]", re.S
)
_CODE_START = re.compile(r"[ \t]*(?:[-*+] |[0-9]{1,3}[.)] |[\w.\"'-]{1,64}:(?:\s|$)|[}\])])")
_CODE_ENDS = ("{", ";", "\\", ")", ":")
_WIDTH_OF_TAB = 8
_UNIT = "#"


def same_but_for_form(one: str, other: str) -> bool:
    """Tell whether two texts of one normal form really say the same.

    Only the capitals of prose, spaces and invisible characters may differ. Capitals count in units behind
    a number, in paths, the paths of web addresses, flags and names of code; digits set high or low are not
    those on the line; and lines of code, of outlines and of settings keep their breaks and their indentation.
    Symmetric, and linear in the texts' length; for texts of different normal forms it means nothing.
    """
    return one == other or (
        raised(one) == raised(other) and _same_letters(one, other) and _same_shape(one, other)
    )


def raised(text: str) -> list[str]:
    """Return the letters and digits that are set high or low, in order."""
    if text.isascii():
        return []
    return [char for char in text if unicodedata.decomposition(char).startswith(("<super>", "<sub>"))]


def cased(text: str) -> dict[str, set[str]]:
    """Return the spellings of each token of a text, by what it is in small letters; units apart."""
    found: dict[str, set[str]] = {}
    before = ""
    for token in compatible(text).split():
        core = token.strip(_EDGES)
        if core:
            unit = _unit(core, before)
            written = unit or _as_it_counts(core)
            found.setdefault(f"{_UNIT if unit else ''}{written.casefold()}", set()).add(written)
        before = core
    return found


def _unit(core: str, before: str) -> str:
    """Return the unit that a token is or ends in, "" if it is none."""
    amount = _AMOUNT.fullmatch(core)
    unit = (amount[1] or "") if amount else core if _AMOUNT.fullmatch(before) else ""
    return unit if unit.lower() in CASED_UNITS else ""


def spellings_differ(one: str, other: str) -> list[str]:
    """Return what both texts hold in several spellings, with capitals that carry meaning."""
    here, there = cased(one), cased(other)
    return [
        folded.removeprefix(_UNIT)
        for folded, spellings in here.items()
        if folded in there
        and any(folded[0] == _UNIT or _bears_case(each) for each in spellings ^ there[folded])
    ]


def _same_letters(one: str, other: str) -> bool:
    rows = [compatible(text).split() for text in (one, other)]
    before = ""
    for here, there in zip(*rows, strict=False):
        if here != there and not _same_token(here, there, before=before):
            return False
        before = here.strip(_EDGES)
    return True


def _same_token(one: str, other: str, *, before: str) -> bool:
    here, there = one.strip(_EDGES), other.strip(_EDGES)
    if _unit(here, before):
        return here == there
    here, there = _as_it_counts(here), _as_it_counts(there)
    return here == there or not (_bears_case(here) or _bears_case(there))


def _as_it_counts(token: str) -> str:
    """Return a token with the parts in small letters whose capitals never count: hosts, mail addresses."""
    if _EMAIL.fullmatch(token):
        return token.lower()
    host = _HOST.match(token)
    return host[0].lower() + token[host.end() :] if host else token


def _bears_case(token: str) -> bool:
    """Tell a token whose capitals are part of what it names."""
    if any(char.isdigit() for char in token):
        return bool(re.search("[a-z]", token) and re.search("(?<=.)[A-Z]", token, re.S)) or "/" in token
    return bool(_FLAG.fullmatch(token) or _CAMEL.match(token) or _CODE.match(token))


def _same_shape(one: str, other: str) -> bool:
    """Tell whether both have the same lines at the same depths, if any of them is more than prose."""
    lines = [
        [line for line in text.expandtabs(_WIDTH_OF_TAB).splitlines() if line.strip()]
        for text in (one, other)
    ]
    is_flat = max(map(len, lines)) <= 1
    if is_flat or not any(_is_code(line) for row in lines for line in row):
        return True
    return _depths(lines[0]) == _depths(lines[1])


def _is_code(line: str) -> bool:
    """Tell a line of code, of an outline or of settings from one of prose."""
    return bool(_CODE_START.match(line)) or line.rstrip().endswith(_CODE_ENDS) or "=" in line or "(" in line


def _depths(lines: list[str]) -> list[int]:
    """Return how far each line is set in, counted from the outermost."""
    depths = [len(line) - len(line.lstrip()) for line in lines]
    outermost = min(depths, default=0)
    return [depth - outermost for depth in depths]
