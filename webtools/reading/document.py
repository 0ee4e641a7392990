"""A page as it is worked on: its body as a tree, and what its head says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

import lxml.html
from lxml import etree

from webtools.limits import MAX_LINKED_DATA, MAX_TITLE
from webtools.reading.dropping import drop_all
from webtools.reading.marks import HIDDEN

Element = Any
"""An lxml element: the package has no types."""

_DROPPED = (
    "script",
    "style",
    "template",
    "link",
    "meta",
    "head",
    "svg",
    "canvas",
    "video",
    "audio",
    "object",
    "embed",
)
_LINKS = (("a", "href"), ("area", "href"), ("img", "src"))
_NOT_SEEN = ("display:none", "visibility:hidden")


@dataclass(frozen=True, slots=True)
class Document:
    """`metas` by name, the first of each; `linked` the texts of JSON-LD; `ids` what a fragment can name;
    `cut` that the page was longer than is read.
    """

    body: Element
    url: str
    title: str = ""
    lang: str = ""
    metas: Mapping[str, str] = ()  # type: ignore[assignment]
    linked: Sequence[str] = ()
    ids: frozenset[str] = frozenset()
    cut: bool = False


def of_snapshot(told: Mapping[str, Any], url: str) -> Document:
    """The document that the script in the browser wrote down."""
    return Document(
        body=_tree(told["html"]),
        url=url,
        title=_line(told["title"]),
        lang=told["lang"],
        metas=_first_of_each(told["metas"]),
        linked=told["linked"],
        ids=frozenset(told["ids"]),
        cut=bool(told["cut"]),
    )


def of_source(html: str, url: str) -> Document:
    """The document as the server sent it, without a browser: nothing that scripts would add."""
    root = _tree(html)
    base = urljoin(url, next((str(each) for each in root.xpath("//base/@href")), ""))
    metas = [
        (each.get("property") or each.get("name") or "", each.get("content") or "")
        for each in root.iter("meta")
    ]
    linked = [each.text or "" for each in root.xpath("//script[@type='application/ld+json']")]
    title = next((each.text_content() for each in root.iter("title")), "")
    lang = root.get("lang") or ""
    ids = frozenset(map(str, root.xpath("//@id | //a/@name")))
    _show_frames(root)
    _absolute(root, base)
    _mark_hidden(root)
    drop_all(root, list(root.iter(*_DROPPED)))
    return Document(
        body=root,
        url=url,
        title=_line(title),
        lang=lang,
        metas=_first_of_each(metas),
        linked=linked[:MAX_LINKED_DATA],
        ids=ids,
    )


def _tree(html: str) -> Element:
    """Comments are left out; of a hostile depth lxml keeps what it can."""
    # The parser refuses texts with NUL, and a declaration of another encoding than the one already undone.
    text = html.replace("\x00", "")
    if text.lstrip().startswith("<?xml"):
        text = text.partition("?>")[2]
    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        root = lxml.html.document_fromstring("<html><body></body></html>")
    return root


def _show_frames(root: Element) -> None:
    """What a frame holds itself stands where the frame does."""
    for frame in list(root.iter("iframe")):
        if inner := frame.get("srcdoc"):
            body = _tree(inner).find("body")
            if body is not None:
                body.tag, body.tail = "div", frame.tail
                frame.getparent().replace(frame, body)


def _absolute(root: Element, base: str) -> None:
    for tag, attribute in _LINKS:
        for element in root.iter(tag):
            told = (element.get(attribute) or "").strip()
            if told.startswith("data:"):
                del element.attrib[attribute]
            elif told:
                element.set(attribute, _joined(base, told))


def _joined(base: str, told: str) -> str:
    try:
        return urljoin(base, told)
    except ValueError:  # brackets that are no IPv6 address
        return told


def _mark_hidden(root: Element) -> None:
    for element in root.iter(etree.Element):
        style = (element.get("style") or "").lower().replace(" ", "")
        if element.get("hidden") is not None or any(told in style for told in _NOT_SEEN):
            element.set(HIDDEN, "")


def _first_of_each(pairs: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, content in pairs:
        if name and content:
            found.setdefault(str(name), str(content))
    return found


def _line(text: str) -> str:
    return " ".join(str(text).split())[:MAX_TITLE]
