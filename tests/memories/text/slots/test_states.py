"""What somebody is, has, wants and goes to, and whose part is whose, is kept apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

WISHES = """
The user wants to learn Spanish. | The user is learning Spanish.
The user wants to switch to dark mode. | The user switched to dark mode.
The user needs help with the tax form. | The user helps with the tax form.
"""

STATES = """
My brother is a teacher. | My brother has a teacher.
The user is at the gym. | The user goes to the gym.
The user's mother is a doctor. | The user's mother went to the doctor.
Der Nutzer ist Arzt. | Der Nutzer geht zum Arzt.
L'utilisateur est médecin. | L'utilisateur va chez le médecin.
El usuario fue profesor. | El usuario es profesor.
"""

PARTS = """
The user works for Anna. | Anna works for the user.
Der Nutzer arbeitet für Anna. | Anna arbeitet für den Nutzer.
The user enjoys cooking for friends. | Friends cook for the user.
The user is paid by the agency. | The user pays the agency.
The box is on the shelf. | The shelf is in the box.
"""

SAME = """
Our kids go to the Montessori school. | The kids attend the Montessori school.
He goes jogging each morning. | He jogs every morning.
There is no staging environment. | We have no staging environment.
The user isn't interested in sports. | The user has no interest in sports.
The newsletter goes out every Friday morning. | Every Friday morning the newsletter is sent out.
The user asked to be called Alex. | The user wants to be called Alex.
We store uploads in the bucket "media-eu". | Uploads are stored in the media-eu bucket.
"""


def _pairs(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(WISHES), ids=" | ".join)
def test_what_is_wanted_is_kept_apart_from_what_is_done(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(STATES), ids=" | ".join)
def test_what_one_is_has_and_goes_to_are_kept_apart(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(PARTS), ids=" | ".join)
def test_whose_part_is_whose_is_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(SAME), ids=" | ".join)
def test_the_same_said_otherwise_is_still_the_same(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation in SKIPPED
