"""Notes and folders: basic-memory, Claude Code, plain Markdown and text, lists."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from continuum.kernel.errors import ValidationFailed
from memories.portability.importers.front_matter import fields_and_text
from memories.portability.importers.splitting import parts
from tests.memories.portability.conftest import read

COFFEE = """---
title: Coffee Brewing
type: note
tags: coffee, brewing
permalink: notes/coffee
created: 2026-01-05
roaster: Corner Roast
---
# Coffee Brewing

- [method] Pour over is clearer #taste (own trial)
- [ ] buy filters
- [x] clean grinder
- [-] sell press
- [guide](https://example.org/g)
- requires [[Grinder Settings]] (burr)
- "learned from" [[Ana Pop]]
- [[Water]]

See also [[Bean Origins|beans]].

```
- [code] not an observation, [[nor a link]]
```
"""


def test_a_note_keeps_observations_relations_and_its_own_fields(file) -> None:
    key, (note,), _ = read(file("coffee.md", COFFEE))
    assert (key, note.name, note.tags) == ("basic-memory", "Coffee Brewing", ("coffee", "brewing", "taste"))
    assert note.fields["observations"] == [
        {"category": "method", "text": "Pour over is clearer", "tags": ["taste"], "context": "own trial"}
    ]
    assert [(each["verb"], each["to"]) for each in note.fields["relations"]] == [
        ("requires", "Grinder Settings"),
        ("learned from", "Ana Pop"),
        ("links_to", "Water"),
        ("links_to", "Bean Origins"),
    ]
    assert note.fields["roaster"] == "Corner Roast" and note.created_at == datetime(2026, 1, 5, tzinfo=UTC)


def test_a_date_of_a_note_is_a_day_where_the_person_is(file) -> None:
    _, (note,), _ = read(file("coffee.md", COFFEE), zone="Asia/Tokyo")
    assert note.created_at == datetime(2026, 1, 4, 15, tzinfo=UTC)


def test_a_folder_of_notes_is_read_whole_but_not_what_is_hidden_or_linked(file, tmp_path) -> None:
    file("notes/coffee.md", COFFEE)
    file("notes/deep/tea.md", "---\ntitle: Tea\npermalink: tea\n---\nGreen.")
    file("notes/.trash/old.md", COFFEE)
    (tmp_path / "notes" / "link.md").symlink_to(file("secret.md", "Not yours."))
    file("notes/empty.md", "---\ntitle: Empty\n---\n")
    key, entries, left = read(tmp_path / "notes")
    assert key == "basic-memory" and [each.name for each in entries] == ["Coffee Brewing", "Tea"]
    assert [each.place for each in left] == ["empty.md"] and "Not yours" not in str(entries)


def test_fields_that_are_no_yaml_are_read_as_far_as_they_go() -> None:
    fields, text, line = fields_and_text("---\ntitle: Ana: a life\nbad: [\n---\nText.")
    assert (fields["title"], text, line) == ("Ana: a life", "Text.", 5)


def test_an_alias_in_the_fields_is_not_expanded() -> None:
    bomb = "---\na: &a [x, x]\nb: [*a, *a]\n---\nText."
    assert fields_and_text(bomb)[0]["b"] == "[*a, *a]"


def test_claude_code_topics_keep_their_name_description_and_type(file, tmp_path) -> None:
    file("memory/MEMORY.md", "# Memory\n\n- [Tests](tests.md) - how they run\n- Likes short answers.\n")
    file(
        "memory/tests.md", "---\nname: tests\ndescription: How they run\ntype: feedback\n---\n\nUse pytest.\n"
    )
    file(
        "memory/new.md",
        "---\nname: new\ndescription: Newer\nmetadata:\n  type: project\n---\nMerge on Monday.",
    )
    key, entries, left = read(tmp_path / "memory")
    told = {each.name: each for each in entries}
    assert key == "claude-code" and (told["tests"].kind, told["tests"].description) == (
        "feedback",
        "How they run",
    )
    assert told["new"].kind == "project" and told[None].content == "Likes short answers."
    assert [each.reason for each in left] == ["It only points to another file."]


def test_standing_instructions_are_read_one_by_one_and_become_no_rules_by_themselves(file) -> None:
    key, entries, left = read(
        file("CLAUDE.md", "# Style\n- Use tabs.\n- Never push to main.\n\n@docs/more.md\n")
    )
    assert key == "claude-code" and [(each.content, each.description) for each in entries] == [
        ("Use tabs.", "Style"),
        ("Never push to main.", "Style"),
    ]
    assert {each.recall_tier for each in entries} == {"relevance"} and len(left) == 1


PASTED = (
    "Ana likes rye.\r\n\r\n- Bikes to work\r\n  - in rain too\r\n- Sings\r\n\r\n---\r\n\r\n"
    "```py\r\na = 1\r\n\r\nb = 2\r\n```\r\n"
)


def test_what_is_pasted_is_parted_at_rules_blank_lines_and_bullets(file) -> None:
    key, entries, _ = read(file("text.md", PASTED))
    assert key == "text" and [each.content for each in entries] == [
        "Ana likes rye.",
        "Bikes to work\n  - in rain too",
        "Sings",
        "```py\na = 1\n\nb = 2\n```",
    ]
    assert [each.place for each in entries] == [f"text.md, line {line}" for line in (1, 3, 5, 9)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("---\n\n---\n", []),
        ("One\ntwo\n\nthree", ["One\ntwo", "three"]),
        ("# Head\ntext\n## Other\n* a\n* b", ["text", "a", "b"]),
        ("Buy:\n- milk\n- eggs", ["Buy:\n- milk\n- eggs"]),
        ("- a\n\n  more of a\n- b", ["a\n\n  more of a", "b"]),
        ("1. one\n2. two", ["one", "two"]),
        ("- [x] done\n- [ ] open", ["done", "open"]),
        ("```\n---\n# no\n- no\n```", ["```\n---\n# no\n- no\n```"]),
        ("~~~\nopen to the end\n\n- x", ["~~~\nopen to the end\n\n- x"]),
        ("你好。\n\n再见。", ["你好。", "再见。"]),
    ],
)
def test_parts_of_a_text(text: str, wanted: list[str]) -> None:
    assert [part.text for part in parts(text)] == wanted


def test_items_that_are_no_texts_are_told(file) -> None:
    given = [
        "Plain",
        {"content": "Typed", "type": "preference", "source": "x", "source_date": "2026-01-02"},
        {"content": "  "},
        {"text": "wrong key"},
        7,
    ]
    key, entries, left = read(file("items.json", given))
    assert key == "list" and [each.content for each in entries] == ["Plain", "Typed"]
    assert entries[1].said_at == datetime(2026, 1, 2, tzinfo=UTC) and [each.place[-6:] for each in left] == [
        "item 3",
        "item 4",
        "item 5",
    ]


def test_in_a_folder_of_texts_every_file_is_a_memory(archive) -> None:
    key, entries, _ = read(
        archive({"a/one.md": "# T\n\npara\n\npara", "two.txt": "Two.", "pic.png": b"\x89PNG"})
    )
    assert key == "text" and [(each.name, each.content) for each in entries] == [
        ("one", "# T\n\npara\n\npara"),
        ("two", "Two."),
    ]


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_comes_in_any_coding_that_says_what_it_is(file, coding: str) -> None:
    _, (entry,), _ = read(file("t.txt", "Crème 蜂蜜".encode(coding)))
    assert entry.content == "Crème 蜂蜜"


def test_a_named_format_that_does_not_fit_is_refused(file) -> None:
    with pytest.raises(ValidationFailed, match="does not look like mem0"):
        read(file("t.txt", "Text."), named="mem0")
    with pytest.raises(ValidationFailed, match="The format is one of"):
        read(file("t.txt", "Text."), named="zep")
