"""The same said otherwise is told to be the same, and its near misses are not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

SAME = """
Dr. Weiss is my dentist. | My dentist is Dr Weiss.
The spare key is under the flower pot. | Under the flower pot is the spare key.
The kids play on Tuesdays and Thursdays. | On Thursdays and Tuesdays the kids play.
Ich esse kein Schweinefleisch. | Schweinefleisch esse ich nicht.
Den Bericht schreibt die Praktikantin. | Die Praktikantin schreibt den Bericht.
Der Nutzer hat eine Allergie gegen Pollen. | Der Nutzer ist gegen Pollen allergisch.
Unser Hund heißt Bruno. | Der Hund heißt Bruno.
His flight to Denver departs at 6:40. | At 6:40 he flies to Denver.
Logs are kept for 30 days. | Log retention: 30 days.
Ruben plays drums in our band. | Our band's drummer is Ruben.
Sofia hat Angst vor Wespenstichen. | Vor Wespenstichen hat Sofia Angst.
I don't drink alcohol. | Alcohol: none, I don't drink.
Die Passwörter werden einmal im Quartal geändert. | Einmal pro Quartal werden die Passwörter geändert.
The team meets once a week. | The team meets weekly.
The user asked to be called Alex. | The user wants to be called Alex.
不要直接推送到主分支。 | 别直接推到主分支。
我对海鲜过敏。 | 我海鲜过敏。
I prefer vim to emacs. | I prefer vim over emacs.
Vivo en Sevilla desde 2015. | Desde 2015 vivo en Sevilla.
I take 5 mg of the pill twice a day. | Twice daily I take 5 mg of the pill.
Sales rose by 12 percent in 2023. | In 2023 sales increased by 12%.
Deployments on Fridays are prohibited. | Deployments on Fridays are not permitted.
周五禁止部署。 | 周五不允许部署。
She is not able to attend on Fridays. | She can't attend on Fridays.
I do not eat meat. | I don't eat any meat.
They called off the offsite. | The offsite was cancelled.
We got rid of the old queue. | We removed the old queue.
He works as a nurse in Kiel. | He is a nurse in Kiel.
Der Server befindet sich in Frankfurt. | Der Server steht in Frankfurt.
De server staat in de kelder naast de wasmachine. | In de kelder naast de wasmachine staat de server.
"""

OTHER = """
The pot is under the key. | The key is under the pot.
We meet on Tuesday and Thursday at 9 and 10. | We meet on Thursday and Tuesday at 9 and 10.
Ports 80 and 443 are for HTTP and HTTPS. | Ports 443 and 80 are for HTTP and HTTPS.
I called Leo. | Leo called me.
Ich helfe Anna. | Anna hilft mir.
Leo writes the report. | Leo wrote the report.
The user runs the shop. | The user ran the shop.
The user buys honey. | The user sold honey.
I have to pay the rent. | I pay the rent.
Smoking: no, drinking: yes. | Smoking: yes, drinking: no.
Zweimal im Monat wird geputzt. | Zweimal im Jahr wird geputzt.
Ask Martin about the keys. | About the keys, ask Martina.
Do not promise to call. | Promise to not call.
花园在夏天开放。 | 夏天大花园开放。
The contract runs from 31 May. | The contract runs until 31 May.
I prefer vim to emacs. | I prefer emacs over vim.
I'd like to learn Japanese. | I like to learn Japanese.
The lamp hangs over the table. | The lamp hangs to the table.
I take 5 mg of A and 2 mg of B. | I take 2 mg of A and 5 mg of B.
Sales were 12 in 2023 and 14 in 2024. | Sales were 12 in 2024 and 14 in 2023.
Deployments on Fridays are not required. | Deployments on Fridays are not permitted.
Deployments on Fridays are permitted. | Deployments on Fridays are not permitted.
She is able to attend on Fridays. | She can't attend on Fridays.
I eat meat. | I eat any meat.
They called off the offsite. | They put off the offsite.
We got rid of the old queue. | We added the old queue.
He works as a nurse in Kiel. | He works in Kiel.
De hond bijt de kat in de tuin. | De kat bijt de hond in de tuin.
"""


def _pairs(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(SAME), ids=lambda pair: pair[0])
def test_the_same_said_otherwise_is_not_kept_twice(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation is Relation.NEAR_DUPLICATE


@pytest.mark.parametrize("pair", _pairs(OTHER), ids=lambda pair: pair[0])
def test_what_only_sounds_the_same_is_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


SHARED = """
anchor bridge candle desert engine forest garden hammer island jacket kettle ladder mirror needle orange
"""
ALONE = ("rocket silver tunnel umbra velvet window zebra", "apple butter copper dragon eagle falcon guitar")


def test_texts_with_many_words_of_their_own_are_two_however_much_they_share(close: Judge) -> None:
    texts = []
    for first, words in enumerate(ALONE):
        row = SHARED.split()
        for place, word in enumerate(words.split()):
            row.insert(3 * place + 1 + first, word)
        texts.append(" ".join(row))
    assert close(*texts).guards == ("little in common",)


def test_what_differs_in_a_whole_phrase_is_no_single_word(close: Judge) -> None:
    found = close("The colour is dark green velvet cloth.", "The colour is pale yellow linen paper.")
    assert "single word" not in found.guards and found.relation is Relation.SIMILAR
