"""As much of Markdown as is needed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.markdown import MAX_TITLE, blocks, code_ranges, lines

MARKUP = st.text(st.sampled_from("a #`~-*.1\n\t"), max_size=200)


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in blocks(text)]


def headings(text: str) -> list[list[str]]:
    return [[title for _, title in block.path] for block in blocks(text) if block.kind == "text"]


def code(text: str) -> list[str]:
    return [text[start:end] for start, end in code_ranges(text)]


def test_blocks_are_headings_paragraphs_items_and_code() -> None:
    text = "# One\nfirst\nline\n\n- a\n  more\n- b\n1. c\n\n```py\n# no heading\n\n- no item\n```\nlast"
    assert shown(text) == [
        ("heading", "# One"),
        ("text", "first\nline"),
        *(("item", "- a\n  more"), ("item", "- b"), ("item", "1. c")),
        ("fence", "```py\n# no heading\n\n- no item\n```"),
        ("text", "last"),
    ]


def test_a_block_knows_the_headings_above_it() -> None:
    text = "0\n# A\na\n### B\nb\n## C ##\nc\n# D\nd"
    assert headings(text) == [[], ["A"], ["A", "B"], ["A", "C"], ["D"]]


@pytest.mark.parametrize(("heading", "title"), [("# C#", "C#"), ("## x ##  ", "x"), ("# ##", ""), ("#", "")])
def test_signs_that_close_a_heading_are_no_part_of_its_title(heading: str, title: str) -> None:
    assert headings(f"{heading}\nx") == [[title]]


@pytest.mark.parametrize("line", ["#tag", "####### seven", "    # code"])
def test_what_looks_like_a_heading_and_is_none(line: str) -> None:
    assert headings(f"{line}\nx") == [[]]


def test_a_title_is_cut() -> None:
    assert headings(f"# {'x' * 500}\ny") == [["x" * MAX_TITLE]]


def test_a_fence_ends_only_with_its_own_sign_and_length() -> None:
    assert shown("````\n```\n~~~~\n````\nx")[-1] == ("text", "x")
    assert shown("~~~\n```\n") == [("fence", "~~~\n```\n")]


def test_two_fences_are_two_blocks() -> None:
    assert [kind for kind, _ in shown("```\na\n```\n```\nb\n```")] == ["fence", "fence"]


def test_code_is_what_backticks_of_one_length_hold() -> None:
    assert code("a `b` ``c ` d`` `e\n\nf` g") == ["`b`", "``c ` d``"]
    assert code("x\n```\ny\n```\n`z`") == ["```\ny\n```", "`z`"]


@given(MARKUP | st.text())
def test_lines_are_the_text(text: str) -> None:
    assert "\n".join(text[line.start : line.end] for line in lines(text)) == text


@given(MARKUP | st.text())
def test_only_blank_lines_lie_between_blocks(text: str) -> None:
    end = 0
    for block in blocks(text):
        assert not text[end : block.start].strip()
        assert end <= block.start < block.end
        end = block.end
    assert not text[end:].strip()


@given(MARKUP)
def test_code_ranges_are_in_order(text: str) -> None:
    bounds = [bound for each in code_ranges(text) for bound in each]
    assert bounds == sorted(bounds)
