"""Values that are called a password, a key or a token by the words in front of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from memories.secrets.cues import Call, Cue, cues_in, is_other_thing
from memories.secrets.finding import Finding
from memories.secrets.values import MOST, Link, is_key, is_password, looks_random, stands_out

_OPEN = r"(?P<open>(?:[brfu@]{0,2}\\{0,3}[\"'`])?|\*{1,2}|_{1,2}|<code>)"
_TYPE = (
    r"&?(?:'static )?(?:str|string|bytes|secretstr|final(?:\[str\])?|any|optional\[str\])(?: ?\| ?none)? ?="
)
_VERBS = (
    "is|was|are|ist|war|lautet|heißt|est|était|es|era|é|è|to|equals|jest|är|er"
    "|(?:is|was|has been) (?:now |still |currently )?(?:set|changed|updated) to"
)
_ADVERBS = "now|still|currently|just|simply|jetzt|nun|maintenant|ahora|agora"
_PREPOSITIONS = "for|of|on|in|at|used by|von|vom|für|zum|zur|der|des|du|de|pour|para|del|per|di"

_GLUED_VERBS = (
    "设置为|設置為|设为|設為|设成|改为|改成了?|更新为|更改为|变更为|就是|是|为|為|は|が|を|는|은|가|이"
)
_SIGNS = r"[ \t]*(?:(?::=|=>|->|[=!]==?|=|:-)|\bis set to\b)"

# Looked at from the end of a cue, in lower-cased text: the rest of the name, what closes it, whose secret it
# is, and what ties the value to it.
_AFTER = re.compile(
    r"(?P<tail>[a-z0-9_\u00df-\u024f\u0400-\u04ff]{0,24}+"
    r"(?:-[a-z0-9_]{1,24}+-[a-z0-9_]{1,24}+|-[a-z0-9_]{1,24}+(?!-[a-z0-9_])|(?!-[a-z0-9_])))"
    r"(?:\\{0,3}[\"'`])?[\])}*_]{0,3}"
    rf"(?:(?P<whose> ?\([^()\n]{{0,40}}\)| (?:{_PREPOSITIONS}) [^\n:=\"'.!?]{{1,40}}?)?"
    rf"(?:(?P<written> ?: ?{_TYPE}| +value *=|{_SIGNS}|(?<=[a-z0-9])>(?=[^\s<]))"
    r"|(?P<said>[ \t]*(?::(?:\*\*|__)|:|→|\|))"
    rf"|(?P<verb>[ \t]+(?:{_VERBS})(?: (?:{_ADVERBS}))?(?: ?:)?(?=[ \t]))))?"
    r"(?P<gap>[ \t]*(?:\\?\r?\n[ \t>|]*)?)" + _OPEN
)
_AFTER_GLUED = re.compile(
    r"(?P<tail>)(?:\\{0,3}[\"'`])?[\])}*_]{0,3}(?P<whose> ?\([^()\n]{0,20}\))? ?(?:已|被|我)?"
    rf"(?P<verb>{_GLUED_VERBS})? ?"
    r"(?P<written>=>|==?)?(?P<said>[:→|])?(?P<gap>[ \t]*)" + _OPEN + "(?![:=|])(?=[!-~])"
)
_FLAG = re.compile(r"(?:^|[\s\"'])--?[a-z-]{0,20}\Z")

_LETTER = r"[^\s\"'`<>\u0590-\u08ff\u0900-\u0eff\u2e80-\uffff]"
_UNQUOTED = re.compile(rf"{_LETTER}{{1,{MOST}}}")
_REST = re.compile(rf"{_LETTER}*")
_QUOTED = {quote: re.compile(rf"((?:\\.|[^\\{quote}\n]){{1,{MOST}}}){quote}") for quote in "\"'`"}
_ESCAPED = {quote: re.compile(rf"([^{quote}\n]{{1,{MOST}}}?)\\+{quote}") for quote in "\"'`"}
# The next pair of a query string, a connection string or a list.
_OWNERS = "the|my|our|your|das|mein|unser|le|mon|notre|la|mi|nuestra"
_IS_THE = re.compile(rf" (?:is|was|ist|est|es) (?:{_OWNERS})(?= )|(?<=[!-~])是(?:我的|我们的)?|(?<=[!-~] )是")
_WHICH = re.compile(r"[a-z0-9 -]{0,40}")
_TOLD = re.compile(r"(?<![!-~])[\"'`(]?([!#-&*-;=?-_a-~]{6,64})[\"'`)]? ?\Z")
_LONGEST_TOLD = 70
_WORD = re.compile(r"[A-Za-z]{0,64}+(?:[\s.,;:!?)]|$)")
_NEXT_PAIR = re.compile(r"[&;,|] ?[A-Za-z_][A-Za-z0-9_ .-]{0,31}=")
_LONGEST_NAME = 34
_TRAILING = ".,;:>*_|\\"
_BRACKETS = ((")", "("), ("]", "["), ("}", "{"))
_MOST_NESTED = 3
"""Names that are looked at inside the value of another: `authorization: token=...`."""


def find_assigned(text: str, lowered: str, cues: Iterable[Cue]) -> Iterator[Finding]:
    """The values that cues call secrets in text with plain letters; `lowered` is the same in lower case."""
    read_to = nested = 0
    for cue in cues:
        if cue.start >= read_to:
            nested = 0
        elif nested >= _MOST_NESTED:
            continue
        after = (_AFTER_GLUED if cue.glued else _AFTER).match(lowered, cue.end)
        if after is None or is_other_thing(after["tail"]):
            continue
        span, is_secret = _value_after(text, lowered, cue, after)
        read_to, nested = max(read_to, span[1]), nested + 1
        if is_secret:
            span, nested = _to_its_end(text, span), _MOST_NESTED
            read_to = max(read_to, span[1])
            yield Finding(*span, _kind_of(cue.call))


def find_said_to_be(text: str, lowered: str, cues: Iterable[Cue]) -> Iterator[Finding]:
    """The passwords of sentences that end in the word: `... is the password`."""
    words = [cue.start for cue in cues if cue.call is Call.PASSWORD]
    for verb in _IS_THE.finditer(lowered) if words else ():
        word = bisect_left(words, verb.end())
        if word == len(words) or not _WHICH.fullmatch(lowered, verb.end(), words[word]):
            continue
        told = _TOLD.search(text, max(0, verb.start() - _LONGEST_TOLD), verb.start())
        if told and is_password(told[1], Link.LOOSE) and stands_out(told[1]):
            yield Finding(*told.span(1), "password")


def _to_its_end(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The place of a value of which only the first MOST letters were looked at."""
    start, end = span
    rest = _REST.match(text, end) if end - start == MOST else None
    return (start, start + len(_stripped(text[start : rest.end()]))) if rest else span


def assigned_kind(name: str, value: str) -> str | None:
    """The kind of secret a JSON member's value is by the member's name, or None."""
    lowered = name.lower()
    for cue in cues_in(f"{lowered} ="):
        if not is_other_thing(lowered[cue.end :]) and _is_secret(cue.call, value, Link.QUOTED):
            return _kind_of(cue.call)
    return None


def _kind_of(call: Call) -> str:
    return "password" if call is Call.PASSWORD else "api_key"


def _value_after(text: str, lowered: str, cue: Cue, after: re.Match[str]) -> tuple[tuple[int, int], bool]:
    """Where the value stands that the cue may call a secret, and whether it is one."""
    tie = after["written"] or after["said"] or after["verb"]
    if not tie and not after["open"] and (cue.call is not Call.PASSWORD or _WORD.match(text, after.end())):
        return (cue.start, cue.end), False
    span, quoted = _value_span(text, after)
    value = text[slice(*span)]
    link = _link_of(after, quoted=quoted, ended_by=text[span[1] : span[1] + 1], value=value)
    if tie or (quoted and not after["whose"]):
        return span, _is_secret(cue.call, value, link)
    is_apart = cue.glued or after["gap"]
    if not is_apart or cue.call is not Call.PASSWORD or not is_password(value, Link.LOOSE):
        return span, False
    return span, stands_out(value) or bool(_FLAG.search(lowered, max(0, cue.start - 24), cue.start))


def _link_of(after: re.Match[str], *, quoted: bool, ended_by: str, value: str) -> Link:
    if after["whose"] or "\n" in after["gap"]:
        return Link.LOOSE
    if quoted and (after["written"] or after["said"]):
        return Link.QUOTED
    if after["written"]:
        is_argument = value.isidentifier() and ended_by in (",", ")")
        return Link.SAID if is_argument else Link.WRITTEN
    return Link.SAID if after["said"] else Link.LOOSE


def _is_secret(call: Call, value: str, link: Link) -> bool:
    if call is Call.PASSWORD:
        return is_password(value, link)
    if call is Call.GUARDED:
        return looks_random(value)
    return is_key(value, link, bare_token=call is Call.TOKEN)


def _value_span(text: str, after: re.Match[str]) -> tuple[tuple[int, int], bool]:
    """Where the value after an opening stands, and whether it is quoted; an empty place if there is none."""
    start = after.end()
    quote = after["open"][-1:]
    if quote in _QUOTED:
        pattern = _ESCAPED[quote] if "\\" in after["open"] else _QUOTED[quote]
        match = pattern.match(text, start)
        if match:
            return match.span(1), True
    run = _UNQUOTED.match(text, start)
    end = run.end() if run else start
    pair = _NEXT_PAIR.search(text, start, end + _LONGEST_NAME)
    end = min(end, pair.start()) if pair else end
    return (start, start + len(_stripped(text[start:end]))), False


def _stripped(value: str) -> str:
    """The value without a sentence's end and without brackets that it did not open."""
    for closing, opening in _BRACKETS:
        inside, found, _ = value.partition(closing)
        value = inside if found and opening not in inside else value
    return value.rstrip(_TRAILING)
