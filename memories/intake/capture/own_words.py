"""A person's own words: a turn without what we injected, programs wrapped in, and what was pasted or quoted.

Pure, linear in the length of the text. Where it is unclear whose words something is, it is taken out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from memories.text.markdown import blocks

Span = tuple[int, int]

# Blocks that a memory puts into a prompt, ours and those of the systems that came before.
INJECTED = ("continuum-context", "open-continuity-memory-context")
_INJECTED_HEADER = re.compile(r"^[ \t]*\[Continuum memory\b", re.MULTILINE)

# Wrappers that programs add in the person's name, by the beginnings of their tags' names.
_WRAPPERS = (
    *INJECTED,
    *(
        "system-reminder",
        "user-prompt-submit-hook",
        "task-notification",
        "command-",
        "local-command-",
        "bash-",
    ),
    *("ide_", "tool_", "function_"),
)

_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][\w:.-]{0,60})(?P<rest>(?:\s[^<>]{0,1000})?)>")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_INJECTED_TAG = re.compile(r"<(/?)({})\b[^<>]{{0,1000}}>".format("|".join(INJECTED)), re.IGNORECASE)
_HIDDEN = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]"
)
_QUOTED = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_INDENTED = re.compile(r"^(?: {4}|\t)(?![ \t]*(?:[-*+•]|[0-9]{1,9}[.)])[ \t]).*$", re.MULTILINE)
_CONTINUED = "This session is being continued from a previous conversation"
_INTERRUPTED = re.compile(r"\[Request interrupted by user[^\]]{0,40}\]")

_ASKED = r"(?:\W|please\b|bitte\b|por\ favor\b)*(?:remember|merk|souv|retiens|recuerda|记住|記住)"
_THING = r"""
    (?:web\s?)?page|article|e-?mail|mail|output|logs?|errors?|traceback|trace|doc(?:ument(?:ation)?|s)?|readme
    |web\s?site|site|response|result|transcript|thread|issue|ticket|quote|snippet|diff|file|text|post|reply
    |seite|artikel|ausgabe|fehler(?:meldung)?|antwort|nachricht|dokument|datei
    |courriel|sortie|erreur|réponse|fichier|página|artículo|correo|salida|respuesta|archivo|mensaje
"""
_PASTE_LEAD = re.compile(
    rf"""
    ^(?!{_ASKED})(?:
      .{{0,160}}\b(?:{_THING})\b.{{0,60}}
      | .{{0,160}}\b(?:says?|said|reads|wrote|prints|returns|returned|sagt|schreibt|dit|écrit|dice
      |escribe)[ \t]?
      | .{{0,60}}(?:网页|網頁|文章|邮件|郵件|输出|輸出|日志|日誌|报错|內容|内容|原文).{{0,20}}
    )[:：][ \t]*$""",
    re.IGNORECASE | re.VERBOSE,
)


def own_words(words: str) -> str:
    """What of a turn the person wrote as their own; empty when none of it is surely theirs."""
    if words.lstrip().startswith(_CONTINUED):
        return ""
    text = _HIDDEN.sub("", words)
    text = _without_wrapped(without_injected(text))
    text = _without_fences(_INTERRUPTED.sub(" ", text))
    return _before_paste(_INDENTED.sub("", _QUOTED.sub("", text))).strip()


def without_injected(text: str) -> str:
    """The text without every whole block that was injected, wherever it stands."""
    spans: list[Span] = []
    opened: dict[str, int] = {}
    for tag in _INJECTED_TAG.finditer(text):
        name = tag[2].lower()
        if not tag[1]:
            opened.setdefault(name, tag.start())
        elif name in opened:
            spans.append((opened.pop(name), tag.end()))
    return "\n\n".join(_outside(text, spans))


def _without_wrapped(text: str) -> str:
    """Without elements and comments of markup, what they hold included, and without halves of wrappers.

    The half of a wrapper means that a limit fell into it: everything on its side of the tag is in doubt.
    """
    header = _INJECTED_HEADER.search(text)
    text = _COMMENT.sub(" ", text[: header.start()] if header else text)
    opened: defaultdict[str, list[int]] = defaultdict(list)
    spans: list[Span] = []
    for tag in _TAG.finditer(text):
        name = tag["name"].lower()
        if not tag["end"]:
            if tag["rest"].endswith("/"):
                spans.append(tag.span())
            else:
                opened[name].append(tag.start())
        elif opened[name]:
            spans.append((opened[name].pop(), tag.end()))
        elif name.startswith(_WRAPPERS):
            spans.append((0, tag.end()))
    halves = (starts[0] for name, starts in opened.items() if starts and name.startswith(_WRAPPERS))
    spans += [(start, len(text)) for start in halves]
    return "".join(_outside(text, spans))


def _outside(text: str, spans: Iterable[Span]) -> Iterator[str]:
    """The parts of text that lie in none of the spans."""
    last = 0
    for start, end in sorted(spans):
        if start > last:
            yield text[last:start]
        last = max(last, end)
    yield text[last:]


def _without_fences(text: str) -> str:
    fences = [(block.start, block.end) for block in blocks(text) if block.kind == "fence"]
    return "".join(_outside(text, fences))


def _before_paste(text: str) -> str:
    """What stands before a line that announces somebody else's words, as in "the page says:"."""
    kept: list[str] = []
    for line in text.split("\n"):
        if _PASTE_LEAD.match(line):
            break
        kept.append(line)
    return "\n".join(kept)
