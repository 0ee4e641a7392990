"""A page without a browser: what the server sent, with whole links, and nothing that breaks the reader."""

from __future__ import annotations

import pytest

from webtools.reading.cleaning import without_hidden
from webtools.reading.document import of_source
from webtools.reading.markdown import markdown_of
from webtools.reading.plain import plain_text

URL = "https://example.org/a/b.html"


def markdown(html: str) -> str:
    return markdown_of(without_hidden(of_source(html, URL).body)[0])


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<h2>A</h2><ul><li>one<ul><li>two</ul></ul>", "## A\n\n- one\n  - two"),
        ("<ol start=3><li>c<li>d</ol>", "3. c\n4. d"),
        ("<p>a <b>b</b> <i>c</i> <code>d</code></p>", "a **b** *c* `d`"),
        ("<blockquote><p>said</p></blockquote>", "> said"),
        ("<a href='../x'>up</a>", "[up](https://example.org/x)"),
        ("<a href='#part'>part</a>", "[part](https://example.org/a/b.html#part)"),
        ("<img src=c.png alt=C>", "![C](https://example.org/a/c.png)"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
        ("<script>x</script><style>y</style><template>z</template><p>w", "w"),
        ("<p hidden>a</p><p style='display: none'>b</p><p>c</p>", "c"),
        ("<noscript><p>without scripts</p></noscript>", "without scripts"),
        ("<dl><dt>a</dt><dd>b</dd></dl>", "a"),
        ("<p>1 &lt; 2 &amp; 3</p>", "1 < 2 & 3"),
        ("<hr>", "---"),
    ],
)
def test_markdown_says_what_the_page_says(html: str, told: str) -> None:
    assert told in markdown(html)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<",
        "<<<>>>",
        "\x00<p>x",
        "<?xml version='1.0' encoding='utf-16'?><html><p>x</html>",
        "<div>" * 20_000 + "deep",
        "<table>" * 500 + "<tr><td>x",
        "<p " + "a=1 " * 5_000 + ">x",
        "<a href='http://[bad'>x</a>",
        "<base href='::::'><a href=x>x</a>",
        "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><p>&x;</p>",
        "<p>" + "\ud800" + "</p>",
    ],
)
def test_no_page_breaks_the_reader(html: str) -> None:
    found = of_source(html, URL)
    assert isinstance(markdown_of(found.body), str)
    assert "root:" not in plain_text(found.body)


def test_cells_and_blocks_do_not_run_together() -> None:
    html = "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table><p>d</p>e<br>f"
    assert plain_text(of_source(html, URL).body).split() == ["a", "b", "c", "d", "e", "f"]


def test_the_head_is_read() -> None:
    html = "<html lang=de><title> A\n b </title><meta name=author content=Ana><meta name=author content=B>"
    found = of_source(html, URL)
    assert (found.title, found.lang, found.metas["author"]) == ("A b", "de", "Ana")
