"""Pages of five megabytes are read in time that grows with their length: else these tests would not end."""

from __future__ import annotations

import pytest

from webtools.limits import MAX_PAGE_BYTES
from webtools.reading.article import article_of
from webtools.reading.cleaning import without_hidden
from webtools.reading.document import of_source
from webtools.reading.dropping import drop_all
from webtools.reading.plain import plain_text

URL = "https://example.org/"
PIECES = [
    "<nav>a</nav>word ",
    "<b hidden>a</b>word ",
    "<script></script>word ",
    "<p>The same words are said again and again in it.</p>",
    "<div role=dialog>a</div>word ",
]


@pytest.mark.parametrize("piece", PIECES)
def test_a_page_of_one_piece_again_and_again_is_read_to_its_end(piece: str) -> None:
    html = f"<body><main>{piece * (MAX_PAGE_BYTES // len(piece) // 2)}<p>The last sentence of it.</p></main>"
    seen, _ = without_hidden(of_source(html, URL).body)
    assert plain_text(article_of(seen)).endswith("The last sentence of it.")


def test_an_article_in_many_boxes_is_found_by_a_sample_of_its_lines() -> None:
    story = "".join(f"<p>Line {n} tells of the harbour and of its ships.</p>" for n in range(5_000))
    html = f"<body><div>Elsewhere</div>{'<div>' * 100}{story}{'</div>' * 100}<div>{'Ad. ' * 50}</div>"
    text = plain_text(article_of(of_source(html, URL).body))
    assert text.startswith("Line 0 tells") and "Line 4999 tells" in text and "Ad." not in text


def test_what_is_dropped_leaves_the_texts_behind_it() -> None:
    root = of_source("<body>a<i>x<i>y</i></i>b<i>z</i><b>c</b>d", URL).body
    drop_all(root, list(root.iter("i")))
    assert "".join(root.itertext()) == "abcd"
