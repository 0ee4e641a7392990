"""Pieces that the embedding model can read whole."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.passages import LIMIT_COST, MAX_SECTION, TARGET_COST, Piece, split

MARKUP = st.text(st.sampled_from("aé漢😀\u200d\u0301🇩 #`-.\n"), max_size=400)
LONG = 100_000  # characters; in quadratic time they would take minutes
SENTENCE = "Caroline went to the support group and said that it helped her. "


def covered(text: str, pieces: list[Piece]) -> bool:
    """Whether the pieces are stretches of text, in order, with nothing but whitespace between them."""
    end = 0
    for piece in pieces:
        if (
            piece.text != text[piece.start : piece.end]
            or text[end : piece.start].strip()
            or piece.start < end
        ):
            return False
        end = piece.end
    return not text[end:].strip()


@given(MARKUP | st.text(), st.integers(8, 60))
def test_every_character_is_in_exactly_one_piece(text: str, target: int) -> None:
    pieces = split(text, target=target, limit=target + 10)
    assert covered(text, pieces)
    assert all(piece.text.strip() == piece.text != "" for piece in pieces)


@pytest.mark.parametrize(
    "text", ["We moved.", "# Plan\n\nGo.\n\n## Then\n\nRest.", "a" * LIMIT_COST, "漢" * 250]
)
def test_a_short_text_is_one_piece(text: str) -> None:
    (piece,) = split(f"\n{text}\n")
    assert (piece.text, piece.start, piece.end) == (text, 1, len(text) + 1)


@pytest.mark.parametrize("text", ["", " \n\t\n", "\u3000"])
def test_a_blank_text_has_none(text: str) -> None:
    assert split(text) == []


def test_the_tail_of_20_000_characters_is_in_a_piece_of_its_own_size() -> None:
    text = SENTENCE * 310 + "The vault code is under the blue stone."
    last = split(text)[-1]
    assert last.text.endswith("under the blue stone.")
    assert len(last.text) <= TARGET_COST


@pytest.mark.parametrize(
    ("unit", "least", "most"),
    [
        (SENTENCE, 600, 800),
        ("昨天确认队列端口错配导致任务无人消费。", 150, 200),
        ("어제 도로를 갱신했다. ", 100, 200),
    ],
)
def test_pieces_of_a_long_text_are_as_long_as_the_script_allows(unit: str, least: int, most: int) -> None:
    sizes = [len(piece.text) for piece in split(unit * 200)]
    assert least <= min(sizes[:-1]) <= max(sizes) <= most


def test_sentences_are_kept_whole() -> None:
    assert all(piece.text.endswith("helped her.") for piece in split(SENTENCE * 100))


def test_headings_become_sections_and_stay_with_their_text() -> None:
    body = SENTENCE * 6
    pieces = split(f"# Guide\n\n## Setup\n\n{body}\n\n## Use\n\n### Daily\n\n{body}\n\n# End\n\n{body}")
    assert [piece.section for piece in pieces] == ["Guide > Setup", "Guide > Use > Daily", "End"]
    assert [piece.text.split("\n")[0] for piece in pieces] == ["# Guide", "## Use", "# End"]


def test_small_sections_share_a_piece_under_their_common_heading() -> None:
    text = "# Notes\n" + "".join(f"## Day {number}\nRain.\n" for number in range(200))
    pieces = split(text)
    assert len(pieces) <= 35
    assert pieces[1].section.startswith("Notes")


def test_a_section_label_is_bounded_and_keeps_the_inner_headings() -> None:
    text = "".join(f"{'#' * level} {str(level) * 79}\n" for level in range(1, 7)) + SENTENCE * 40
    section = split(text)[-1].section
    assert len(section) <= MAX_SECTION
    assert section.endswith("6" * 79)


def test_a_code_block_that_fits_is_not_torn() -> None:
    code = "```py\n" + "value = compute()\n\n" * 20 + "```"
    pieces = split(SENTENCE * 9 + f"\n\n{code}\n\n" + SENTENCE * 9)
    assert code in [piece.text for piece in pieces]


def test_a_code_block_that_does_not_fit_is_cut_between_lines() -> None:
    text = "```\n" + "first = second + third\n" * 200 + "```"
    assert all(piece.text.split("\n")[-1] in ("first = second + third", "```") for piece in split(text))


def test_one_line_without_spaces_is_cut_and_kept() -> None:
    text = '{"key":[1,2,3],"next":{"deep":"value"}},' * 2_000
    pieces = split(text)
    assert covered(text, pieces)
    assert max(len(piece.text) for piece in pieces) <= TARGET_COST


@pytest.mark.parametrize("cluster", ["👩\u200d👩\u200d👧\u200d👦", "e\u0301\u0323", "🇩🇪", "👍🏽", "한", "กำ"])
def test_no_cut_falls_inside_what_is_drawn_as_one(cluster: str) -> None:
    cluster = unicodedata.normalize("NFD", cluster)
    for piece in split(cluster * 3_000):
        assert piece.text == cluster * (len(piece.text) // len(cluster))


@pytest.mark.parametrize(
    "shape", ["# a\n", "# a\nb\n", "- a\n", "```\n", "a", "a b", "\n", " ", "`", ". ", "🇩", "\u0301"]
)
def test_anything_long_is_split_in_linear_time(shape: str) -> None:
    text = shape * (LONG // len(shape))
    started = time.process_time()
    pieces = split(text)
    assert time.process_time() - started < 2
    assert len(pieces) <= 700
