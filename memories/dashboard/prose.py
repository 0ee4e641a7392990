"""Stored text as the Markdown that agents write: laid out, and as inert as the text itself.

Nothing that was written may be left out by its rendering, for what is hidden from a reader is still read by
agents. What would be (a cell too many of a table, say) has the text shown as it is written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import punctuation
from typing import Final
from urllib.parse import urlsplit

import nh3
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from linkify_it import LinkifyIt
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from memories.dashboard.which import Which
from memories.text.links import LINK
from memories.visible import visible

MOST: Final = 10_000
"""Characters of a text that is laid out; a longer one is shown as it is written."""
MOST_NESTED: Final = 12
SCHEMES: Final = {"http", "https", "mailto"}
SYNTAX: Final = frozenset(punctuation) | frozenset(" \t\r\n")
"""What Markdown may use up. Everything else that was written is shown."""
FIRST_HEADING: Final = 3  # h1 and h2 are the page's own
_ALIGNED: Final = {"text-align:left": "start", "text-align:center": "middle", "text-align:right": "end"}

_STRUCTURE: Final = re.compile(r"<(?!/|p>|br>|span )")
_BLOCKS: Final = ("p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "div")
_WITHIN: Final = ("code", "em", "strong", "s", "a", "span")
_TABLES: Final = ("table", "thead", "tbody", "tr", "th", "td")
_TAGS: Final = {*_BLOCKS, *_WITHIN, *_TABLES}
_ATTRIBUTES: Final = {
    "a": {"href", "class"},
    "span": {"class", "title"},
    "div": {"class", "tabindex"},
    "pre": {"tabindex"},
    "li": {"value"},
    "th": {"class"},
    "td": {"class"},
}


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The text as HTML. `switch` tells that it looks otherwise than it is written."""

    html: SafeString
    switch: bool


def prose(text: str, *, workspace: str = "") -> LaidOut | None:
    """The text as HTML: headings, lists, tables, code, links that say where they lead. Pictures are links,
    markup is text, and so is whatever is not http, https or mailto. `[[names]]` lead to memories of the
    workspace.

    None where it must be shown as it is written.
    """
    if len(text) > MOST:
        return None
    page = _Page(workspace)
    written = "".join(page.blocks(_MARKDOWN.parse(text)))
    if Counter(_telling(text)) - page.shown:
        return None
    clean = nh3.clean(
        written,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )
    # Every part was escaped, and nh3 has read it again.
    return LaidOut(mark_safe(clean), _STRUCTURE.search(clean) is not None)  # noqa: S308


def _telling(text: str) -> Iterator[str]:
    return (character for character in text if character not in SYNTAX)


def _memory_link(state: StateInline, silent: bool) -> bool:
    """`[[name]]` and `[[name|label]]`."""
    found = LINK.match(state.src, state.pos, state.posMax)
    if found is None or not found[1].strip():
        return False
    if not silent:
        token = state.push("memory_link", "a", 0)
        token.content, token.meta = found[0], {"name": found[1].rstrip("\\").strip()}
    state.pos = found.end()
    return True


def _leads_out(address: str) -> bool:
    return urlsplit(address).scheme.lower() in SCHEMES


def _markdown() -> MarkdownIt:
    """CommonMark with tables, struck out words and bare addresses; without what hides what it says."""
    options = {"html": False, "linkify": True, "breaks": True, "maxNesting": MOST_NESTED}
    reader = MarkdownIt("default", options).disable(["reference", "entity", "html_block", "html_inline"])
    reader.linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})
    for name, rule in {"validateLink": _valid, "normalizeLink": str, "normalizeLinkText": str}.items():
        setattr(reader, name, rule)  # as its documentation has it
    reader.inline.ruler.before("link", "memory_link", _memory_link)
    return reader


def _valid(address: str) -> bool:
    try:
        return _leads_out(address)
    except ValueError:  # no address at all: [a](http://[)
        return False


class _Page:
    """Tokens as HTML. `shown` counts the characters that a reader sees."""

    def __init__(self, workspace: str) -> None:
        self.workspace = workspace
        self.shown: Counter[str] = Counter()

    def told(self, text: str) -> str:
        self.shown.update(text)
        return visible(text)

    def blocks(self, tokens: Sequence[Token]) -> Iterator[str]:
        for token in tokens:
            match token.type:
                case "inline":
                    yield from self.inline(token.children or [])
                case "fence" | "code_block":
                    yield self._code(token)
                case "hr":
                    yield "<hr>"
                case "table_open":
                    yield '<div class="scroll" tabindex="0"><table>'
                case "table_close":
                    yield "</table></div>"
                case _:
                    yield self._edge(token)

    def _edge(self, token: Token) -> str:
        """The beginning or the end of a block."""
        if token.hidden:
            return ""
        tag = token.tag
        if token.type.startswith("heading"):
            tag = f"h{min(6, int(tag[1]) + FIRST_HEADING - 1)}"
        if token.nesting < 0:
            return f"</{tag}>"
        if token.type == "list_item_open" and token.info:
            self.shown.update(token.info)
            return format_html('<li value="{}">', token.info)
        aligned = _ALIGNED.get(str(token.attrGet("style") or ""))
        return f'<{tag} class="{aligned}">' if aligned else f"<{tag}>"

    def _code(self, token: Token) -> str:
        named = format_html('<span class="code-name">{}</span>', self.told(token.info)) if token.info else ""
        return f'{named}<pre tabindex="0"><code>{self.told(token.content)}</code></pre>'

    def inline(self, tokens: Sequence[Token]) -> Iterator[str]:
        links: list[Token] = []
        for token in tokens:
            match token.type:
                case "link_open":
                    links.append(token)
                    yield format_html('<a class="out" href="{}">', token.attrGet("href"))
                case "link_close":
                    yield f"</a>{self._whither(links.pop())}"
                case _:
                    yield self._piece(token)

    def _piece(self, token: Token) -> str:
        """What stands within a line and holds nothing else."""
        match token.type:
            case "image":
                return self._picture(token)
            case "memory_link":
                return self._memory(token)
            case "code_inline":
                return f"<code>{self.told(token.content)}</code>"
            case "softbreak" | "hardbreak":
                return "<br>"
            case _ if token.tag:
                return f"</{token.tag}>" if token.nesting < 0 else f"<{token.tag}>"
            case _:
                return self.told(token.content)

    def _whither(self, token: Token) -> str:
        """Where a link leads, and what it is called there, unless the link says so itself."""
        address = str(token.attrGet("href"))
        title = str(token.attrGet("title") or "")
        if token.info == "auto":
            return ""
        return self._beside(f"{address} {title}".strip())

    def _beside(self, told: str) -> str:
        return format_html(' <span class="whither">{}</span>', self.told(told))

    def _picture(self, token: Token) -> str:
        """A link to it: a picture that were loaded would tell its server that it is looked at."""
        address = str(token.attrGet("src"))
        alt, title = self.told(token.content), str(token.attrGet("title") or "")
        link = format_html('<a class="out" href="{}">{} {}</a>', address, _("Picture:"), alt)
        return link + self._beside(f"{address} {title}".strip())

    def _memory(self, token: Token) -> str:
        name = token.meta["name"]
        return format_html(
            '<a href="{}">{}</a>', Which(name, self.workspace).address(), self.told(token.content)
        )


_MARKDOWN: Final = _markdown()
