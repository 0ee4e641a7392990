"""The earlier systems: OpenContinuity's ledger and package, frank-memory's backup, Continuum's exports."""

from __future__ import annotations

import hashlib
import json

import pytest

from continuum.kernel.errors import ValidationFailed
from tests.memories.portability.conftest import read


def event(memory: str, key: str, value: object, version: int = 1, **more: object) -> dict:
    return {
        "id": f"e-{memory}-{version}",
        "userId": "somebody",
        "agentId": "claude",
        "type": "memory_remembered",
        "memoryId": memory,
        "key": key,
        "value": value,
        "kind": "user_fact",
        "scope": "user",
        "sensitivity": "public",
        "userConfirmed": False,
        "createdAt": f"2026-02-0{version}T08:00:00.000Z",
        "metadata": {},
        "memoryVersion": version,
        **more,
    }


CITY = [
    event("m1", "city", "Ghent"),
    event("m1", "city", "Bruges", 2),
    event("m2", "style", {"tone": "short"}),
]


def lines(rows: list[dict]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def package(events: list[dict], **wrong: object) -> dict[str, str]:
    last = {each["memoryId"]: each for each in events}
    fields = ("key", "value", "kind", "scope", "userConfirmed")
    rows = [
        {"id": key, "version": each["memoryVersion"], **{f: each[f] for f in fields}}
        for key, each in sorted(last.items())
    ]
    files = {"memories.jsonl": lines(rows), "events.jsonl": lines(events)}
    sums = {f"{name[:-6]}Sha256": hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
    manifest = {
        "format": "open-continuity-memory-package",
        "version": "1.0",
        "counts": {"memories": len(rows), "events": len(events)},
        "checksums": sums,
        **wrong,
    }
    return {"manifest.json": json.dumps(manifest), **files}


def test_a_ledger_comes_with_every_version(file) -> None:
    key, entries, _ = read(file("ledger.json", {"events": CITY}))
    assert key == "opencontinuity" and [(e.name, e.content) for e in entries[:2]] == [
        ("city", "Ghent"),
        ("city", "Bruges"),
    ]
    assert entries[0].line == entries[1].line and entries[2].value == {"tone": "short"}
    assert entries[1].created_at == entries[0].created_at < entries[1].updated_at
    assert "somebody" not in str(entries) and entries[0].source == "opencontinuity claude"


def test_what_was_forgotten_in_a_ledger_stays_away(file) -> None:
    forgotten = {k: v for k, v in event("m1", "city", "", 3).items() if k != "value"} | {
        "type": "memory_forgotten"
    }
    _, entries, left = read(
        file("ledger.json", {"events": [*CITY, forgotten, event("m1", "city", "Gent", 4)]})
    )
    assert [each.content for each in entries if each.name == "city"] == ["Gent"]
    assert [each.reason for each in left] == ["It was forgotten there, with what came before."]


def test_scopes_privacy_and_confidence_are_kept(file) -> None:
    sure = event(
        "m3",
        "todo",
        "x",
        scope="task",
        taskId="t-1",
        sensitivity="private",
        userConfirmed=True,
        confidence={"score": 0.9, "basis": "user_asserted"},
    )
    own = event("m4", "habit", "y", scope="agent")
    odd = event("m5", "odd", "z", confidence={"score": 7, "basis": "guess"})
    _, (todo, habit, strange), _ = read(file("ledger.json", {"events": [sure, own, odd]}))
    assert (todo.scope, todo.task_id, todo.sensitivity, todo.confidence, todo.basis) == (
        "task",
        "t-1",
        "private",
        0.9,
        "user_asserted",
    )
    assert (habit.scope, habit.agent) == ("agent", "claude") and (strange.confidence, strange.basis) == (
        None,
        None,
    )


def test_a_package_is_read_in_a_zip_and_in_a_folder_of_it(archive) -> None:
    for folder in ("", "pack/"):
        key, entries, _ = read(archive({f"{folder}{name}": text for name, text in package(CITY).items()}))
        assert key == "opencontinuity-package" and [each.name for each in entries] == [
            "city",
            "city",
            "style",
        ]


def test_a_package_that_is_not_what_it_says_is_refused(archive) -> None:
    good = package(CITY)
    wrong = {
        "checksum": {**good, "events.jsonl": good["events.jsonl"].replace("Ghent", "Gent")},
        "manifest says otherwise": package(CITY, counts={"memories": 2, "events": 9}),
        "version 2.0": package(CITY, version="2.0"),
        "has no events.jsonl": {k: v for k, v in good.items() if k != "events.jsonl"},
        "no JSON": {**good, "manifest.json": good["manifest.json"][:-1] + ",x}"},
    }
    for why, members in wrong.items():
        with pytest.raises(ValidationFailed, match=why):
            read(archive(members))


def test_a_package_whose_events_lead_elsewhere_is_refused(archive) -> None:
    members = package(CITY)
    members["memories.jsonl"] = members["memories.jsonl"].replace("Bruges", "Ostend")
    manifest = json.loads(members["manifest.json"])
    manifest["checksums"]["memoriesSha256"] = hashlib.sha256(members["memories.jsonl"].encode()).hexdigest()
    with pytest.raises(ValidationFailed, match="not what its events lead to"):
        read(archive({**members, "manifest.json": json.dumps(manifest)}))


def test_a_backup_of_frank_memory_keeps_states_and_what_replaced_what(file) -> None:
    memories = [
        {
            "id": "3",
            "content": "Tea at five.",
            "status": "active",
            "type": "user",
            "created_at": 1_700_000_000,
            "embedding": [0.1],
        },
        {"id": "2", "content": "Tea at four.", "status": "superseded", "superseded_by": "3"},
        {"id": "1", "content": "Tea at three.", "status": "superseded", "superseded_by": "2"},
        {"id": "4", "content": "Maybe.", "status": "proposed", "source_date": "2025-01-01"},
        {"id": "5", "content": "No.", "status": "rejected"},
        {"id": "6", "content": "Lost.", "status": "superseded", "superseded_by": "gone"},
    ]
    key, entries, left = read(
        file("backup.json", {"memories": memories, "exclusions": ["h"], "guide": "x", "audit": []})
    )
    told = {each.content: each for each in entries}
    order = [each.content for each in entries]
    assert key == "frank-memory" and order.index("Tea at three.") < order.index("Tea at four.") < order.index(
        "Tea at five."
    )
    assert (
        told["Tea at five."].supersedes == (told["Tea at four."].name,)
        and "embedding" not in told["Tea at five."].fields
    )
    assert [told[text].state for text in ("Maybe.", "No.", "Lost.")] == ["proposed", "rejected", "archived"]
    assert len(left) == 3


def test_a_bare_list_and_an_account_of_the_earlier_continuum(file) -> None:
    key, (entry,), _ = read(file("list.json", [{"name": "a/b", "content": "x"}]))
    assert (key, entry.name, entry.kind, entry.recall_tier) == ("continuum", "a-b", "imported", None)
    rows = {
        "default": {"memories": [{"name": "a", "content": "x"}]},
        "My Work": {"memories": [{"name": "b", "content": "y"}], "graph": {}},
    }
    _, entries, left = read(file("account.json", {"format": "continuum-account-export", "workspaces": rows}))
    assert [each.workspace for each in entries] == ["", "my-work"] and len(left) == 2
