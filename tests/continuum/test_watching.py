"""What happens is told to whoever watches, by words of the code alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from continuum.kernel.errors import NotFound
from continuum.kernel.watching import (
    Kind,
    Request,
    Seen,
    current_request,
    note_client,
    seen,
    serving,
    unwatch,
    verb,
    watch,
)


class Noting:
    """A watcher that remembers what began and what ended."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.over: list[Seen] = []

    def began(self, seen: Seen) -> None:
        self.begun.append(seen.name)

    def ended(self, seen: Seen) -> None:
        self.over.append(seen)


@pytest.fixture
def noted() -> Iterator[Noting]:
    watcher = Noting()
    watch(watcher)
    yield watcher
    unwatch(watcher)


class Found:
    mode = "words-only"


@verb
def look_for(text: str) -> Found:
    if not text:
        raise NotFound("The text that was looked for is secret.")
    return Found()


def test_a_verb_is_told_by_name_outcome_and_mode(noted: Noting) -> None:
    look_for("a secret text")
    (told,) = noted.over
    assert (told.kind, told.name, told.outcome, told.more) == (
        Kind.VERB,
        "look_for",
        "ok",
        {"mode": "words-only"},
    )


def test_an_error_is_told_by_its_code_and_goes_on(noted: Noting) -> None:
    with pytest.raises(NotFound):
        look_for("")
    assert [told.outcome for told in noted.over] == ["MEMORY_NOT_FOUND"]


def test_what_happens_within_ends_first(noted: Noting) -> None:
    with seen(Kind.TOOL, "outer"), seen(Kind.SQL, "inner"):
        pass
    assert noted.begun == ["outer", "inner"] and [told.name for told in noted.over] == ["inner", "outer"]


def test_a_request_is_known_while_it_is_served() -> None:
    request = Request(id="r-1", method="GET", door="api")
    with serving(request):
        note_client("token:1")
        assert current_request() is request and request.client == "token:1"
    assert current_request() is None
    note_client("nobody asks")  # outside of a request nobody minds
