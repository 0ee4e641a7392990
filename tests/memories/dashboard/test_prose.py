"""Stored text is laid out without doing anything and without hiding a character."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memories.dashboard.prose import MOST, SYNTAX, prose

PIECES = [
    "# a\n",
    "- b\n",
    "1. c\n",
    "| x | y |\n|--|--|\n| 1 | 2 |\n",
    "[n](https://e.example 't')",
    "`k`",
    "```sh\n",
]
PIECES += [
    "[[name|l]]",
    "![p](http://p.example)",
    "<b>",
    "&amp;",
    "[r]: http://r.example\n",
    "[r]",
    "\u202e",
    "\n\n",
    "\t",
]
WRITTEN = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=12).map("".join)


def laid(text: str) -> str:
    found = prose(text, workspace="shop")
    assert found is not None
    return str(found.html)


def seen(told: str) -> str:
    """The characters that a reader sees, those that are spelt out as themselves; and the numbers of lists."""
    told = re.sub(r'<li value="(\d+)">', r"\1", told)
    told = re.sub(r'<span class="unseen"[^>]*>U\+([0-9A-F]+)</span>', lambda m: chr(int(m[1], 16)), told)
    return html.unescape(re.sub(r"<[^>]*>", "", told))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Title", "<h3>Title</h3>"),
        ("a **b** _c_ ~~d~~ `e`", "<p>a <strong>b</strong> <em>c</em> <s>d</s> <code>e</code></p>"),
        ("5. five", '<ol><li value="5">five</li></ol>'),
        ("one\ntwo", "<p>one<br>two</p>"),
        ("> said", "<blockquote><p>said</p></blockquote>"),
        ("    x < 1", '<pre tabindex="0"><code>x &lt; 1\n</code></pre>'),
    ],
)
def test_markdown_is_laid_out(text: str, told: str) -> None:
    assert laid(text) == told


def test_a_table_is_one_and_can_be_scrolled() -> None:
    told = laid("| a | b |\n|---|--:|\n| 1 | 2 |")
    assert '<div class="scroll" tabindex="0"><table>' in told and '<td class="end">2</td>' in told


def test_a_link_says_where_it_leads_and_tells_nobody_where_from() -> None:
    told = laid('[the bank](https://evil.example/x "click")')
    assert 'href="https://evil.example/x" rel="noopener noreferrer nofollow">the bank</a>' in told
    assert '<span class="whither">https://evil.example/x click</span>' in told


@pytest.mark.parametrize("scheme", ["javascript", "JaVaScRiPt", "data", "vbscript", "file", "ftp", "x-app"])
def test_what_is_no_web_address_is_text(scheme: str) -> None:
    told = laid(f"[a]({scheme}:alert(1)) <{scheme}:alert(2)> ![b]({scheme}:x)")
    assert "<a" not in told and f"[a]({scheme}:alert(1))" in told


def test_relative_addresses_and_markup_are_text() -> None:
    told = laid("[a](/account/close) [b](//evil.example) <img src=x onerror=alert(1)> <!-- unseen -->")
    assert "<a" not in told and "<img" not in told and "&lt;!-- unseen --&gt;" in told


def test_pictures_are_links_and_not_loaded() -> None:
    told = laid("![how it looked](https://p.example/a.png)")
    assert "<img" not in told and 'href="https://p.example/a.png"' in told and "how it looked</a>" in told


def test_names_lead_to_memories_of_the_same_workspace() -> None:
    assert 'href="/memory?name=deploy-day&amp;workspace=shop"' in laid("See [[deploy-day]].")
    assert "<a" not in laid("`[[deploy-day]]`")


@pytest.mark.parametrize("text", ["{{ 7 * 7 }}", "{% now 'Y' %}", "&lt;b&gt;", "[r]: https://hidden.example"])
def test_what_might_be_taken_for_something_is_seen_as_it_is(text: str) -> None:
    assert seen(laid(text)) == text


@pytest.mark.parametrize("character", ["\u202e", "\u200b", "\u2066", "\u00ad"])
def test_what_cannot_be_seen_is_spelt_out(character: str) -> None:
    for text in (
        f"a{character}b",
        f"`a{character}b`",
        f"[a{character}](https://e.example)",
        f"# a{character}",
    ):
        assert f">U+{ord(character):04X}</span>" in laid(text)


@pytest.mark.parametrize("text", ["| a |\n|---|\n| 1 | hidden |", "a" * (MOST + 1), "nul \x00"])
def test_what_would_hide_something_is_shown_as_it_is_written(text: str) -> None:
    assert prose(text) is None


@settings(deadline=None)
@given(WRITTEN)
def test_no_character_is_ever_left_out(text: str) -> None:
    found = prose(text)
    if found is not None:
        told = seen(str(found.html))
        for character in set(text) - SYNTAX:
            assert told.count(character) >= text.count(character)


@settings(deadline=None)
@given(WRITTEN)
def test_nothing_but_our_own_markup_comes_out(text: str) -> None:
    found = prose(text)
    tags = re.findall(r"<(\w+)([^>]*)>", str(found.html) if found else "")
    assert not {tag for tag, _ in tags} & {"script", "img", "iframe", "style", "form", "input", "svg"}
    assert not any(re.search(r"\bon\w+=|style=|javascript:", rest) for _, rest in tags)


def test_only_what_looks_otherwise_can_be_switched() -> None:
    assert not prose("Plain words.\nOn two lines.").switch
    assert prose("- one").switch
