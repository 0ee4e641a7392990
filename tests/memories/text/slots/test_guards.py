"""Each guard keeps something from being lost, whatever the model says; without it, its test here fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation
from memories.text.slots.guards import GUARDS

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

ALONE = {
    "numbers": ("The team has seven developers.", "The team has 8 developers."),
    "dates": ("The choir rehearses on Tuesdays.", "The choir rehearses on Thursday."),
    "times": ("The review is at 14:00.", "The review is at 3 pm."),
    "frequencies": ("The cron job runs hourly.", "The cron job runs every day."),
    "addresses": ("Bills go to a@example.com.", "Bills go to b@example.com."),
    "identifiers": ("The bug is tracked as ATL-512.", "The bug is tracked as ATL-521."),
    "versions": ("The client needs Node v20.11.1.", "The client needs Node 20.11.2."),
    "polarity": ("Pets are allowed in the flat.", "Pets are not allowed in the flat."),
    "marks": ("The batch size is >= 5.", "The batch size is <= 5."),
    "letters": ("The link carries 10 Gb, always.", "Always: the link carries 10 GB."),
    "swapped": ("Anna hat Ben eingeladen.", "Ben hat Anna eingeladen."),
    "order": ("Build, then test.", "Test, then build."),
    "small words": ("The report is ready by Friday.", "The report is ready on Friday."),
    "repeated": ("The cook helps the waiter help the cook.", "The cook helps the waiter help the waiter."),
    "tense": ("Leo worked at Northwind.", "Leo works at Northwind."),
    "single word": ("The user takes oat milk in coffee.", "In coffee the user takes almond milk."),
    "additions": ("Merge the branch.", "Merge the branch on the staging cluster."),
    "words": (
        "Marta feeds the neighbour's cat in the morning while the family is in the mountains.",
        "Marta walks the neighbour's cat in the morning while the family is in the desert.",
    ),
    "names": (
        "Send the quarterly report to Ingrid before Monday's meeting.",
        "Before the meeting on Monday, Viktor gets the quarterly report.",
    ),
    "ideographs": (
        "人员有调整。从三月起支付对账交给李思远维护。",
        "人员有调整。从三月起订单导出交给赵磊维护。",
    ),
    "gender": ("Martin lives in Graz.", "Martina lives in Graz."),
    "little in common": (
        "The monthly invoice goes to the accountant by courier.",
        "By courier the lawyer sent back a signed monthly statement.",
    ),
}
"""A pair on which no other guard speaks, by the guard that does."""


@pytest.mark.parametrize(("guard", "pair"), ALONE.items(), ids=ALONE)
def test_one_guard_alone_keeps_what_differs(close: Judge, guard: str, pair: tuple[str, str]) -> None:
    found = close(*pair)
    assert found.guards == (guard,)
    assert found.relation not in SKIPPED


def test_every_guard_has_its_pair() -> None:
    assert {_called(guard.__name__) for guard in GUARDS} == {*ALONE}


@pytest.mark.parametrize("guard", [guard.__name__ for guard in GUARDS])
def test_a_guard_that_is_gone_is_missed(close: Judge, monkeypatch: pytest.MonkeyPatch, guard: str) -> None:
    """Without its guard, each pair that it keeps alone would be skipped as the same."""
    left = tuple(each for each in GUARDS if each.__name__ != guard)
    monkeypatch.setattr("memories.text.slots.compare.GUARDS", left)
    assert close(*ALONE[_called(guard)]).relation is Relation.NEAR_DUPLICATE


def _called(function: str) -> str:
    return "words" if function == "replacements" else function.replace("_", " ")


TRAPS = """
Send the file to Ana. | Send the file from Ana.
All servers run Debian. | Some servers run Debian.
You must use the VPN. | You can use the VPN.
The user wants a dog. | The user has a dog.
Ewa used to work at a bank. | Ewa works at a bank.
The user gave up learning the ukulele. | The user is learning the ukulele.
The key is under the mat. | The key is on the mat.
Only Ana can approve refunds. | Ana can approve refunds.
Call Ana today. | Call Ana tomorrow.
The meeting was on Monday. | The meeting is on Monday.
The user likes tea and coffee. | The user likes tea or coffee.
The data is encrypted. | The data is unencrypted.
The limit is at least 10. | The limit is at most 10.
Leo trained Max. | Max trained Leo.
The user invited Ana. | Ana invited the user.
Helena owes Viktor 50 euro. | Viktor owes Helena 50 euro.
Use tabs, not spaces. | Use spaces, not tabs.
Buy 2 apples and 3 pears. | Buy 3 apples and 2 pears.
The shop opens at 9 on Monday and 10 on Friday. | The shop opens at 10 on Monday and 9 on Friday.
My wife's name is Ana. | His wife's name is Ana.
用户从上海搬到北京。 | 用户从北京搬到上海。
猫怕狗。 | 狗怕猫。
用户想养狗。 | 用户养狗。
Anna hat Ben eingeladen. | Ben hat Anna eingeladen.
Alle Server laufen auf Debian. | Manche Server laufen auf Debian.
L'utilisateur veut un chien. | L'utilisateur a un chien.
Leo invitó a Max. | Max invitó a Leo.
Сервер работает на Debian. | Сервер не работает на Debian.
"""


@pytest.mark.parametrize(
    "pair", [line.split(" | ") for line in TRAPS.strip().splitlines()], ids=lambda pair: pair[0]
)
def test_one_small_word_makes_another_statement(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Monday is laundry day.", "Laundry gets done on Mondays."),
        (
            "Logs are automatically deleted after 14 days.",
            "Logs older than 14 days are deleted automatically.",
        ),
        ("School starts at 8:15.", "The school day begins at 8:15."),
    ],
)
def test_said_anew_it_may_take_a_word_more(close: Judge, one: str, other: str) -> None:
    assert close(one, other).relation is Relation.NEAR_DUPLICATE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The team meets on Mondays.", "The team meets on Mondays online."),
        ("Pavel sits at the window.", "Pavel sits at the window alone."),
        ("On Mondays the team meets.", "The small team meets online on Mondays."),
        ("花园在夏天开放。", "夏天花园免费开放。"),
    ],
)
def test_what_goes_on_as_it_began_and_what_says_two_things_more_is_kept(
    close: Judge, one: str, other: str
) -> None:
    assert close(one, other).guards != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana ({}): Great idea! I hope it's easy to repair.", "Ana ({}): Great! Well, I'll go cook!"),
        ("Ben ({}): Thank you! I'm moving next week.", "Ana ({}): Sure, Ben!"),
    ],
)
def test_the_date_before_two_turns_makes_neither_a_rewording(close: Judge, one: str, other: str) -> None:
    date = "4:30 pm on 13 June, 2022"
    assert close(one.format(date), other.format(date)).relation not in SKIPPED
