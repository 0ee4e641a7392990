"""Rebuilding what search looks at from the texts alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound
from memories import access, outbox
from memories.engines.registry import embedder
from memories.models import CommonTerm, Event, Fingerprint, Job, Link, Passage, Workspace
from memories.pipeline import reindex as rebuilding
from memories.pipeline.clean_up import clean_up
from memories.pipeline.reindex import reindex
from memories.pipeline.work import work
from memories.services import reindexing
from memories.services.reindexing import ask_for_reindex
from memories.services.removal import archive
from memories.services.workspaces import create_workspace
from memories.text.tokens import WORDS_VERSION
from tests.stories import names_found, remember

TEXT = "Ana leads Falcon. She lives in Ghent and writes to [[ben]].\n\nThe harbour is wide."
FIELDS = (
    *("revision_id", "ordinal", "sentence", "text", "section", "private", "reach", "expires_at", "speaker"),
    *("source_key", "told_at", "words", "dimensions", "model"),
)


def rows() -> list[tuple[Any, ...]]:
    """Everything that search looks at, but for the rows' own numbers."""
    found = Passage.objects.order_by("revision_id", "ordinal", "sentence")
    told = found.exclude(vector=None).values_list(*FIELDS, "vector")
    passages = [(*row[:-1], list(row[-1])) for row in told]
    links = list(Link.objects.order_by("revision_id", "place").values_list("revision_id", "name", "place"))
    prints = [
        (row.revision_id, row.model, list(row.vector)) for row in Fingerprint.objects.order_by("revision_id")
    ]
    words = list(CommonTerm.objects.order_by("term").values_list("term", "passages"))
    return [*passages, *links, *prints, *words]


def settle() -> None:
    while work():
        pass


@pytest.fixture
def stored(actor: Actor) -> list[tuple[Any, ...]]:
    remember(actor, TEXT, name="ana", source="D1:2 Ana")
    remember(actor, "Old words.", name="changed")
    remember(actor, "New words of two sentences. Here is the second one.", name="changed")
    remember(actor, "Put away.", name="gone")
    archive(actor, name="gone")
    remember(actor, "It waits for a person.", name="waiting", propose_only=True)
    outbox.enqueue(workspace=actor.workspaces["default"], step=outbox.COUNT_WORDS)
    settle()
    return rows()


def test_twice_gives_the_rows_that_writing_gave(actor: Actor, stored: list[Any]) -> None:
    for _ in range(2):
        done = reindex(actor)
        assert (done.memories, done.last) == (
            4,
            None,
        ) and done.passages == done.kept == Passage.objects.count()
        settle()
        assert rows() == stored
    assert not Job.objects.exists()


def test_what_was_lost_or_spoilt_is_made_again_from_the_texts(actor: Actor, stored: list[Any]) -> None:
    Passage.objects.filter(text__contains="harbour").delete()
    Passage.objects.update(words="nonsense", section="x", told_at=None)
    Passage.objects.filter(sentence=0).update(text="spoilt")
    Link.objects.all().delete()
    Fingerprint.objects.filter(revision__passages__ordinal=0).delete()
    reindex(actor)
    settle()
    assert without_vectors(rows()) == without_vectors(stored)
    for made, before in zip(rows(), stored, strict=True):
        if isinstance(made[-1], list):
            assert np.allclose(made[-1], before[-1], atol=1e-3)


def without_vectors(told: list[Any]) -> list[Any]:
    return [row[:-1] if isinstance(row[-1], list) else row for row in told]


def test_words_answer_before_the_vectors_are_made(actor: Actor, stored: list[Any]) -> None:
    Passage.objects.update(vector=None, dimensions=None, model="")
    reindex(actor)
    assert Passage.objects.exclude(vector=None).count() == 0
    assert names_found(actor, "harbour") == ["ana"]
    settle()
    assert Passage.objects.filter(vector=None).count() == 0


def test_it_goes_in_lots_and_tells_how_far_it_is(
    actor: Actor, stored: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reindexing, "MEMORIES_AT_ONCE", 1)
    heard: list[int] = []
    done = reindex(actor, between=lambda so_far: heard.append(so_far.memories))
    assert heard == [1, 2, 3, 4] and done.memories == 4
    settle()
    assert rows() == stored


def test_it_is_an_event_with_counts(actor: Actor, stored: list[Any]) -> None:
    done = reindex(actor)
    event = Event.objects.get(action="index.rebuilt")
    assert event.details == {"memories": 4, "passages": done.passages, "kept": done.kept}


def test_the_worker_rebuilds_what_a_person_asks_for_once(actor: Actor, stored: list[Any]) -> None:
    assert ask_for_reindex(actor) is True and ask_for_reindex(actor) is False
    assert list(Job.objects.values_list("step", flat=True)) == [outbox.REINDEX]
    settle()
    assert rows() == stored and Event.objects.filter(action="index.rebuilt").count() == 1


# --- Another model ------------------------------------------------------------------------------------------


def test_texts_of_another_model_are_embedded_again_by_jobs_while_words_answer(
    actor: Actor, stored: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reindexing, "REVISIONS_AT_ONCE", 1)
    Passage.objects.exclude(vector=None).update(model="another-model")
    Fingerprint.objects.update(model="another-model")
    clean_up(actor.workspaces["default"], [])
    assert list(Job.objects.values_list("step", flat=True)) == [outbox.REEMBED]
    assert names_found(actor, "harbour") == ["ana"]
    settle()
    assert set(Passage.objects.values_list("model", flat=True)) == {embedder().model_id}
    live = set(Passage.objects.values_list("revision_id", flat=True))
    assert set(Fingerprint.objects.filter(revision__in=live).values_list("model", flat=True)) == {
        embedder().model_id
    }
    clean_up(actor.workspaces["default"], [])
    assert not Job.objects.exists()


@pytest.mark.parametrize("embedding", ["none", "nonsense:x"])
def test_without_an_engine_vectors_stay_as_they_are(
    actor: Actor, stored: list[Any], settings: Any, embedding: str
) -> None:
    Passage.objects.exclude(vector=None).update(model="another-model")
    settings.EMBEDDING = embedding
    clean_up(actor.workspaces["default"], [])
    assert not Job.objects.exists() and Passage.objects.filter(vector=None).count() == 0


def test_reindexing_drops_vectors_of_another_model(actor: Actor, stored: list[Any]) -> None:
    Passage.objects.exclude(vector=None).update(model="another-model")
    assert reindex(actor).kept == 0
    settle()
    assert set(Passage.objects.values_list("model", flat=True)) == {rebuilding.model_now()}


def test_who_may_not_and_strangers_rebuild_nothing(actor: Actor, stranger: Actor) -> None:
    writer = replace(actor, permissions=frozenset({Permission.WRITE}))
    for verb in (reindex, ask_for_reindex):
        with pytest.raises(Forbidden, match="admin"):
            verb(writer)
        with access.acting(stranger), pytest.raises(NotFound):
            verb(stranger, workspace="team")


def test_a_lot_that_fails_leaves_what_was_there(
    actor: Actor, stored: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reindexing, "_leave_out_of_queue", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        reindex(actor)
    assert rows() == stored


def test_an_upgrade_that_reads_words_otherwise_has_the_index_made_again_once(
    actor: Actor, stored: list[Any]
) -> None:
    where = actor.workspaces["default"]
    Workspace.objects.filter(pk=where).update(words_version=0)
    Passage.objects.update(words="nonsense")
    for _ in range(2):
        clean_up(where, [])
    assert Job.objects.filter(step=outbox.REINDEX).count() == 1
    settle()
    assert rows() == stored and Workspace.objects.get(pk=where).words_version == WORDS_VERSION
    clean_up(where, [])
    assert not Job.objects.exists()


def test_a_new_workspace_is_read_as_this_code_reads(person: Actor) -> None:
    assert create_workspace(person, name="fresh").words_version == WORDS_VERSION
