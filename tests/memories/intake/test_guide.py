from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import SecretRefused, ValidationFailed
from memories.intake.guide import MAX_GUIDE, save_guide
from memories.services.guide import get_guide


@pytest.mark.parametrize("text", ["", " \n", "nul \x00", "half \ud800", "x" * (MAX_GUIDE + 1)])
def test_a_guide_that_cannot_be_kept_is_refused(person: Actor, text: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        save_guide(person, text=text)
    assert refused.value.details["field"] == "text"
    assert get_guide(person).number == 0


def test_a_secret_in_the_guide_is_refused_and_not_repeated(person: Actor) -> None:
    key = "AKIA" + "Q3EXAMPLZ7TB2WVH"
    with pytest.raises(SecretRefused) as refused:
        save_guide(person, text=f"Log in with {key} first.")
    assert key not in refused.value.message
    assert get_guide(person).number == 0


def test_the_longest_guide_is_kept_as_text_is_kept(person: Actor) -> None:
    assert save_guide(person, text="x" * MAX_GUIDE).number == 1
    assert save_guide(person, text="cafe\u0301\r\nwith milk").text == "café\nwith milk"
