"""What sentences claim, and above all what they do not."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.claims.reading import MAX_READ, read


def claimed(text: str, **who: str) -> list[str]:
    claims = read(text, **{"speaker": "Frank", "user": "the owner", **who}).claims
    return [f"{claim.subject.text} {claim.predicate} {claim.object}" for claim in claims]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Ann lives in Ghent.", ["Ann lives_in Ghent"]),
        ("Ann has lived in Ghent since March 2019.", ["Ann lives_in Ghent"]),
        ("Ann moved to New York in 2019.", ["Ann lives_in New York"]),
        ("The office moved to Bruges in May 2026.", ["office located_in Bruges"]),
        ("Ann works for Google as a designer.", ["Ann works_at Google"]),
        ("Ann lives in Ghent and works at Acme Corp.", ["Ann lives_in Ghent", "Ann works_at Acme Corp"]),
        ("Ann likes tea and coffee.", ["Ann likes tea", "Ann likes coffee"]),
        ("I prefer tea over coffee.", ["Frank prefers tea"]),
        ("I'm living in Paris.", ["Frank lives_in Paris"]),
        ("My favourite colour is blue.", ["Frank favourite_colour blue"]),
        ("The user's name is Ada.", ["the owner name Ada"]),
        ("The user prefers dark mode.", ["the owner prefers dark mode"]),
        ("The capital of France is Paris.", ["France capital Paris"]),
        ("Ann's birthday is 3 May.", ["Ann birthday 3 May"]),
        ("Ann is 34 years old.", ["Ann age 34"]),
        ("Ann is the CTO of Acme.", ["Ann is_a CTO of Acme"]),
        ("Ann was the CTO of Acme until 2020.", ["Ann is_a CTO of Acme"]),
        ("The Hobbit was written by Tolkien.", ["Tolkien wrote Hobbit"]),
        ("auth_service depends on user_store.", ["auth_service depends_on user_store"]),
        ("The API server uses Postgres 18.", ["API server uses Postgres 18"]),
        ("The deadline is 5 May 2026.", ["deadline is 5 May 2026"]),
        ("I decided to use Kafka for events.", ["Frank decided use Kafka"]),
        ("- **Ann** lives in [[Ghent|the city of Ghent]].", []),
        ("- **Ann** lives in *Ghent*.", ["Ann lives_in Ghent"]),
        ("Anna wohnt in Berlin und arbeitet bei Siemens.", ["Anna lives_in Berlin", "Anna works_at Siemens"]),
        ("Ich wohne seit 2019 in Hamburg.", ["Frank lives_in Hamburg"]),
        ("Anna ist nach Köln gezogen.", ["Anna lives_in Köln"]),
        ("Das Büro ist in Gent.", ["Büro located_in Gent"]),
        ("Anna ist mit Bernd verheiratet.", ["Anna married_to Bernd"]),
        ("小明住在上海，在阿里巴巴工作。", ["小明 lives_in 上海", "小明 works_at 阿里巴巴"]),
        ("我喜欢绿茶。", ["Frank likes 绿茶"]),
        ("办公室位于北京。", ["办公室 located_in 北京"]),
    ],
)
def test_plain_sentences_claim_what_they_say(text: str, claims: list[str]) -> None:
    assert claimed(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "Ann does not live in Ghent.",
        "Ann never liked tea.",
        "Ann no longer works at Acme.",
        "Ann used to live in Rome.",
        "Ann worked at Acme.",
        "Ann might move to Paris.",
        "Ann will move to Paris.",
        "Ann plans to move to Paris.",
        "Maybe Ann lives in Ghent.",
        "If Ann lives in Ghent, call her.",
        "Does Ann live in Ghent?",
        "Where Ann lives is Ghent?",
        "Ann thinks Bob lives in Ghent.",
        "Ann said she lives in Ghent.",
        "According to Bob, Ann lives in Ghent.",
        'He wrote "Ann lives in Ghent these days".',
        "She lives in Ghent.",
        "They use Kafka.",
        "Nobody uses Kafka.",
        "Everyone likes tea.",
        "Use Kafka for the queue.",
        "Ann has to go.",
        "Node 22 is required by the build.",
        "Ann met Carol and Bob laughed about it.",
        "# Ann lives in Ghent",
        "```\nAnn lives in Ghent.\n```",
        "Anna wohnt nicht in Berlin.",
        "Anna wohnt vielleicht in Bonn.",
        "Wohnt Anna in Berlin?",
        "小明不喜欢咖啡。",
        "小明住在上海吗？",
        "小明可能住在上海。",
        "他住在上海。",
    ],
)
def test_denied_doubted_asked_planned_and_pointed_at_is_not_claimed(text: str) -> None:
    found = [claim for claim in claimed(text) if claim != "Ann met Carol"]
    assert found == []


def test_the_first_person_is_who_is_named_in_front() -> None:
    text = "Ann: I live in Ghent.\nBob: I moved to Rome!\nPlace: Oslo.\nI like tea."
    assert claimed(text) == ["Ann lives_in Ghent", "Bob lives_in Rome", "Frank likes tea"]
    assert read(text).claims[0].statement == "Ann: I live in Ghent."


def test_without_a_speaker_the_first_person_claims_nothing() -> None:
    assert claimed("I live in Ghent. My name is Ann.", speaker="") == []
    assert claimed("The user prefers tea.", user="") == []


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Ann lives in Ghent since 2019.", "2019-01-01", "None"),
        ("Ann lived in Rome from 2010 to 2014.", "2010-01-01", "2015-01-01"),
        ("Ann moved to Rome on 3 May 2024.", "2024-05-03", "None"),
        ("Ann worked at Acme between March 2019 and 2021-06-30.", "2019-03-01", "2021-07-01"),
        ("Ann was the CTO of Acme until December 2020.", "None", "2021-01-01"),
        ("Anna wohnt seit Mai 2020 in Bonn.", "2020-05-01", "None"),
    ],
)
def test_when_it_was_so_is_read_with_it(text: str, first: str, last: str) -> None:
    (claim,) = read(text).claims
    assert (str(claim.valid_from), str(claim.valid_until)) == (first, last)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Ann moved to Lyon yesterday.", "2023-05-07"),
        ("Yesterday Ann moved to Lyon.", "2023-05-07"),
        ("Ann moved to Lyon two weeks ago.", "2023-04-24"),
        ("Ann moved to Lyon last Friday.", "2023-05-05"),
        ("Ann moved to Lyon last month.", "2023-04-30"),
        ("Ann works at Acme since last year.", "2022-01-01"),
        ("Ann moved to Lyon the week before 3 August 2022.", "2022-08-02"),
        ("Anna zog gestern nach Berlin.", "2023-05-07"),
        ("小明昨天搬到了上海。", "2023-05-07"),
        ("小明三天前搬到了上海。", "2023-05-05"),
        ("Ann lives in Ghent this year.", "None"),
    ],
)
def test_when_it_was_so_is_seen_from_the_day_it_was_told(text: str, first: str) -> None:
    (claim,) = read(text, told=date(2023, 5, 8)).claims
    assert str(claim.valid_from) == first and claim.statement == text
    assert claim.subject.text in ("Ann", "Anna", "小明")


@pytest.mark.parametrize("text", ["The yesterday project uses Redis.", "Ann uses last week's numbers."])
def test_a_time_that_is_a_name_dates_nothing(text: str) -> None:
    assert [name.text for name in read(text, told=date(2023, 5, 8)).names] == [
        n.text for n in read(text).names
    ]


def test_names_are_found_without_a_claim() -> None:
    text = "Yesterday we met Bob Smith of Acme Corp about [[deploy-guide]] and `auth_service` on Monday."
    names = {named.text: named.kind for named in read(text).names}
    assert {"Bob Smith of Acme Corp", "deploy-guide", "auth_service"} <= names.keys()
    assert names["deploy-guide"] == "link" and names["auth_service"] == "technology" and "Monday" not in names


def test_claims_of_one_thing_share_a_slot_and_versions_of_one_product_do() -> None:
    places = [claim.place for claim in read("Ann lives in Ghent. Ann moved to Rome. Bob likes tea.").claims]
    assert places == ["place", "place", "likes=tea"]
    text = "The API server uses Postgres 17. The API server uses Postgres 18. The API server uses Redis 7."
    assert [c.place for c in read(text).claims] == ["uses:postgres", "uses:postgres", "uses:redis"]


def test_a_long_text_is_read_to_its_limit() -> None:
    text = "Nothing here. " * (MAX_READ // 14 + 1) + "Ann lives in Ghent."
    assert claimed(text) == []


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for claim in read(text, speaker="Frank", user="Ada").claims:
        assert claim.subject.key and claim.object_key and len(claim.place) <= 120


WORDS = ["Ann", "lives", "in", "Ghent", "I", "is", "the", ".", ",", "and", "'s"]


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_any_order_of_known_words_can_be_read(words: list[str]) -> None:
    read(" ".join(words), speaker="Frank")
