"""Pairs from reports about other memories, with the real model: nothing that differs is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}


@pytest.mark.parametrize(
    ("one", "other", "guard"),
    [
        ("The grant deadline is October 15.", "The grant deadline is October 16.", "dates"),
        ("Office internet is 1 Gbps.", "Office internet is 2 Gbps.", "numbers"),
        ("The app runs on Python 3.11.", "The app runs on Python 3.12.", "numbers"),
        ("The printer is at 10.0.0.5.", "The printer is at 10.0.0.15.", "addresses"),
    ],
)
def test_dc_01_one_figure_differs(judged: Judge, one: str, other: str, guard: str) -> None:
    found = judged(one, other)
    assert found.relation is Relation.CONFLICT
    assert guard in found.guards


def test_dc_01_another_format_is_no_contradiction(judged: Judge) -> None:
    assert judged("Rent is 1,200 euro.", "Rent is 1200 euro.").relation is Relation.NEAR_DUPLICATE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marta eats meat.", "Marta does not eat meat."),
        ("Deploy on Fridays.", "Never deploy on Fridays."),
        ("The API is public.", "The API isn't public."),
        ("Leo works at Northwind.", "Leo no longer works at Northwind."),
    ],
)
def test_dc_03_a_denial_contradicts(judged: Judge, one: str, other: str) -> None:
    found = judged(one, other)
    assert found.relation is Relation.CONFLICT
    assert found.guards == ("polarity",)


def test_dc_03_a_change_in_other_words_is_kept_and_linked(judged: Judge) -> None:
    found = judged("Leo works at Northwind.", "Leo joined Contoso last week.")
    assert found.relation in {Relation.SIMILAR, Relation.CONFLICT}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Caf\u00e9 Z\u00fcrich \u00f6ffnet um acht.", "Cafe\u0301 Zu\u0308rich o\u0308ffnet um acht."),
        ("Use tabs in Go files.", "  use   TABS in go files.\r\n"),
        ("Use tabs in Go files.", "Use tabs in Go files.\u200b"),
        ("Line one.\nLine two.", "Line one.\r\nLine two."),
    ],
)
def test_dc_05_the_same_text_in_another_form_is_exact(judged: Judge, one: str, other: str) -> None:
    assert judged(one, other).relation is Relation.EXACT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("データベースの設定を確認する。", "도커를 사용해야 한다."),
        ("Перед выкладкой нужны тесты.", "部署前必须运行测试。"),
        ("القهوة في الصباح فقط.", "המפגש ביום שלישי."),
        ("🎸", "🎹"),
    ],
)
def test_dc_07_other_scripts_do_not_collapse(judged: Judge, one: str, other: str) -> None:
    assert judged(one, other).relation in {Relation.DIFFERENT, Relation.SIMILAR}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Loves Chinese food.", "Hates Chinese food."),
        ("My name is Li Guoyu.", "My name is Li Guosong."),
    ],
)
def test_dc_09_a_contradiction_is_flagged_and_never_skipped(judged: Judge, one: str, other: str) -> None:
    assert judged(one, other).relation is Relation.CONFLICT


def test_dc_10_a_longer_version_is_kept(judged: Judge) -> None:
    dog = "The dog is a domesticated descendant of the wolf."
    short = "The family travels in summer."
    long = "The family travels in summer, with two children and a grandmother."
    assert judged(dog, dog).relation is Relation.EXACT
    assert judged(short, long).relation not in SKIPPED
    assert judged(long, short).relation not in SKIPPED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marta is allergic to peanuts.", "Marta has a peanut allergy."),
        ("Use spaces rather than tabs in Python files.", "In Python files, use spaces instead of tabs."),
        ("部署之前必须先运行测试。", "部署前一定要先跑测试。"),
        ("Nadia ist für die Abrechnung verantwortlich.", "Für die Abrechnung ist Nadia zuständig."),
        ("L'utilisateur ne mange pas de viande.", "L'utilisateur ne consomme jamais de viande."),
        ("Responde siempre en español, por favor.", "Por favor, contesta siempre en español."),
    ],
)
def test_a_rewording_is_a_near_duplicate(judged: Judge, one: str, other: str) -> None:
    assert judged(one, other).relation is Relation.NEAR_DUPLICATE
