"""Field names in the two spellings."""

from __future__ import annotations

import pytest

from memories.text.spelling import camel, in_camel_case, snake


@pytest.mark.parametrize(
    ("ours", "theirs"), [("token_budget", "tokenBudget"), ("query", "query"), ("at_2_pm", "at2Pm")]
)
def test_a_name_is_spelled_the_other_way(ours: str, theirs: str) -> None:
    assert camel(ours) == theirs == camel(theirs)


@pytest.mark.parametrize(("theirs", "ours"), [("tokenBudget", "token_budget"), ("taskId", "task_id")])
def test_and_back(theirs: str, ours: str) -> None:
    assert snake(theirs) == ours == snake(ours)


def test_names_are_spelled_anew_at_any_depth_and_values_are_left_alone() -> None:
    told = {"left_over": [{"task_id": "a_b"}], "_x": ("c_d",), 1: None}
    assert in_camel_case(told) == {"leftOver": [{"taskId": "a_b"}], "_x": ["c_d"], "1": None}
