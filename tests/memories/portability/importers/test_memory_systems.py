"""What other memory systems export: the official server, mem0, OpenMemory, mcp-memory-service."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime

from tests.memories.portability.conftest import read

ANA = (
    '{"type":"entity","name":"Ana_Pop","entityType":"person",'
    '"observations":["Bakes bread","Speaks Romanian"]}'
)
FALCON = '{"type":"entity","name":"Falcon","entityType":"project","observations":["Uses Astro"]}'
OWNS = '{"type":"relation","from":"Ana_Pop","to":"Falcon","relationType":"owns"}'


def test_damaged_lines_are_told_and_stop_nothing(file) -> None:
    lines = [ANA, "", f"{FALCON}{OWNS}", '{"type":"entity","name":"Brok', '{"type":"note"}', "7"]
    key, entries, left = read(file("memory.jsonl", "\r\n".join(lines)))
    assert key == "server-memory" and [each.name for each in entries] == ["Ana_Pop", "Falcon"]
    assert entries[0].content == "# Ana_Pop (person)\n- Bakes bread\n- Speaks Romanian\n- owns [[Falcon]]"
    assert [(each.place, each.what) for each in left] == [
        ("memory.jsonl, line 4", "unreadable"),
        ("memory.jsonl, line 5", "skipped"),
        ("memory.jsonl, line 6", "unreadable"),
    ]


def test_other_spellings_of_the_official_server_are_read(file) -> None:
    entity = {"entityName": "Ana", "entityType": "person", "observations": ["Bakes"], "mood": "good"}
    relation = {"from_id": "Ana", "to_id": "Ghent", "relation_type": "lives_in"}
    _, (ana,), _ = read(file("memory.json", {"entities": [entity], "relations": [relation]}))
    assert ana.content == "# Ana (person)\n- Bakes\n- lives in [[Ghent]]"
    assert ana.fields == {"mood": "good", "entity_type": "person"}


def test_an_entity_told_twice_is_one_memory(file) -> None:
    again = ANA.replace("Bakes bread", "Sings")
    _, (ana,), _ = read(file("memory.jsonl", f"{ANA}\n{again}\n"))
    assert ana.content.splitlines()[1:] == ["- Bakes bread", "- Speaks Romanian", "- Sings"]


def test_relations_of_an_entity_that_is_missing_are_kept(file) -> None:
    _, entries, _ = read(file("memory.jsonl", f"{FALCON}\n{OWNS}"))
    assert [(each.name, each.content) for each in entries][1] == ("Ana_Pop", "# Ana_Pop\n- owns [[Falcon]]")


def test_mem0_offsets_are_instants_and_owners_choose_nothing(file) -> None:
    item = {"id": "1", "memory": "Read Ulysses.", "user_id": "someone-else", "metadata": {"topic": "books"}}
    item |= {
        "categories": ["hobbies"],
        "created_at": "2025-07-24T19:00:00-07:00",
        "updated_at": None,
        "hash": "x",
    }
    key, (entry,), _ = read(file("mem0.json", {"count": 1, "next": None, "results": [item]}))
    assert (key, entry.content, entry.tags) == ("mem0", "Read Ulysses.", ("hobbies",))
    assert entry.created_at == entry.updated_at == datetime(2025, 7, 25, 2, tzinfo=UTC)
    assert "someone-else" not in str(entry) and entry.fields == {"id": "1", "metadata": {"topic": "books"}}


def test_mem0_as_a_bare_list_and_what_has_expired(file) -> None:
    over = {
        "id": "1",
        "memory": "Dentist.",
        "metadata": None,
        "categories": None,
        "expiration_date": "2025-02-01",
    }
    still = {"id": "2", "memory": "Passport.", "created_at": "2025-01-01", "expiration_date": "2199-02-01"}
    _, entries, left = read(file("mem0.json", [over, still, {"id": "3", "user_id": "u"}]))
    assert [(each.state, each.expires_at is not None) for each in entries] == [
        ("archived", False),
        ("active", True),
    ]
    assert entries[0].fields["expiration_date"] == "2025-02-01" and left[0].what == "unreadable"


def openmemory() -> dict:
    memories = [
        {
            "id": "m1",
            "content": "Likes rye.",
            "state": "active",
            "app_id": "a",
            "created_at": "2025-01-01T00:00:00",
            "category_ids": ["c1"],
            "user_id": "u",
        },
        {
            "id": "m2",
            "content": "Naps.",
            "state": "paused",
            "app_id": "a",
            "created_at": "2025-01-02T00:00:00+00:00",
        },
        {
            "id": "m3",
            "content": "Gone.",
            "state": "deleted",
            "app_id": "a",
            "deleted_at": "2025-02-01T00:00:00",
        },
    ]
    categories = [{"id": "c1", "name": "food"}, {"id": "c2", "name": "sleep"}]
    links = [{"memory_id": "m2", "category_id": "c2"}]
    return {
        "user": {"user_id": "u"},
        "apps": [{"id": "a", "name": "x"}],
        "categories": categories,
        "memories": memories,
        "memory_categories": links,
        "export_meta": {"version": "1"},
    }


def test_openmemory_maps_categories_by_name_and_keeps_states(archive) -> None:
    key, entries, left = read(
        archive({"backup/memories.json": openmemory(), "backup/memories.jsonl.gz": gzip.compress(b"{}")})
    )
    assert key == "openmemory" and [(e.content, e.state, e.tags) for e in entries] == [
        ("Likes rye.", "active", ("food",)),
        ("Naps.", "archived", ("sleep",)),
    ]
    assert [each.reason for each in left] == ["It was deleted there."] and entries[1].fields[
        "state"
    ] == "paused"


def test_openmemory_lines_alone_are_enough(archive, file) -> None:
    lines = [
        {"id": "1", "content": "Likes rye.", "state": "active", "app": "x", "categories": ["food"]},
        {"id": "2", "content": "Old.", "state": "archived", "app": "x", "categories": []},
    ]
    packed = gzip.compress("\n".join(map(json.dumps, lines)).encode())
    for path in (archive({"memories.jsonl.gz": packed}), file("memories.jsonl.gz", packed)):
        key, entries, _ = read(path)
        assert key == "openmemory" and [(e.state, e.tags) for e in entries] == [
            ("active", ("food",)),
            ("archived", ()),
        ]


def test_times_of_openmemory_without_an_offset_are_of_the_persons_zone(file) -> None:
    _, entries, _ = read(file("memories.json", openmemory()), zone="America/Los_Angeles")
    assert entries[0].created_at == datetime(2025, 1, 1, 8, tzinfo=UTC)


def test_mcp_memory_service_reads_floats_and_both_kinds_of_tags(file) -> None:
    first = {
        "content": "Use uv.",
        "content_hash": "z",
        "tags": ["dev"],
        "created_at": 1692633600.0,
        "updated_at": 1692633600.5,
        "memory_type": "note",
        "metadata": {"a": 1},
        "embedding": [0.1, 0.2],
    }
    second = {
        "content": "Use ruff.",
        "content_hash": "y",
        "tags": "dev, lint",
        "created_at": 1692634200,
        "memory_type": None,
        "metadata": None,
    }
    key, entries, _ = read(
        file("export.json", {"export_metadata": {"include_embeddings": True}, "memories": [first, second]})
    )
    assert key == "mcp-memory-service" and [each.tags for each in entries] == [("dev",), ("dev", "lint")]
    assert entries[0].created_at == datetime(2023, 8, 21, 16, tzinfo=UTC) and entries[1].kind == "reference"
    assert entries[0].fields == {"metadata": {"a": 1}}
