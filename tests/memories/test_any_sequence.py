"""No sequence of verbs, by whoever and in whichever workspace, breaks what the store promises
(tests.soundness).

Every step is a transaction of its own against the real Postgres; what a verb refuses changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError
from memories import access
from memories.intake.again import revert, undo_batch, undo_client_writes
from memories.intake.batches import open_batch
from memories.intake.editing import approve_edited
from memories.intake.submit import submit_all
from memories.pipeline.work import work
from memories.recall.recall import recall
from memories.services.drafts import Draft, WriteMode
from memories.services.erasures import decide_erasure
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget, restore
from memories.services.review import approve, decide_many, reject
from memories.services.verification import verify_events
from tests.soundness import broken_promises, state_of
from tests.world import World

EXAMPLES, STEPS = 15, 50
ASKED, SEARCHED_EVERY, VERIFIED_EVERY = "the office in Ghent 2026 peanuts plan", 3, 8  # steps
LEAST_STEPS, MOST_STEPS, LEAST_DONE = 2_000, 6_000, 1
HOW = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # to shrink a failure can take an hour of real transactions
)
# fmt: off
VERBS = (
    "remember", "remember_once", "append", "merge", "supersede", "write_a_batch", "revert", "approve",
    "edit_then_approve", "reject", "decide_on_many", "archive", "restore", "forget", "decide_on_an_erasure",
    "set_recall", "undo_writes", "undo_a_batch",
)
# fmt: on

WHO = st.sampled_from(["person", "codex", "cursor", "reviewer"])
REVIEWING = st.sampled_from(["person", "reviewer", "person", "reviewer", "codex"])
WHERE = st.sampled_from(["default", "team"])
NAMES = st.sampled_from(["office", "diet", "plan", "notes"])
TEXTS = st.sampled_from(
    [
        "The office is in Ghent.",
        "the OFFICE is in  ghent.",
        "The office moved to Bruges in 2026.",
        "No peanuts, ever.",
        "# Plan\n\nShip on Friday.\n\n## Later\n\nRest.",
        "在根特的办公室。",
    ]
)
VALUES = st.sampled_from(
    [{"city": "Ghent"}, {"city": "Bruges", "floor": 2}, {"at": {"floor": 3}}, [1, 2], "x"]
)
PLACES = st.integers(0, 7)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["project", "rule"]),
        "tags": st.sampled_from([["a"], ["a", "b"]]),
        "recall_tier": st.sampled_from(["always", "manual"]),
        "sensitivity": st.sampled_from(["private", "public"]),
        "scope": st.sampled_from(["user", "agent"]),
        "trust": st.sampled_from(["web", "agent", "import"]),
        "propose_only": st.just(True),
        "source_date": st.sampled_from([datetime(2024, 1, 1, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC)]),
    },
)


class AnySequence(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.taken = 0

    def act(self, who: str, verb: Callable[[Actor], object]) -> None:
        """One step. A refusal is an answer too, and leaves everything as it was."""
        actor = self.world.actors[who]
        self.taken += 1
        with access.acting(actor):
            try:
                verb(actor)
                World.steps[verb.__qualname__.split(".")[1]] += 1
            except ContinuumError as error:
                self.refused(error)

    def refused(self, error: ContinuumError) -> None:
        World.steps["refused"] += 1
        assert error.code != "INTERNAL_ERROR"
        assert state_of(self.world.workspaces) == self.world.state, "what was refused left a trace"

    # --- Writing

    @rule(who=WHO, where=WHERE, name=st.none() | NAMES, text=TEXTS, fields=FIELDS)
    def remember(self, who: str, where: str, name: str | None, text: str, fields: dict[str, Any]) -> None:
        draft = Draft(content=text, name=name, workspace=where, **fields)
        self.act(who, lambda actor: submit_all(actor, drafts=[draft]))

    @rule(who=WHO, where=WHERE, name=NAMES, text=TEXTS, version=st.integers(0, 3), key=st.integers(0, 9))
    def remember_once(self, *, who: str, where: str, name: str, text: str, version: int, key: int) -> None:
        draft = Draft(content=text, name=name, workspace=where, idempotency_key=f"k{key}",
                      expected_version=version or None)  # fmt: skip
        self.act(who, lambda actor: submit_all(actor, drafts=[draft]))

    @rule(who=WHO, place=PLACES, text=TEXTS, web=st.booleans())
    def append(self, who: str, place: int, text: str, web: bool) -> None:
        where, name = self.world.memory(place)
        trust = "web" if web else "agent"
        draft = Draft(content=text, name=name, workspace=where, write_mode=WriteMode.APPEND, trust=trust)
        self.act(who, lambda actor: submit_all(actor, drafts=[draft]))

    @rule(who=WHO, where=WHERE, name=NAMES, value=VALUES, merging=st.booleans())
    def merge(self, who: str, where: str, name: str, value: Any, merging: bool) -> None:
        mode = WriteMode.MERGE if merging else WriteMode.REPLACE
        draft = Draft(value=value, name=name, workspace=where, write_mode=mode)
        self.act(who, lambda actor: submit_all(actor, drafts=[draft]))

    @rule(who=WHO, place=PLACES, name=NAMES, text=TEXTS)
    def supersede(self, who: str, place: int, name: str, text: str) -> None:
        where, over = self.world.memory(place)
        draft = Draft(content=f"{text} So {name}.", name=name, workspace=where, supersedes=[over])
        self.act(who, lambda actor: submit_all(actor, drafts=[draft]))

    @rule(who=WHO, where=WHERE, names=st.lists(NAMES, min_size=1, max_size=3), text=TEXTS, fields=FIELDS)
    def write_a_batch(
        self, who: str, where: str, names: list[str], text: str, fields: dict[str, Any]
    ) -> None:
        drafts = [Draft(content=f"{text} {n}", name=name, workspace=where, **fields)
                  for n, name in enumerate(names)]  # fmt: skip

        def write(actor: Actor) -> None:
            batch = open_batch(actor, workspace=where)
            self.world.batches.append(batch.pk)
            self.world.state = state_of(self.world.workspaces)
            submit_all(actor, drafts=drafts, batch_id=batch.pk)

        self.act(who, write)

    @rule(who=WHO, place=PLACES, number=st.integers(1, 3))
    def revert(self, who: str, place: int, number: int) -> None:
        where, name = self.world.memory(place)
        self.act(who, lambda actor: revert(actor, name=name, to_number=number, workspace=where))

    # --- Deciding

    @precondition(lambda self: self.world.proposals)
    @rule(place=PLACES, who=REVIEWING, careful=st.booleans(), replacing=st.booleans())
    def approve(self, place: int, who: str, careful: bool, replacing: bool) -> None:
        wanted = self.world.proposal(place)
        how = {"revision_id": wanted, "anyway": not careful, "replace_similar": replacing}
        self.act(who, lambda actor: approve(actor, **how))

    @precondition(lambda self: self.world.proposals)
    @rule(place=PLACES, who=REVIEWING, text=TEXTS, careful=st.booleans())
    def edit_then_approve(self, place: int, who: str, text: str, careful: bool) -> None:
        how: dict[str, Any] = {"revision_id": self.world.proposal(place), "anyway": not careful}
        self.act(who, lambda actor: approve_edited(actor, content=f"{text} Edited.", **how))

    @precondition(lambda self: self.world.proposals)
    @rule(place=PLACES, who=REVIEWING)
    def reject(self, place: int, who: str) -> None:
        revision_id = self.world.proposal(place)
        self.act(who, lambda actor: reject(actor, revision_id=revision_id))

    @precondition(lambda self: len(self.world.proposals) > 1)
    @rule(who=REVIEWING, decision=st.sampled_from(["approve", "reject"]), anyway=st.booleans())
    def decide_on_many(self, who: str, decision: str, anyway: bool) -> None:
        some = [*self.world.proposals[:2], UUID(int=0)]
        self.act(who, lambda actor: decide_many(actor, revision_ids=some, decision=decision, anyway=anyway))

    # --- Removing, bringing back

    @rule(who=WHO, place=PLACES)
    def archive(self, who: str, place: int) -> None:
        where, name = self.world.memory(place)
        self.act(who, lambda actor: archive(actor, name=name, workspace=where))

    @rule(who=WHO, place=PLACES)
    def restore(self, who: str, place: int) -> None:
        where, name = self.world.memory(place)
        self.act(who, lambda actor: restore(actor, name=name, workspace=where))

    @precondition(lambda self: self.world.memories)
    @rule(who=WHO, place=PLACES)
    def forget(self, who: str, place: int) -> None:
        where, name = self.world.memory(place)
        self.act(who, lambda actor: forget(actor, name=name, workspace=where))

    @precondition(lambda self: self.world.doomed)
    @rule(wanted=st.booleans())
    def decide_on_an_erasure(self, wanted: bool) -> None:
        memory_id = self.world.doomed[0]
        self.act("person", lambda actor: decide_erasure(actor, memory_id=memory_id, wanted=wanted))

    @rule(who=WHO, place=PLACES, tier=st.sampled_from(["always", "relevance", "manual"]))
    def set_recall(self, who: str, place: int, tier: str) -> None:
        where, name = self.world.memory(place)
        self.act(who, lambda actor: set_recall(actor, name=name, recall=tier, workspace=where))

    @rule(who=REVIEWING, of=WHO, where=WHERE, last=st.integers(1, 6))
    def undo_writes(self, who: str, of: str, where: str, last: int) -> None:
        client = self.world.actors[of].client
        self.act(who, lambda actor: undo_client_writes(actor, client=client, last=last, workspace=where))

    @precondition(lambda self: self.world.batches)
    @rule(who=REVIEWING, place=PLACES)
    def undo_a_batch(self, who: str, place: int) -> None:
        batch = self.world.batches[place % len(self.world.batches)]
        self.act(who, lambda actor: undo_batch(actor, batch_id=batch))

    # --- After the commit

    @rule()
    def let_the_worker_work(self) -> None:
        """Facts come into being here, and entities go."""
        work()
        self.taken += 1

    # --- What holds after each of them

    @invariant()
    def every_promise_holds(self) -> None:
        assert broken_promises(self.world.workspaces) == []
        self.world.look()

    @invariant()
    def recall_shows_what_is_there(self) -> None:
        """Recall of `team` reads `default` along with it. Without a query it lists, which costs less."""
        query = ASKED if self.taken % SEARCHED_EVERY == 0 else None
        with access.acting(self.world.actors["reviewer"]) as actor:
            found = recall(actor, query=query, workspace="team", limit=100)
        assert {(m.name, m.content) for m in found.memories} <= self.world.present()

    @invariant()
    def the_chains_hold(self) -> None:
        if self.taken % VERIFIED_EVERY == 0:
            self.verify()

    def verify(self) -> None:
        with access.acting(self.world.actors["person"]) as person:
            for where in ("default", "team"):
                assert verify_events(person, workspace=where).broken is None

    def teardown(self) -> None:
        self.verify()


@pytest.mark.timeout(600)
def test_no_sequence_of_verbs_breaks_what_the_store_promises(committed: None) -> None:
    World.steps.clear()
    _what_chance_may_leave_out(AnySequence())
    while World.steps.total() < LEAST_STEPS or (_undone() and World.steps.total() < MOST_STEPS):
        run_state_machine_as_test(AnySequence, settings=HOW)
    assert _undone() == []


def _what_chance_may_leave_out(machine: AnySequence) -> None:
    """Verbs that need others before them, by the right person: chance may take thousands of steps."""
    for step in (
        lambda: machine.write_a_batch("person", "team", ["plan", "notes"], "Ship on Friday.", {}),
        lambda: machine.undo_a_batch("person", 0),
        lambda: machine.remember("person", "default", "diet", "No peanuts, ever.", {}),
        lambda: machine.forget("codex", machine.world.memories.index(("default", "diet"))),
        lambda: machine.decide_on_an_erasure(wanted=True),
    ):
        step()
        machine.every_promise_holds()
        machine.recall_shows_what_is_there()
    assert {"undo_a_batch", "decide_on_an_erasure"} <= set(World.steps)
    machine.teardown()


def _undone() -> list[str]:
    """Verbs that have not yet succeeded often enough: chance may keep one of them waiting."""
    return [verb for verb in VERBS if World.steps[verb] < LEAST_DONE]
