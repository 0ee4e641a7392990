"""How a text is cut into passages: its paragraphs, and the sentences of those that have several."""

from __future__ import annotations

from memories.services.pieces import pieces_of

TOLD = "Anna (8 May): Hey! I moved to Lyon in March. The flat has a small balcony."


def _cut(text: str, **told: str) -> list[tuple[int, int, str]]:
    return [(piece.ordinal, piece.sentence, piece.text) for piece in pieces_of(text, **told)]


def test_a_paragraph_is_followed_by_its_sentences_that_say_something() -> None:
    assert _cut(TOLD) == [
        (0, 0, TOLD),
        (0, 1, "I moved to Lyon in March."),
        (0, 2, "The flat has a small balcony."),
    ]


def test_a_text_of_one_sentence_is_one_passage() -> None:
    assert _cut("The office is in Ghent.") == [(0, 0, "The office is in Ghent.")]


def test_chinese_sentences_count_by_their_characters() -> None:
    assert [
        text for _, number, text in _cut("好。队列端口错配导致任务无人消费。词库部署在台式机上。") if number
    ] == [
        "队列端口错配导致任务无人消费。",
        "词库部署在台式机上。",
    ]


def test_words_are_kept_of_paragraphs_alone_and_the_name_counts_among_the_first() -> None:
    first, *sentences = pieces_of(TOLD, name="new-home", description="Where Anna lives")
    assert "'new-home'" in first.words and "'lives'" in first.words
    assert [piece.words for piece in sentences] == ["", ""]


def test_the_embedder_reads_a_sentence_with_its_speaker_and_a_paragraph_as_it_stands() -> None:
    whole, moved, flat = pieces_of(TOLD)
    assert whole.read == TOLD
    assert moved.read == "Anna moved to Lyon in March."
    assert flat.read == "Anna: The flat has a small balcony."


def test_the_sentences_of_a_long_document_stay_with_their_paragraph() -> None:
    text = "\n\n".join(
        f"# Part {n}\n\nThe first thing is {n}. The second thing is more. " * 12 for n in range(3)
    )
    cut = _cut(text)
    assert [ordinal for ordinal, number, _ in cut if number == 0] == list(range(cut[-1][0] + 1))
    assert all(
        number > 0 or place == 0 or cut[place - 1][0] == ordinal - 1
        for place, (ordinal, number, _) in enumerate(cut)
    )
