"""What the two searches bring, and how their hits become candidates."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection

from continuum.kernel.actor import Actor
from memories import access
from memories.engines.registry import embedder
from memories.models import Passage
from memories.models.vectors import literal
from memories.recall.candidates import Question, Reach, by_meaning, by_words, joined, similarities
from memories.recall.reading import get_memory
from memories.recall.recall import recall
from memories.text.words import query_terms
from tests.stories import remember

TEXTS = {
    "harbour": "The harbour closes at nine in the evening.",
    "ferry": "The ferry leaves the harbour every hour.",
    "bread": "Rye bread needs a long time in the oven.",
}
ASKED = "when does the harbour close"


@pytest.fixture
def reach(actor: Actor) -> Reach:
    for name, text in TEXTS.items():
        remember(actor, text, name=name)
    return Reach(access.reading_ids(actor, None), access.reaches(actor, task_id=None), False, None)


def _question(text: str = ASKED) -> Question:
    return Question(text, query_terms(text).searched)


def test_the_similarity_of_word_hits_is_what_the_database_would_say(reach: Reach) -> None:
    vector, model = embedder().embed([ASKED])[0], embedder().model_id
    here = similarities(by_words(reach, _question()), vector, model=model)
    with connection.cursor() as cursor:
        statement = "SELECT id, 1 - (vector <=> %s::halfvec) FROM memories_passage WHERE id = ANY(%s)"
        cursor.execute(statement, [literal(vector), list(here)])
        there = dict(cursor.fetchall())
    assert len(here) == 2
    assert here == pytest.approx(there, abs=1e-5)


def test_vectors_of_another_model_are_never_compared(reach: Reach) -> None:
    Passage.objects.update(model="another")
    worded = by_words(reach, _question())
    vector, model = embedder().embed([ASKED])[0], embedder().model_id
    assert len(worded) == 2
    assert similarities(worded, vector, model=model) == {}
    assert by_meaning(reach, _question(), vector, model=model) == []


def test_a_passage_that_waits_for_its_vector_is_found_by_words_and_counted(reach: Reach) -> None:
    Passage.objects.filter(text=TEXTS["ferry"]).update(vector=None, dimensions=None, model="")
    worded = by_words(reach, _question())
    found = joined(worded, [], embedder().embed([ASKED])[0], model=embedder().model_id)
    assert {hit.waiting for hit in worded} == {1}
    assert sorted(c.similarity is None for c in found.candidates) == [False, True]


def test_what_both_channels_find_is_one_candidate_with_both_scores(reach: Reach) -> None:
    vector, model = embedder().embed([ASKED])[0], embedder().model_id
    worded = by_words(reach, _question())
    meant = by_meaning(reach, _question(), vector, model=model)
    found = joined(worded, meant, vector, model=model)
    assert len(found.candidates) == 3 == len(found.meaning)
    assert set(found.words) < set(found.meaning)
    assert all(c.similarity is not None for c in found.candidates)


def test_an_exact_name_is_a_channel_of_its_own(reach: Reach) -> None:
    found = joined(by_words(reach, _question("bread")), [], None, model="")
    assert found.name == found.words
    assert len(found.candidates) == 1


def test_a_recalled_memory_is_the_one_that_is_read_by_name(actor: Actor) -> None:
    remember(actor, TEXTS["ferry"], name="ferry", tags=["boats"], description="When it leaves")
    hit = recall(actor, query="ferry").memories[0]
    assert hit.receipt is not None
    assert replace(hit, receipt=None) == get_memory(actor, name="ferry")


def test_a_recalled_value_is_json_again(actor: Actor) -> None:
    remember(actor, name="ports", value={"harbour": [1, 2]})
    assert recall(actor, query="harbour").memories[0].value == {"harbour": [1, 2]}
