"""Claude's export: conversations, what it remembered, projects."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.memories.portability.conftest import read

AT = "2026-03-01T10:00:00.123456Z"


def message(sender: str, words: str, **more: object) -> dict:
    return {"uuid": "m", "sender": sender, "text": words, "content": [], "created_at": AT, **more}


def talk(*messages: object, name: str = "Ships", **more: object) -> dict:
    return {
        "uuid": "k-1",
        "name": name,
        "summary": "",
        "created_at": AT,
        "updated_at": AT,
        "chat_messages": list(messages),
        **more,
    }


def test_blocks_count_before_the_text_and_null_entries_are_borne(file) -> None:
    blocks = [
        None,
        {"type": "text", "text": "From Rotterdam."},
        {"type": "thinking", "thinking": "hm"},
        {"type": "tool_use", "input": {}},
    ]
    chat = talk(message("human", "", content=blocks), message("assistant", "Noted."), 7, None)
    _, (entry,), _ = read(file("conversations.json", [chat]))
    assert entry.content == "# Ships\n\nUser: From Rotterdam.\n\nAssistant: Noted."
    assert entry.created_at == datetime(2026, 3, 1, 10, 0, 0, 123456, tzinfo=UTC)


def test_what_was_attached_is_read_with_its_message(file) -> None:
    attached = [
        {"file_name": "plan.txt", "extracted_content": "Launch is on 9 June."},
        {"file_name": "x.png"},
    ]
    _, (entry,), _ = read(
        file("conversations.json", [talk(message("human", "See file", attachments=attached))])
    )
    assert entry.content.endswith("User: See file\n\n[plan.txt]\nLaunch is on 9 June.")


def test_a_chat_without_a_name_gets_one(file) -> None:
    _, (entry,), _ = read(
        file("conversations.json", [talk(message("human", "Ships leave at dawn."), name="")])
    )
    assert entry.name == "ships-leave-at-dawn" and entry.content.startswith("# Conversation of 2026-03-01")


def test_what_it_remembered_is_parted_by_headings_and_projects_go_to_their_workspaces(archive) -> None:
    remembered = [
        {
            "conversations_memory": "**Work**\n\nAna bakes.\n\n**Home**\n\nShe cycles.",
            "project_memories": {"p-1": "Uses Astro."},
            "account_uuid": "a",
        }
    ]
    projects = [
        {
            "uuid": "p-1",
            "name": "Falcon site",
            "prompt_template": "Be brief.",
            "docs": [{"uuid": "d", "filename": "brand.md", "content": "Teal."}],
            "creator": {"full_name": "Ana Pop"},
        }
    ]
    people = [{"uuid": "a", "full_name": "Ana Pop", "email_address": "ana@example.org"}]
    key, entries, _ = read(
        archive({"memories.json": remembered, "projects.json": projects, "users.json": people})
    )
    told = {each.content: (each.description, each.workspace) for each in entries}
    assert key == "claude" and told["Ana bakes."] == ("Work", "") and told["She cycles."] == ("Home", "")
    assert told["Uses Astro."] == told["Be brief."] == told["Teal."] == (None, "falcon-site")
    assert "ana@example.org" not in str(entries) and "Ana Pop" not in str(entries)


def test_the_newer_form_has_a_file_for_each_account_and_project(archive) -> None:
    members = {
        "memories/acc-1.json": {
            "conversations_memory": "Ana bakes.",
            "memory_files": [{"path": "/x", "content": "She cycles."}],
        },
        "projects/p-1.json": {
            "uuid": "p-1",
            "name": "蜂蜜",
            "prompt_template": "Be brief.",
            "docs": [],
            "is_starter_project": False,
        },
        "projects/p-2.json": {
            "uuid": "p-2",
            "name": "How to",
            "prompt_template": "x",
            "docs": [],
            "is_starter_project": True,
        },
    }
    _, entries, left = read(archive(members))
    assert {each.content for each in entries} == {"Ana bakes.", "She cycles.", "Be brief."}
    assert [each.reason for each in left] == ["It is the example that every account has."]
    assert next(each.workspace for each in entries if each.content == "Be brief.").startswith("project-")


def test_null_memory_is_no_memory(file) -> None:
    _, entries, _ = read(file("memories.json", [{"conversations_memory": None, "project_memories": None}]))
    assert entries == []
