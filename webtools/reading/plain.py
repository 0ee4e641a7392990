"""The words of a page as a reader sees them, for quotes: blocks on lines of their own, no markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from webtools.reading.document import Element

_BLOCKS = frozenset(
    (
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "center",
            "dd",
            "details",
            "dialog",
        ),
        *("dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3"),
        *("h4", "h5", "h6", "header", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav", "ol"),
        *("option", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"),
    )
)
_SPACED = frozenset(("br", "td", "th"))
_UNREAD = frozenset(("script", "style", "template", "noscript", "rt", "rp", "head", "button", "select"))
_NOTE = re.compile(r"\s*[\[(]\s*([0-9]{1,3}|[a-z]|note [0-9]{1,3}|citation needed)\s*[\])]\s*", re.IGNORECASE)
_RAISED = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")


def plain_text(root: Element) -> str:
    """Line breaks count as blanks, readings above characters and marks of footnotes are left out."""
    lines = (" ".join(line.split()) for line in "".join(_pieces(root)).split("\n\n"))
    return "\n\n".join(line for line in lines if line)


def _pieces(root: Element) -> Iterator[str]:
    """The texts in their order, by a walk that no depth of nesting can overrun."""
    stack: list[tuple[Element, bool]] = [(root, False)]
    while stack:
        element, seen = stack.pop()
        if seen:
            yield from _after(element, root)
            continue
        if not isinstance(element.tag, str) or element.tag in _UNREAD or _is_note(element):
            yield element.tail or "" if element is not root else ""
            continue
        if element.tag in {"sup", "sub"}:
            yield _moved(element)
            yield element.tail or "" if element is not root else ""
            continue
        yield "\n\n" if element.tag in _BLOCKS else " " if element.tag in _SPACED else ""
        yield element.text or ""
        stack.append((element, True))
        stack.extend((child, False) for child in reversed(element))


def _after(element: Element, root: Element) -> Iterator[str]:
    yield "\n\n" if element.tag in _BLOCKS else ""
    if element is not root:
        yield element.tail or ""


def _is_note(element: Element) -> bool:
    """A mark that leads to a footnote: in brackets, or raised and a link within the page."""
    if element.tag != "sup":
        return False
    text = "".join(element.itertext())
    if _NOTE.fullmatch(text):
        return True
    return any("#" in (link.get("href") or "") for link in element.iter("a"))


def _moved(element: Element) -> str:
    text = "".join(element.itertext())
    return text.translate(_RAISED if element.tag == "sup" else _LOWERED)
