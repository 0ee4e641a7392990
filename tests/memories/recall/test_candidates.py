"""What the channels find, and how their hits become candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from memories import access
from memories.engines.registry import embedder
from memories.intake.submit import submit_all
from memories.models import Passage
from memories.recall.candidates import Found, Question, Reach, find
from memories.recall.reading import get_memory
from memories.recall.recall import recall
from memories.services.drafts import Draft
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


def _found(reach: Reach, text: str = ASKED, *, embedded: bool = True) -> Found:
    vector = embedder().embed([text])[0] if embedded else None
    return find(reach, Question(text, query_terms(text).searched, vector, embedder().model_id), most=50)


def _texts(ids: Sequence[int]) -> list[str]:
    found = Passage.objects.in_bulk(list(ids))
    return [found[passage].text for passage in ids]


def test_every_candidate_has_both_scores_whichever_channel_found_it(reach: Reach) -> None:
    found = _found(reach)
    assert len(found.candidates) == 3 == len(found.meaning)
    assert set(_texts(found.words)) == {TEXTS["harbour"], TEXTS["ferry"]}
    assert all(c.similarity is not None for c in found.candidates)
    assert sorted(c.word_rank > 0 for c in found.candidates) == [False, True, True]


def test_channels_list_their_passages_best_first(reach: Reach) -> None:
    found = _found(reach)
    assert _texts(found.meaning)[0] == _texts(found.words)[0] == TEXTS["harbour"]
    assert _texts(found.meaning)[-1] == TEXTS["bread"]


def test_vectors_of_another_model_are_never_compared(reach: Reach) -> None:
    Passage.objects.update(model="another")
    found = _found(reach)
    assert found.meaning == []
    assert [c.similarity for c in found.candidates] == [None, None]


def test_without_a_vector_words_and_names_answer(reach: Reach) -> None:
    found = _found(reach, embedded=False)
    assert found.meaning == []
    assert len(found.words) == len(found.candidates) == 2


def test_a_passage_that_waits_for_its_vector_is_found_by_words_and_counted(reach: Reach) -> None:
    Passage.objects.filter(text=TEXTS["ferry"]).update(vector=None, dimensions=None, model="")
    found = _found(reach)
    assert found.waiting == 1
    assert len(found.words) == 2
    assert sorted(c.similarity is None for c in found.candidates) == [False, False, True]


def test_waiting_passages_are_counted_when_nothing_is_found(reach: Reach) -> None:
    Passage.objects.update(vector=None, dimensions=None, model="")
    assert _found(reach, "zeppelin").waiting == 3


@pytest.mark.parametrize("query", ["ferry", "zeppelin"])
def test_vectors_of_the_model_before_are_still_to_be_made(reach: Reach, query: str) -> None:
    assert _found(reach, query).waiting == 0
    Passage.objects.update(model="the-one-before")
    assert _found(reach, query).waiting == 3


def test_an_exact_name_is_a_channel_of_its_own(reach: Reach) -> None:
    found = _found(reach, "bread", embedded=False)
    assert found.name == found.words
    assert len(found.candidates) == 1


def test_a_small_workspace_beside_a_large_one_is_searched_whole(reach: Reach, person: Actor) -> None:
    drafts = [Draft(content=f"The harbour closes at {n}.", workspace="team") for n in range(60)]
    submit_all(person, drafts=drafts)
    assert len(_found(reach).meaning) == 3


def test_a_recalled_memory_is_the_one_that_is_read_by_name(actor: Actor) -> None:
    remember(actor, TEXTS["ferry"], name="ferry", tags=["boats"], description="When it leaves")
    hit = recall(actor, query="ferry").memories[0]
    assert hit.receipt is not None
    assert replace(hit, receipt=None) == get_memory(actor, name="ferry")


def test_a_recalled_value_is_json_again(actor: Actor) -> None:
    remember(actor, name="ports", value={"harbour": [1, 2]})
    assert recall(actor, query="harbour").memories[0].value == {"harbour": [1, 2]}
