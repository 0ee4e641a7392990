"""The slots of a text."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memories.text.slots.extract import MAX_KEPT, MAX_READ, Slots, slots_of

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
_PIECES = """
1 2, Q3 月 十 三点 in May the half past 's n't / $ twenty and @ : 24. 7/8/26 euro never not 一 第 五 周 10: am
used to of month k - . every Fri ne plus 万 個 T 2026-07-24 0x1F ~/a 3h 1.2.3 quarter to # st ٣
"""
PIECES = st.sampled_from(_PIECES.split())


@given(ANY_TEXT | st.lists(PIECES, max_size=12).map(" ".join) | st.lists(PIECES, max_size=12).map("".join))
@example("\ud800\x00")
@example("十" * 100 + "个")
@example("9" * 5_000 + " kg")
def test_any_text_has_slots_and_the_same_ones_each_time(text: str) -> None:
    slots = slots_of(text)
    assert isinstance(slots, Slots)
    assert slots_of(text) == slots


def test_a_sentence_is_read_for_all_that_must_not_differ() -> None:
    slots = slots_of("From 24 July 2026 Ana never pays Contoso more than $1.5k per month at 9:30 am.")
    assert slots.dates == ("2026-07-24",)
    assert slots.numbers == ("1500 USD",)
    assert (slots.frequencies, slots.times) == (("1 month",), ("09:30",))
    assert slots.names == ("ana", "contoso")
    assert slots.denials == 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Das Team trifft sich am Montag.", "de"),
        ("L'équipe se réunit dans le bureau.", "fr"),
        ("El equipo se reúne en la oficina.", "es"),
        ("团队在办公室开会。", "zh"),
        ("The team meets in the office.", "en"),
        ("xyzzy", "en"),
    ],
)
def test_the_language_is_the_one_most_words_belong_to(text: str, language: str) -> None:
    assert slots_of(text).language == language


@pytest.mark.parametrize(
    ("text", "denials"),
    [
        ("The API isn't public.", 1),
        ("Leo no longer works there.", 1),
        ("It is not only fast.", 0),
        ("sugar-free", 1),
        ("Ewa used to sing.", 1),
        ("Leo gave up smoking.", 1),
        ("Use tabs instead of spaces.", 1),
        ("There is no doubt about the plan.", 0),
        ("The tool is used to sing.", 0),
        ("Leo ne travaille plus ici et ne rit jamais.", 1),
        ("Leo n'a pas de voiture, mais le vélo est rouge.", 1),
        ("Je prends du thé au lieu de café.", 1),
        ("Ce n'est pas mal pour une équipe.", 0),
        ("El usuario no come nunca carne.", 1),
        ("La casa es grande y jamás se vende sin las llaves.", 1),
        ("El equipo toma té en lugar de café por las mañanas.", 1),
        ("No solo es rápido, la casa es grande.", 0),
        ("Das Haus hat keine Garage.", 1),
        ("Das Team und die Gäste nehmen Tee anstatt Kaffee.", 1),
        ("Er ist nicht nur schnell, und die anderen sind es auch.", 0),
        ("请勿保存，也不要发送。", 2),
        ("他特别喜欢无线电。", 0),
        ("他以前住在上海。", 1),
        ("砂糖を入れない", 1),
        ("Он не работает", 1),
    ],
)
def test_denials_are_counted_in_each_language(text: str, denials: int) -> None:
    assert slots_of(text).denials == denials


@pytest.mark.parametrize(
    ("text", "switches"),
    [
        ("The door is open.", ("open+",)),
        ("The door is closed.", ("open-",)),
        ("autosave is off", ("=on-",)),
        ("the lamp is switched on", ("=on+",)),
        ("Die Tür der Garage ist offen.", ("offen+",)),
        ("Die Tür der Garage ist geschlossen.", ("offen-",)),
        ("La porte est fermée dans la maison.", ("ouvert-",)),
        ("La puerta está cerrada en la casa.", ("abierto-",)),
        ("自动备份已启用。", ("手动-", "启用+")),
    ],
)
def test_opposites_are_positions_on_one_axis(text: str, switches: tuple[str, ...]) -> None:
    assert slots_of(text).switches == switches


def test_more_values_than_are_kept_still_tell_texts_apart() -> None:
    row = [f"item {number}" for number in range(1000, 1000 + 2 * MAX_KEPT)]
    one, other = slots_of(", ".join(row)), slots_of(", ".join([*row[:-1], "item 9999"]))
    assert len(one.numbers) == len(other.numbers) == MAX_KEPT
    assert one.numbers[:-1] == other.numbers[:-1]
    assert one.numbers[-1] != other.numbers[-1]


def test_a_document_is_read_to_its_bound() -> None:
    assert slots_of("word " * (MAX_READ // 5) + " 42").numbers == ()


@pytest.mark.parametrize(
    "piece", ["Ana pays 3 kg on 24 July. ", "1 ", "/a", "一月", "000 ", "k 1 ", ", Friday", "a@"]
)
def test_a_mebibyte_is_read_in_time(piece: str) -> None:
    text = piece * (1_048_576 // len(piece))
    started = time.process_time()
    slots_of(text)
    assert time.process_time() - started < 10
