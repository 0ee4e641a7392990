"""Bodies made to keep a reader busy for ever: these tests end, or the suite does not."""

from __future__ import annotations

import json

import pytest

from webtools.reading.charset import decode
from webtools.reading.document import of_source
from webtools.reading.kinds import Kind, kind_of
from webtools.reading.wellformed import all_well_formed
from webtools.structures import structures_of


@pytest.mark.parametrize("between", [b"", b" ", b"\n\n"])
def test_a_row_of_comments_is_no_riddle(between: bytes) -> None:
    comments = between.join([b"<!---->"] * 500)
    assert kind_of(comments + b"<x", "") is Kind.TEXT
    assert kind_of(between.join([b"<!---->"] * 300) + b"<p>x", "") is Kind.HTML
    assert kind_of(b"<!-- never closed " * 200, "") is Kind.TEXT


@pytest.mark.parametrize("piece", [b"<", b"<style", b"<script ", b"</style\t", b"<a<"])
def test_opening_brackets_without_end_are_decoded(piece: bytes) -> None:
    assert decode(b"\xff" + piece * (200_000 // len(piece))).uncertain


def test_halves_of_characters_in_linked_data_can_be_written_down() -> None:
    source = '<script type="application/ld+json">{"na\\ud800me": ["\\udfff", {"a": 1}]}</script><p>x</p>'
    (told,) = structures_of(of_source(source, "http://x.test/")).linked
    assert told == {"na?me": ["?", {"a": 1}]}
    assert json.dumps(all_well_formed("\ud800"), ensure_ascii=False).encode() == b'"?"'
