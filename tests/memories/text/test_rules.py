"""Sentences that read like standing rules."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.rules import LONGEST, MOST_SHOWN, READ, SHORTEST, rule_sentences

RULES = [
    *(
        "Never deploy on Fridays.",
        "Always run the tests first!",
        "Don't use tabs in Python.",
        "Do not mock us here.",
    ),
    *(
        "Don’t use tabs in Python.",
        "You must not push to main.",
        "It should not be cached.",
        "Avoid global state.",
    ),
    *("Refuse to run as root.", "Under no circumstances log it.", "No emojis unless explicitly asked."),
    *("No emojis unless the user says so.", "No emojis unless I ask.", "Deploy only when the tests pass."),
    *("Prefer composition over inheritance.", "Stop using the old client.", "Only ever write to staging."),
    *(
        "Bitte nutze nie Tabs im Code.",
        "Auf keinen Fall freitags deployen.",
        "Das darf man hier nicht ändern.",
    ),
    *(
        "Nur wenn die Tests grün sind.",
        "N'utilise pas de tabulations.",
        "Évite les emojis ici.",
        "Jamais de tabs ici.",
    ),
    *(
        "Réponds toujours en français.",
        "Nunca despliegues en viernes.",
        "No uses tabulaciones aquí.",
        "Evita los emojis.",
    ),
    *("永远不要在周五部署。", "除非我明确要求，否则不用表情。", "務必先執行測試。", "禁止提交密码到仓库。"),
]
REMARKS = [
    *(
        "We met on Tuesday at noon.",
        "The rent is 900 euros.",
        "Never mind, it works now.",
        "I don't know why it fails.",
    ),
    *(
        "Das Wetter ist heute schön.",
        "Je ne sais pas trop quoi.",
        "No sé nada de eso, Ana.",
        "我们今天在公园见面了，很好。",
    ),
    *("The nevermore raven is voided.", "Preferably tomorrow morning.", "She avoided the question."),
]


@pytest.mark.parametrize("sentence", RULES)
def test_a_rule_is_noticed(sentence: str) -> None:
    assert rule_sentences(f"We spoke. {sentence}\n\nThat was all.") == [sentence]


@pytest.mark.parametrize("sentence", REMARKS)
def test_a_remark_is_none(sentence: str) -> None:
    assert rule_sentences(sentence) == []


def test_code_is_not_looked_at() -> None:
    text = "```\nnever call this twice, it is code\n```\nThe flag `always-on-or-never` is set by default."
    assert rule_sentences(text) == []


def test_code_in_a_rule_is_shown_with_it() -> None:
    assert rule_sentences("Never call `eval` on input.") == ["Never call `eval` on input."]


def test_the_mark_of_a_list_or_heading_is_left_out() -> None:
    assert rule_sentences("# Always review first\n- [ ] Never push to main\n2. Avoid long lines\n") == [
        *("Always review first", "Never push to main", "Avoid long lines"),
    ]


@pytest.mark.parametrize(
    ("length", "found"), [(SHORTEST - 1, 0), (SHORTEST, 1), (LONGEST, 1), (LONGEST + 1, 0)]
)
def test_only_sentences_of_some_length_count(length: int, found: int) -> None:
    sentence = "never " + "x" * (length - len("never "))
    assert len(rule_sentences(sentence)) == found


def test_an_ideograph_counts_for_two_in_the_least_length() -> None:
    assert rule_sentences("永远不要撒谎") == ["永远不要撒谎"] and rule_sentences("不要撒谎") == []


def test_at_most_four_are_shown_in_their_order() -> None:
    text = "".join(f"Never do thing number {n}. " for n in range(9))
    assert rule_sentences(text) == [f"Never do thing number {n}." for n in range(MOST_SHOWN)]
    assert len(rule_sentences(text, at_most=2)) == 2


def test_what_stands_far_down_is_not_read() -> None:
    assert rule_sentences("word. " * (READ // 6 + 1) + "Never read this far.") == []


@given(st.text(st.sampled_from("never don't 不要只有 prefer over unless I.`\n-#")) | st.text())
def test_every_sentence_shown_stands_in_the_text(text: str) -> None:
    assert all(sentence in text for sentence in rule_sentences(text))


@pytest.mark.parametrize("shape", ["never ", "prefer ", "a. ", "`", "soll ", "只有", "ne x "])
def test_rules_are_looked_for_in_linear_time(shape: str) -> None:
    started = time.process_time()
    rule_sentences(shape * (100_000 // len(shape)))
    assert time.process_time() - started < 2
