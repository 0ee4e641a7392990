"""The guide, through the API."""

from __future__ import annotations

import pytest

from continuum.kernel.actor import Permission
from memories.services.guide import shipped_text
from tests.memories.api.conftest import problem


def test_without_a_version_the_shipped_words_are_in_force(api) -> None:
    assert api.get("/guide").json() == {
        "text": shipped_text(), "number": 0, "workspace": "", "newer_default": False, "written_at": None,
    }  # fmt: skip


def test_words_are_saved_read_and_taken_back(api) -> None:
    saved = api.call("PUT", "/guide", {"text": "Speak softly.", "expected_number": 0}).json()
    assert (saved["number"], saved["workspace"]) == (1, "default")
    assert api.get("/guide?workspace=team").json()["text"] == "Speak softly."
    assert api.post("/guide/default").json()["text"] == shipped_text()
    versions = api.get("/guide/versions").json()["versions"]
    assert [each["number"] for each in versions] == [2, 1]


def test_two_who_change_it_at_once_do_not_overwrite_each_other(api) -> None:
    api.call("PUT", "/guide", {"text": "Speak softly."})
    told = problem(
        api.call("PUT", "/guide", {"text": "Speak up.", "expected_number": 0}), 409, "VERSION_CONFLICT"
    )
    assert told["current_version"] == 1


@pytest.mark.parametrize(
    ("text", "code", "status"),
    [(" ", "VALIDATION_ERROR", 400), ("half \ud800", "VALIDATION_ERROR", 400),
     ("x" * 32_001, "VALIDATION_ERROR", 400), ("AKIA" + "Q3EXAMPLZ7TB2WVH", "SECRET_REFUSED", 422)],
)  # fmt: skip
def test_words_that_cannot_be_kept_are_refused(api, text: str, code: str, status: int) -> None:
    answer = api.call("PUT", "/guide", {"text": text})
    assert problem(answer, status, code)["field"] == "text"
    assert api.get("/guide").json()["number"] == 0


def test_whoever_may_enter_reads_and_only_administrators_write(api, alice, charlie, script_of) -> None:
    api.call("PUT", "/guide", {"text": "Speak softly.", "workspace": "team"})
    writer, stranger = script_of(alice, Permission.WRITE), script_of(charlie)
    assert writer.get("/guide?workspace=team").json()["text"] == "Speak softly."
    for answer in (writer.call("PUT", "/guide", {"text": "Obey."}), writer.post("/guide/default")):
        assert problem(answer, 403, "FORBIDDEN")["permission"] == "admin"
    problem(writer.get("/guide/versions"), 403, "FORBIDDEN")
    problem(stranger.get("/guide?workspace=team"), 404, "MEMORY_NOT_FOUND")
