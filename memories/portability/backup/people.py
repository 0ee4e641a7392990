"""Whose numbers stand in a backup, and whose they are here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from continuum.kernel.actor import Actor
from memories.portability.backup.heading import Heading
from memories.portability.refusals import unfit
from memories.portability.whose import is_operator, make_person, people_by_name

NOBODY = 0
"""The worker's number, the same everywhere."""


@dataclass(frozen=True, slots=True)
class People:
    """`here` maps a number of the backup to that of an account here. Who has no account here keeps a number
    of their own, below zero: told apart from each other, and nobody's.
    """

    here: Mapping[int, int]

    def __getitem__(self, number: int) -> int:
        return self.here.get(number, number if number <= NOBODY else -number)

    @property
    def same(self) -> bool:
        return all(number == there for number, there in self.here.items())

    def unknown(self, number: int) -> bool:
        return number > NOBODY and number not in self.here


def people_here(actor: Actor, heading: Heading) -> People:
    """Of a person's vault, its owner is the actor, whoever it was there; others are known by their names. In
    a whole installation accounts that are missing are made.
    """
    known = people_by_name(person.username for person in heading.people)
    here = {person.id: known[person.username] for person in heading.people if person.username in known}
    if is_operator(actor):
        return People({**here, **_made(heading, here)})
    if heading.owner is None:
        raise unfit(
            "This is the backup of a whole installation. Who runs it restores it: manage.py database restore."
        )
    others = {number: there for number, there in here.items() if there != actor.user_id}
    return People({**others, heading.owner: actor.user_id})


def _made(heading: Heading, here: Mapping[int, int]) -> dict[int, int]:
    return {
        person.id: make_person(person.username, email=person.email, timezone=person.timezone)
        for person in heading.people
        if person.id not in here
    }
