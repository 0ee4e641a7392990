"""Markdown of a part of a page: tables, code and absolute links are kept (html-to-markdown does the work)."""

from __future__ import annotations

import re

from html_to_markdown import ConversionOptions, HiddenContent, PreprocessingOptions, convert
from lxml import etree

from webtools.reading.document import Element

_OPTIONS = ConversionOptions(
    extract_metadata=False,
    bullets="-",
    autolinks=False,
    compact_tables=True,
    br_in_tables=True,
    hidden_content=HiddenContent.ALL,
    preprocessing=PreprocessingOptions(enabled=False),
    max_depth=200,
)
_MANY_LINES = re.compile(r"\n{3,}")


def markdown_of(part: Element) -> str:
    html = etree.tostring(part, encoding="unicode", method="html")
    told = convert(html, _OPTIONS)
    text = told if isinstance(told, str) else told.content or ""
    return _MANY_LINES.sub("\n\n", text).strip()
