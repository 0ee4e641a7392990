"""Words that make a sentence claim nothing: it denies, wonders, supposes, plans, repeats or asks."""

from __future__ import annotations

import re

_DENIED = r"""
    not | \w+n't | never | no | none | nobody | nothing | neither | nor | without | hardly | barely
    | rarely | seldom | cannot | stopped | stops | quit | quits | former | formerly | ex | except
    | instead\ of | rather\ than | fake | nicht | kein\w* | nie | niemals | niemand | nichts | weder
    | ohne | kaum | ehemalig\w* | früher\w*
"""
_UNSURE = r"""
    maybe | perhaps | might | (?-i:may) | could | would | should | must | probably | possibly | likely
    | unlikely | seems? | seemed | appears? | appeared | apparently | allegedly | supposedly | reportedly
    | rumou?red | presumably | thinks? | thought | believes? | believed | guess(?:es|ed)? | supposed?
    | supposes | assumes? | assumed | hopes? | hoped | hoping | wish(?:es|ed)? | imagines? | pretends?
    | plans? | planned | planning | intends? | going\ to | gonna | will | shall | \w+'ll | \w+'d
    | considering | considers? | considered | unsure | wonders? | doubts? | almost | nearly | used\ to
    | was\ about\ to | were\ to | tends? | tries | tried | trying | dream(?:s|ed|t)? | if | unless
    | whether | suppose | supposing | otherwise | according\ to | heard | claims? | claimed | says? | said
    | example | e\.g | i\.e | sometimes | someday | eventually | next\ (?:week|month|year|time) | tomorrow
    | soon | vielleicht | wahrscheinlich | vermutlich | möglicherweise | angeblich | könnte\w* | würde\w*
    | sollte\w* | müsste\w* | dürfte\w* | wird | werde | werden | wirst | scheint | glaub\w+ | denk\w+
    | vermut\w+ | hoff\w+ | plan(?:t|en|e) | will | wollen | möchte\w* | wenn | falls | ob | soll
    | angenommen | laut | sagt\w* | beinahe | fast | morgen | bald
"""
_QUESTION = re.compile(r"[?？]\W*\Z|[吗呢嗎][。.!！]?\Z")
_ASKING = re.compile(
    r"(?:what|which|who|whom|whose|where|when|why|how|wer|was|wie|wann|warum|wo|welche[rsn]?)\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(rf"(?<![\w'])(?:{_DENIED}|{_UNSURE})(?![\w'])", re.VERBOSE | re.IGNORECASE)
_HAN_DOUBT = re.compile(
    "不|没|沒|别|非|无|未|勿|可能|也许|或许|大概|应该|如果|要是|"
    "假如|打算|计划|想要|希望|据说|听说|好像|似乎|将|曾"
)
_QUOTED = re.compile(r"[\"“”„«»](?:[^\"“”„«»\s]+\s+){3,}[^\"“”„«»]*[\"“”„«»]|「.{4,}」|“.{6,}”")


def is_doubtful(clause: str) -> bool:
    """Whether a clause denies or wonders, or might."""
    shaped = clause.replace("’", "'")
    return bool(_DOUBT.search(shaped) or _HAN_DOUBT.search(shaped))


def asks(sentence: str) -> bool:
    """Whether a sentence is a question, or begins like one."""
    return bool(_QUESTION.search(sentence) or _ASKING.match(sentence.lstrip("\"'“*_ ")))


def quotes(sentence: str) -> bool:
    """Whether a sentence repeats somebody else's words."""
    return bool(_QUOTED.search(sentence))
