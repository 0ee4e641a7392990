"""ChatGPT's export: the thread that is shown, and what was saved on purpose."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memories.portability.importers import limits
from tests.memories.portability.conftest import read

AT = 1_767_000_000.25
HOUR = datetime(2025, 12, 29, 9, 20, 0, 250_000, tzinfo=UTC)


def message(role: str, words: object, *, to: str = "all", kind: str = "text", **more: object) -> dict:
    content = {"content_type": kind, "parts": words if isinstance(words, list) else [words]}
    given = {"author": {"role": role, "name": None}, "content": content, "recipient": to, "create_time": AT}
    return {**given, "metadata": {}, **more}


def talk(*thread: dict, title: str | None = "Falcon", **more: object) -> dict:
    """A conversation in which each message answers the one before."""
    nodes: dict[str, dict] = {"root": {"id": "root", "message": None, "parent": None}}
    for number, each in enumerate(thread):
        nodes[f"n{number}"] = {"message": each, "parent": f"n{number - 1}" if number else "root"}
    given = {"title": title, "create_time": AT, "update_time": AT + 60, "mapping": nodes}
    return {**given, "current_node": f"n{len(thread) - 1}", "conversation_id": "c-1", **more}


def branched() -> dict:
    """An answer that was asked for anew: `old` and what follows it is no longer shown."""
    nodes = {
        "root": {"message": None, "parent": None, "children": ["u"]},
        "u": {"message": message("user", "Which database?"), "parent": "root"},
        "old": {"message": message("assistant", "You chose MySQL."), "parent": "u"},
        "after": {"message": message("user", "No, that is wrong."), "parent": "old"},
        "new": {"message": message("assistant", "You chose PostgreSQL."), "parent": "u"},
    }
    return {**talk(), "mapping": nodes, "current_node": "new"}


def only(file, *talks: dict) -> list:
    return read(file("conversations.json", list(talks)))[1]


def test_the_branch_that_is_shown_is_read_and_no_other(file) -> None:
    (entry,) = only(file, branched())
    assert "PostgreSQL" in entry.content and "MySQL" not in entry.content and "wrong" not in entry.content
    assert (entry.name, entry.kind, entry.recall_tier) == ("Falcon", "conversation", "manual")
    assert (entry.created_at, entry.said_at) == (HOUR, HOUR)


def test_without_a_current_node_the_newest_leaf_is_the_end(file) -> None:
    asked = branched()
    del asked["current_node"]
    asked["mapping"]["new"]["message"]["create_time"] = AT + 5
    (entry,) = only(file, asked)
    assert "PostgreSQL" in entry.content and "MySQL" not in entry.content


def test_a_thread_that_runs_in_a_circle_ends(file) -> None:
    asked = talk(message("user", "Round."), message("assistant", "And round."))
    asked["mapping"]["n0"]["parent"] = "n1"
    (entry,) = only(file, asked)
    assert entry.content.endswith("User: Round.\n\nAssistant: And round.")


@pytest.mark.parametrize("odd", [[], {"n0": 1}, 7, None, "elsewhere"])
def test_what_is_no_node_leads_nowhere(file, odd: object) -> None:
    asked = talk(message("user", "Round."), message("assistant", "And round."))
    asked["mapping"]["n0"] |= {"parent": odd, "children": odd}
    asked["current_node"] = odd
    (entry,) = only(file, asked)
    assert "And round." in entry.content


@pytest.mark.parametrize(
    "silent",
    [
        message("system", "Be kind."),
        message("tool", "raw output"),
        message("assistant", "search('falcon')", to="browser"),
        message("assistant", "print(1)", to="python", kind="code"),
        message("user", "hidden", metadata={"is_visually_hidden_from_conversation": True}),
        message("assistant", "", kind="thoughts"),
        message("assistant", [None, 7, ""]),
    ],
)
def test_tools_reasoning_and_what_is_hidden_say_nothing(file, silent: dict) -> None:
    (entry,) = only(file, talk(message("user", "Hello."), silent))
    assert entry.content == "# Falcon\n\nUser: Hello."


def test_a_picture_is_told_beside_the_words(file) -> None:
    parts = [{"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}, "frame size 56"]
    (entry,) = only(file, talk(message("user", parts, kind="multimodal_text")))
    assert entry.content.endswith("User: [image]\nframe size 56")


def test_what_was_saved_becomes_a_memory_of_its_own(file) -> None:
    saved = message("assistant", "Is called Ana.\nEats no meat.", to="bio")
    done = {**message("tool", "Model set context updated."), "author": {"role": "tool", "name": "bio"}}
    entries = only(file, talk(message("user", "Call me Ana."), saved, done, message("assistant", "Done!")))
    assert [each.content for each in entries[:2]] == ["Is called Ana.", "Eats no meat."]
    assert {each.said_at for each in entries[:2]} == {HOUR} and entries[0].kind == "user_fact"
    assert "Model set context" not in "".join(each.content for each in entries)
    assert "Is called" not in entries[2].content


def test_a_snapshot_of_its_memory_is_read_line_by_line_with_its_days(file) -> None:
    told = message("system", "", kind="model_editable_context")
    told["content"] = {
        "content_type": "model_editable_context",
        "model_set_context": "1. [2024-05-01]. Rows.\n2. [2024-06-02]. Has a cat.\nnoise",
    }
    entries = only(file, talk(told, message("user", "Hi.")))
    assert [(e.content, e.said_at.date().isoformat()) for e in entries[:-1]] == [
        ("Rows.", "2024-05-01"),
        ("Has a cat.", "2024-06-02"),
    ]


def test_custom_instructions_are_a_preference_and_no_talk(file) -> None:
    told = message("user", "")
    told["content"] = {
        "content_type": "user_editable_context",
        "user_profile": "",
        "user_instructions": "Answer briefly.",
    }
    instruction, spoken = only(file, talk(told, message("user", "Hi.")))
    assert (instruction.content, instruction.kind) == ("Answer briefly.", "user_preference")
    assert "briefly" not in spoken.content


def test_null_times_and_titles_are_borne(file) -> None:
    (entry,) = only(
        file,
        talk(
            {**message("user", "My cat is Pixel."), "create_time": None},
            title=None,
            create_time=None,
            update_time=None,
        ),
    )
    assert (entry.name, entry.created_at, entry.said_at) == ("my-cat-is-pixel", None, None)
    assert entry.content.startswith("# Conversation\n\nUser: ")


def test_an_archived_chat_stays_archived_and_one_to_forget_stays_out(file) -> None:
    chats = [
        talk(message("user", "A."), is_archived=True),
        talk(message("user", "B."), is_do_not_remember=True),
    ]
    _, entries, left = read(file("conversations.json", chats))
    assert [each.state for each in entries] == ["archived"] and "not to be remembered" in left[0].reason


def test_shards_in_a_zip_are_one_export_and_the_rest_is_not_read(archive) -> None:
    members = {
        "x/conversations-001.json": [talk(message("user", "Two."))],
        "x/conversations-000.json": [talk(message("user", "One."))],
    }
    members |= {
        "x/user.json": {"email": "ana@example.org"},
        "x/chat.html": "<html>",
        "x/export_manifest.json": {},
    }
    key, entries, left = read(archive(members))
    assert (key, left) == ("chatgpt", []) and [e.content[-4:] for e in entries] == ["One.", "Two."]


def test_a_long_talk_becomes_parts_and_nothing_is_lost(file) -> None:
    words = [f"w{number}" for number in range(30_000)]
    (asked,) = [talk(message("user", " ".join(words)), message("assistant", "Long."))]
    entries = only(file, asked)
    said = " ".join(e.content.split("\n\n", 1)[1].removeprefix("User: ") for e in entries)
    assert len(entries) == 5 and all(len(e.content) < limits.PART_CHARACTERS + 200 for e in entries)
    assert said.replace("\n\nAssistant: Long.", "").split() == words
    assert [e.name for e in entries][:2] == ["Falcon (1 of 5)", "Falcon (2 of 5)"]


def test_what_is_no_conversation_is_told_with_its_place(file) -> None:
    _, entries, left = read(
        file("conversations.json", [talk(message("user", "Hi.")), {"mapping": 3}, 7, talk()])
    )
    assert len(entries) == 1 and [(each.place, each.what) for each in left] == [
        ("conversations.json, conversation 2", "unreadable"),
        ("conversations.json, conversation 3", "unreadable"),
        ("conversations.json, conversation 4", "skipped"),
    ]
