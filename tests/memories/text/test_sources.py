"""Sources with and without the client that words came in through."""

from __future__ import annotations

import pytest

from memories.text.sources import credited, named_source

CLIENTS = ["Claude Code", "Claude (beta)", "via", "一"]


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("source", ["README", "Anna Lee", "notes (via mail)", "line\nbreak", ""])
def test_what_the_writer_named_is_found_again(source: str, client: str) -> None:
    assert named_source(credited(source, client=client, most=500)) == source


def test_a_source_that_nobody_was_credited_in_stays_as_it_is() -> None:
    assert named_source("Trevi (viaduct)") == "Trevi (viaduct)"
    assert named_source("") == ""


def test_a_long_source_is_cut_for_the_client() -> None:
    told = credited("s" * 600, client="Claude", most=500)
    assert len(told) == 500 and told.endswith("s (via Claude)")
