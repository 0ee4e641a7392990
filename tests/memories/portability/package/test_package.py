"""A Memory Package: exported, checked, replayed, and made the memories of who imports it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.intake.again import undo_batch
from memories.models import Fact, Memory, Mode, Revision, Status
from memories.pipeline.work import work
from memories.portability.package.importing import import_package
from memories.portability.package.writing import export_package
from memories.recall.as_of import as_of
from memories.recall.proposals import page_of_proposals
from memories.services.removal import archive, forget, restore
from memories.services.verification import verify_events
from memories.services.workspaces import ensure_default_workspace
from oauth.models import User
from tests.conftest import agent_actor, empty_database, person_actor
from tests.soundness import broken_promises
from tests.stories import names_found, remember
from tests.vaults import KEYS, fill

_SAME = """
    SELECT w.name, m.name, m.kind, m.tags, m.scope, m.scope_key, m.recall_tier, m.sensitivity, m.version,
      m.created_at, m.updated_at, m.archived_at, m.expires_at, m.check_by,
      array_agg(to_jsonb(r) - ARRAY['id', 'workspace_id', 'memory_id', 'batch_id', 'client', 'author_id',
        'supersedes', 'similar', 'conflicts_with'] ORDER BY r.created_at, r.content)::text,
      array_agg(cardinality(r.supersedes) + cardinality(r.similar) * 100 ORDER BY r.created_at, r.content)
    FROM memories_memory m JOIN memories_workspace w ON w.id = m.workspace_id
    JOIN memories_revision r ON r.memory_id = m.id
    WHERE m.quarantined_at IS NULL AND m.name <> 'harmless' GROUP BY w.name, m.id
    ORDER BY w.name, m.name, m.scope_key"""
_LINKS = """
    SELECT m.name, l.name, l.place FROM memories_link l JOIN memories_memory m ON m.id = l.memory_id
    WHERE m.quarantined_at IS NULL ORDER BY 1, 3"""
_FACTS = """
    SELECT s.name, f.predicate, f.object, f.statement, f.valid_from, f.valid_until FROM memories_fact f
    JOIN memories_entity s ON s.id = f.subject_id WHERE f.retired_at IS NULL ORDER BY 1, 2, 3"""


def rows(statement: str) -> list[tuple[Any, ...]]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


@pytest.fixture
def anna(committed: None, alice: User, settings: Any, tmp_path: Path) -> Iterator[Actor]:
    """Another person on an empty server, acting; `tmp_path/vault.zip` is alice's package."""
    settings.ERASURE_LEDGER = tmp_path / "erasures.jsonl"
    with access.acting(agent_actor(alice)) as agent:
        remember(agent, "The office is in Ghent.", name="office", tags=["work"])
        remember(agent, "The office is in Bruges now. See [[tea]].", name="office")
        remember(agent, "Tea at four.", name="tea", source_date=datetime(2020, 5, 1, tzinfo=UTC))
        remember(agent, "In the team.", name="ours", workspace="team")
    export_package(person_actor(alice), to=tmp_path / "vault.zip")
    empty_database()
    with access.acting(person_actor(User.objects.create_user("anna", password=None))) as person:
        yield person


def test_a_vault_with_every_feature_is_reproduced(
    committed: None, alice: User, settings: Any, tmp_path: Path
) -> None:
    settings.ERASURE_LEDGER = tmp_path / "erasures.jsonl"
    fill(alice)
    while work():
        pass
    packed = export_package(person_actor(alice), to=tmp_path / "vault.zip")
    before, links = rows(_SAME), rows(_LINKS)
    empty_database()
    settings.ERASURE_LEDGER.unlink()
    anna = person_actor(User.objects.create_user("anna", password=None))
    report = import_package(anna, path=packed.path)
    assert report.read == packed.manifest.counts["memories"] == len(before) + 1
    assert report.counts == {"stored": len(before) - 4, "proposed": 4, "refused": 1}, "a key is one here too"
    assert rows(_SAME) == before and rows(_LINKS) == links
    with access.acting(person_actor(User.objects.get())) as person:
        assert verify_events(person).holds and not broken_promises(person.workspaces.values())
        assert names_found(person, "Where is the person called Ana?")


def test_facts_are_drawn_anew(anna: Actor, tmp_path: Path) -> None:
    import_package(anna, path=tmp_path / "vault.zip")
    while work():
        pass
    here = person_actor(User.objects.get())
    with access.acting(here):
        assert Fact.objects.filter(retired_at=None).exists()


def test_a_folder_is_a_package_too(anna: Actor, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    with zipfile.ZipFile(tmp_path / "vault.zip") as archive:
        archive.extractall(folder)
    assert import_package(anna, path=folder).counts == {"stored": 3}


def test_who_imports_is_the_author_and_the_agents_keep_their_names(anna: Actor, tmp_path: Path) -> None:
    import_package(anna, path=tmp_path / "vault.zip")
    with access.acting(person_actor(User.objects.get())):
        written = set(Revision.objects.values_list("author_id", "client", "agent"))
    assert written == {(anna.user_id, anna.client, "codex")}


def test_importing_again_changes_nothing(anna: Actor, tmp_path: Path) -> None:
    import_package(anna, path=tmp_path / "vault.zip")
    anna = person_actor(User.objects.get())
    before = rows(_SAME)
    assert import_package(anna, path=tmp_path / "vault.zip").counts == {"duplicate": 3}
    assert rows(_SAME) == before


def test_into_the_vault_it_came_from_nothing_comes_twice(
    committed: None, alice: User, tmp_path: Path
) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "Tea at four.", name="tea")
        export_package(person, to=tmp_path / "own.zip")
        assert import_package(person, path=tmp_path / "own.zip").counts == {"duplicate": 1}


def test_all_of_it_into_one_workspace(anna: Actor, tmp_path: Path) -> None:
    import_package(anna, path=tmp_path / "vault.zip")
    anna = person_actor(User.objects.get())
    report = import_package(anna, path=tmp_path / "vault.zip", workspace="team")
    assert report.counts == {"stored": 2, "duplicate": 1} and len(report.batches) == 1
    with pytest.raises(NotFound):
        import_package(anna, path=tmp_path / "vault.zip", workspace="nowhere")


def test_a_dry_run_tells_the_same_and_changes_nothing(anna: Actor, tmp_path: Path) -> None:
    report = import_package(anna, path=tmp_path / "vault.zip", dry_run=True)
    assert report.counts == {"stored": 3} and not report.batches
    assert rows(_SAME) == [] and rows("SELECT count(*) FROM memories_event") == [(0,)]


def test_a_name_that_is_taken_by_another_text_is_changed(anna: Actor, tmp_path: Path) -> None:
    with access.acting(with_default(User.objects.get())) as person:
        remember(person, "The office is a boat.", name="office")
        report = import_package(person, path=tmp_path / "vault.zip")
        (other,) = Memory.objects.filter(name__startswith="office ")
        assert other.name == f"office {other.pk.hex[:8]}" and report.remarks[0].place == "line 1"
    assert report.counts == {"stored": 3, "renamed": 1}


def test_undoing_the_batch_takes_every_memory_away_again(anna: Actor, tmp_path: Path) -> None:
    report = import_package(anna, path=tmp_path / "vault.zip")
    with access.acting(person_actor(User.objects.get())) as person:
        for batch in report.batches:
            undo_batch(person, batch_id=batch)
        assert not Memory.objects.present().filter(revisions__status=Status.ACTIVE).exists()
        assert names_found(person, "office tea team") == []


def test_what_was_forgotten_here_does_not_come_back(anna: Actor, tmp_path: Path) -> None:
    import_package(anna, path=tmp_path / "vault.zip")
    with access.acting(person_actor(User.objects.get())) as person:
        forget(person, name="tea")
        report = import_package(person, path=tmp_path / "vault.zip")
        assert report.counts == {"duplicate": 2, "forgotten": 1}
        assert not Revision.objects.filter(content="Tea at four.").exists()


def test_a_secret_does_not_come_in(anna: Actor, tmp_path: Path, crafted: Any) -> None:
    key = KEYS["leaked"]
    path = crafted(
        tmp_path / "vault.zip", lambda name, text: text.replace("Tea at four.", f"Tea with {key}.")
    )
    report = import_package(anna, path=path)
    assert report.counts == {"stored": 2, "refused": 1} and key not in json.dumps(report.as_json())


def test_the_past_is_as_it_was(committed: None, alice: User, tmp_path: Path) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "Tea at four.", name="tea")
        archive(person, name="tea")
        away = datetime.now(UTC)
        restore(person, name="tea")
        export_package(person, to=tmp_path / "past.zip")
    empty_database()
    anna = person_actor(User.objects.create_user("anna", password=None))
    import_package(anna, path=tmp_path / "past.zip")
    with access.acting(person_actor(User.objects.get())) as person:
        assert not as_of(person, known_at=away.isoformat()).memories
        assert [each.name for each in as_of(person, known_at=datetime.now(UTC).isoformat()).memories] == [
            "tea"
        ]


def test_an_agents_import_waits_as_one_batch_of_proposals(anna: Actor, tmp_path: Path) -> None:
    person = with_default(User.objects.get())
    with access.acting(agent_actor(User.objects.get())) as agent:
        report = import_package(agent, path=tmp_path / "vault.zip", workspace="default")
        assert report.counts == {"proposed": 3} and len(report.batches) == 1
    with access.acting(person):
        assert page_of_proposals(person).waiting == 3
        assert set(Revision.objects.values_list("trust", "status", "batch_id")) == {
            ("import", "proposed", report.batch)
        }


def with_default(user: User) -> Actor:
    ensure_default_workspace(person_actor(user), mode=Mode.AUTO)
    return person_actor(user)


def test_private_memories_go_along_only_for_who_may_read_them(
    committed: None, alice: User, tmp_path: Path
) -> None:
    with access.acting(person_actor(alice)) as person:
        remember(person, "Only for me.", name="diary", sensitivity="private")
        assert export_package(person, to=tmp_path / "a.zip").manifest.counts["memories"] == 1
        assert export_package(person, to=tmp_path / "b.zip", private=False).manifest.counts["memories"] == 0
        agent = agent_actor(alice)
        assert export_package(agent, to=tmp_path / "c.zip").manifest.counts["memories"] == 0
        with pytest.raises(Forbidden):
            export_package(replace(agent, permissions=frozenset()), to=tmp_path / "d.zip")
    assert not (tmp_path / "d.zip").exists()


def test_a_package_is_checked_before_anything_is_made(anna: Actor, tmp_path: Path, crafted: Any) -> None:
    path = crafted(
        tmp_path / "vault.zip", lambda name, text: text[:-1] if name == "events.jsonl" else text, honest=False
    )
    with pytest.raises(ValidationFailed):
        import_package(anna, path=path)
    assert rows("SELECT count(*) FROM memories_workspace") == [(0,)]
