"""The KS cases on terms alone: which texts hold a term that the query looks for."""

from collections.abc import Collection

import pytest

from memories.text.words import index_terms, query_terms

Texts = dict[str, str]

CHINESE = {
    "m1": "昨天确认 Worker/Server 队列端口错配导致任务无人消费。",
    "m2": "雾凇词库部署在台式机上。",
    "m3": "Lunch with Ana.",
}
ACCENTS = {"m1": "Reunião com o João na sexta.", "m2": "Le projet fore\u0302t démarre en août."}
CAPITALS = {
    "m1": "ÖBB Ticket über die Straße gebucht.",
    "m2": "Livro de Saint-Exupéry.",
    "m3": "\u1100\u1161\u11b7\u110c\u1161 \u110f\u1162\u11af\u1105\u1175\u11ab\u1103\u1165",
    "m4": "İstanbul ofisi taşındı.",
}
IDENTIFIERS = {
    "m1": "Ticket POL-358 blocks the launch.",
    "m2": "Ran the pre-edit-check hook.",
    "m3": "Review moved to 2026-03-14.",
    "m4": "Ticket POL-359 is fine.",
    "m5": "state-of-the-art reranker",
}
METACHARACTERS = {
    "m1": "Discount is 100% this week.",
    "m2": "Batch 1000 shipped.",
    "m3": "Rename file_name to fileName.",
    "m4": "The filename is long.",
}
SHORT = {
    "m1": "We, the novel by Zamyatin, is due Friday.",
    "m2": "IT budget approved.",
    "m3": "Learn Go in May.",
    "m4": "R is used for plots.",
    "m5": "Ana moved.",
}


def scores(texts: Texts, query: str) -> dict[str, int]:
    """How many of the query's terms each text holds; texts that hold none are left out."""
    wanted = {*query_terms(query).searched}
    held = {name: len(wanted & {term for term, _ in index_terms(text)}) for name, text in texts.items()}
    return {name: count for name, count in held.items() if count}


def check(texts: Texts, query: str, hits: Collection[str]) -> None:
    assert {*scores(texts, query)} == {*hits}


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        ("队列端口错配", "m1"),
        ("雾凇词库", "m2"),
        ("词库 雾凇", "m2"),
        ("worker", "m1"),
        ("任务", "m1"),
        ("机", "m2"),
    ],
)
def test_ks_01_chinese_without_spaces(query: str, hit: str) -> None:
    check(CHINESE, query, [hit])


@pytest.mark.parametrize(
    ("query", "hit"), [("reuniao joao", "m1"), ("reunião", "m1"), ("forêt", "m2"), ("foret aout", "m2")]
)
def test_ks_03_accents_composed_or_not(query: str, hit: str) -> None:
    check(ACCENTS, query, [hit])


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        *(("obb", "m1"), ("strasse", "m1"), ("Straße", "m1"), ("exupery", "m2")),
        *(("캘린더", "m3"), ("istanbul", "m4"), ("İSTANBUL", "m4")),
    ],
)
def test_ks_04_umlauts_sharp_s_turkish_i_and_decomposed_korean(query: str, hit: str) -> None:
    check(CAPITALS, query, [hit])


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("POL-358", ["m1", "m4"]),
        ("pre-edit", ["m2"]),
        ("2026-03-14", ["m3"]),
        ("state-of-the-art", ["m5"]),
        ("-100821", []),
        ("edit -hook", ["m2"]),
    ],
)
def test_ks_05_hyphens_and_dates(query: str, hits: list[str]) -> None:
    check(IDENTIFIERS, query, hits)


def test_ks_05_the_exact_identifier_comes_first() -> None:
    found = scores(IDENTIFIERS, "POL-358")
    assert found["m1"] > found["m4"]


@pytest.mark.parametrize(("query", "hits"), [("100%", ["m1"]), ("file_name", ["m3"]), ("%", []), ("_", [])])
def test_ks_07_wildcards_are_letters(query: str, hits: list[str]) -> None:
    check(METACHARACTERS, query, hits)


@pytest.mark.parametrize(
    ("query", "hits"),
    [("We Zamyatin", ["m1"]), ("IT", ["m2"]), ("Go", ["m3"]), ("R", ["m4"]), ("AI", []), ("we the", ["m1"])],
)
def test_ks_09_two_letters_and_stop_words(query: str, hits: list[str]) -> None:
    check(SHORT, query, hits)
