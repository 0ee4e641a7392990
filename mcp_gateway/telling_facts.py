"""From facts and entities to what tools answer. Pure; times are shown in the actor's zone."""

from __future__ import annotations

from dataclasses import asdict

from continuum.kernel.actor import Actor
from mcp_gateway import answers_of_facts as answers
from mcp_gateway.moments import shown
from memories.recall.entities import Thing
from memories.recall.facts import Claimed, FactsPage

_SAME = ("workspace", "subject", "predicate", "object", "statement", "memory", "confidence", "extracted_by")
_MOMENTS = ("valid_from", "valid_until", "learned_at", "retired_at")


def facts(actor: Actor, page: FactsPage) -> answers.Facts:
    return answers.Facts(facts=tuple(fact(actor, each) for each in page.facts), next_cursor=page.next_cursor)


def fact(actor: Actor, told: Claimed) -> answers.Fact:
    same = {field: getattr(told, field) for field in _SAME}
    times = {field: shown(getattr(told, field), actor.timezone) for field in _MOMENTS}
    return answers.Fact.model_validate({**same, **times, "retired_for": told.retired_for})


def entity(actor: Actor, thing: Thing) -> answers.Entity:
    return answers.Entity(
        name=thing.name,
        kind=thing.kind,
        workspace=thing.workspace,
        aliases=tuple(thing.aliases),
        facts=tuple(fact(actor, each) for each in thing.facts),
        neighbours=tuple(answers.Neighbour(**asdict(each)) for each in thing.neighbours),
        memories=tuple(thing.memories),
    )
