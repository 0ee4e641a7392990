"""Facts by a language model, from the memory to the row, over a real socket."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import access, outbox
from memories.models import Entity, ExtractionBudget, Fact, Job
from memories.pipeline.facts import MODEL_TRIES
from memories.pipeline.work import work
from memories.services.removal import archive, forget
from tests.fakes.llm_server import Answer, LLMServer, claims, llm_server
from tests.fakes.loading import load_model_reader
from tests.stories import remember

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("litellm") is None, reason="litellm is not installed here"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # litellm's, of its own answers
]
PARALLEL, PAID_FOR = 20, 5
_NAMED = re.compile(r"([A-Z]\w+) is fond of (\w+)\.")


def fond(request: Mapping[str, Any]) -> Answer:
    """What a model makes of sentences that the local rules do not know."""
    who, what = _NAMED.search(str(request["messages"])).groups()  # type: ignore[union-attr]
    quote = f"{who} is fond of {what}."
    return claims({"subject": who, "predicate": "likes", "object": what, "quote": quote}, after=0.02)


@pytest.fixture
def server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[LLMServer]:
    with llm_server() as running:
        settings.EXTRACTION_MODEL, settings.EXTRACTION_BASE_URL = "openai/some-model", f"{running.url}/v1"
        settings.EXTRACTION_API_KEY, settings.EXTRACTION_PRICE = "key", (1.0, 2.0)
        running.answers = [fond]
        load_model_reader()
        monkeypatch.setattr("memories.engines.extraction.model.FIRST_WAIT", 0.0)
        yield running


def told() -> list[tuple[str, str, str]]:
    rows = Fact.objects.filter(retired_at=None).order_by("object")
    return list(rows.values_list("subject__name", "object", "extracted_by"))


def test_facts_come_from_the_model_and_say_so(server: LLMServer, actor: Actor) -> None:
    remember(actor, "Ann is fond of tea.")
    work()
    assert told() == [("Ann", "tea", "openai/some-model")]
    row = ExtractionBudget.objects.get()
    assert (row.tokens, row.micros, row.calls) == (1_000, 1_100, 1)


def test_what_is_private_is_sent_nowhere(server: LLMServer, actor: Actor) -> None:
    remember(actor, "Ann likes tea.", sensitivity="private")
    work()
    assert server.asked == [] and told() == [("Ann", "tea", "rules/2")]


def test_an_answer_that_does_not_fit_changes_nothing_and_the_job_says_why(
    server: LLMServer, actor: Actor
) -> None:
    server.answers = [Answer(content="Ann? Tea!")]
    remember(actor, "Ann likes tea.")
    work()
    job = Job.objects.get()
    assert (job.state, job.error) == (Job.State.FAILED, "ExtractionInvalid") and told() == []


def test_over_the_budget_the_local_rules_read(server: LLMServer, actor: Actor, settings: Any) -> None:
    settings.EXTRACTION_TOKENS = 10
    remember(actor, "Ann likes tea.")
    work()
    assert server.asked == [] and told() == [("Ann", "tea", "rules/2")]
    assert ExtractionBudget.objects.get().refused == 1


def test_a_provider_that_asks_for_a_rest_gets_it(server: LLMServer, actor: Actor) -> None:
    server.answers = [Answer(status=429, headers={"retry-after": "600"})]
    remember(actor, "Ann is fond of tea.")
    work()
    job = Job.objects.get()
    assert job.error == "ExtractionUnavailable" and (job.run_after - timezone.now()).total_seconds() > 500
    server.answers = [fond]
    Job.objects.update(run_after=timezone.now())
    work()
    assert told() == [("Ann", "tea", "openai/some-model")] and Job.objects.count() == 0


def test_a_model_that_stays_away_leaves_the_text_to_the_local_rules(server: LLMServer, actor: Actor) -> None:
    server.answers = [Answer(status=503)]
    remember(actor, "Ann likes tea.")
    for _ in range(MODEL_TRIES):
        assert told() == []
        Job.objects.update(run_after=timezone.now())
        work()
    assert told() == [("Ann", "tea", "rules/2")] and Job.objects.count() == 0


def test_a_failing_text_holds_up_no_other(server: LLMServer, actor: Actor) -> None:
    server.answers = [lambda request: Answer(content="no") if "poison" in str(request) else fond(request)]
    for what in ("Ann is fond of tea.", "Carl is fond of poison.", "Bob is fond of milk."):
        remember(actor, what)
    work()
    assert [(who, what) for who, what, _ in told()] == [("Bob", "milk"), ("Ann", "tea")]
    assert Job.objects.get().error == "ExtractionInvalid" and len(server.asked) == 5, (
        "nothing is paid for twice"
    )


def test_what_a_call_may_cost_is_taken_before_it_is_made_and_outlives_who_made_it(
    committed: None, server: LLMServer, actor: Actor
) -> None:
    seen: list[int] = []

    def dying(request: Mapping[str, Any]) -> Answer:
        """Another connection reads the budget while the call is on its way: a kill -9 now changes nothing."""
        with access.acting(actor):
            seen.extend(ExtractionBudget.objects.values_list("tokens", flat=True))
        connections.close_all()
        return fond(request)

    server.answers = [dying]
    remember(actor, "Ann is fond of tea.")
    work()
    assert len(seen) == 1 and seen[0] > ExtractionBudget.objects.get().tokens == 1_000


@pytest.mark.parametrize("meanwhile", ["saved anew", "forgotten", "archived"])
def test_cc_05_and_06_a_slow_reading_brings_nothing_of_a_text_that_went_meanwhile(
    committed: None, server: LLMServer, actor: Actor, meanwhile: str
) -> None:
    went = {"saved anew": None, "forgotten": forget, "archived": archive}[meanwhile]

    def slow(request: Mapping[str, Any]) -> Answer:
        """While the model still reads the first text, it goes."""
        if "tea" in str(request["messages"]):
            with access.acting(actor):
                went(actor, name="ann") if went else remember(actor, "Ann is fond of milk.", name="ann")
            connections.close_all()
        return fond(request)

    server.answers = [slow]
    remember(actor, "Ann is fond of tea.", name="ann")
    while work():
        pass
    assert told() == ([] if went else [("Ann", "milk", "openai/some-model")])
    assert not Fact.objects.filter(object="tea").exists()
    assert set(Entity.objects.values_list("name", flat=True)) == (set() if went else {"Ann"})


def test_many_jobs_at_once_do_not_overspend_one_budget(
    committed: None, server: LLMServer, actor: Actor, settings: Any
) -> None:
    for n in range(PARALLEL):
        remember(actor, f"Person{n} is fond of fruit{n}.", name=f"n{n}")
    Job.objects.exclude(step=outbox.FACTS).delete()
    # A call takes under 9,000, and gives back all but 1,000.
    settings.EXTRACTION_TOKENS = PAID_FOR * 1_000 + 9_000

    def one(_: int) -> None:
        work(most=1)
        connections.close_all()

    with ThreadPoolExecutor(PARALLEL) as threads:
        list(threads.map(one, range(PARALLEL)))
    row = ExtractionBudget.objects.get()
    assert row.tokens == 1_000 * len(server.asked) <= settings.EXTRACTION_TOKENS
    assert 1 <= len(server.asked) <= PAID_FOR + 9 and row.refused == PARALLEL - len(server.asked)
    assert Job.objects.count() == 0
