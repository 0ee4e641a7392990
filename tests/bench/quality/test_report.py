"""The page and the RESULT line."""

from __future__ import annotations

import json

from bench.quality import report
from bench.quality.asking import Answer, Grades
from bench.quality.locomo import Asked
from bench.quality.measures import measured
from bench.quality.times import Speed, Times


def _grades(name: str, *places: int | None) -> Grades:
    """Plain answers with their hit in these places (None: nowhere), and a perfect adversarial one."""
    found = [["x"] * place + ["a"] if place is not None else [] for place in places]
    kinds = ["single_hop"] * len(places) + ["adversarial"]
    answers = [
        Answer("talk", Asked("which?", kind, frozenset("a")), measured(keys, {"a"}))
        for kind, keys in zip(kinds, [*found, ["a"]], strict=True)
    ]
    return Grades(name, "about it", answers)


def _results() -> report.Results:
    at = {10_000: Speed(2.0, 4.0)}
    return report.Results(
        locomo=[_grades("continuum", 0, 7, 8, 15), _grades("mem0ai", 0, None, None, None)],
        times=[
            Times("continuum", "", 9.0, {10_000: Speed(5.0, 8.0)}),
            Times("given", "", 3.0, at),
            Times("mem0ai", "", 17.0, {}, "not reached within its time"),
        ],
        failed={"chromadb": "not installed"},
    )


def test_the_result_line_holds_the_promised_keys() -> None:
    figures = json.loads(report.result_line(_results()).removeprefix("RESULT "))
    assert figures == {
        "recall_at_5": 0.25,
        "recall_at_10": 0.75,
        "ndcg_at_10": figures["ndcg_at_10"],
        "adversarial_recall_at_10": 1.0,
        "p95_ms_10k": 4.0,
        "p95_ms_10k_with_embedding": 8.0,
        "peers": {
            "chromadb": {"failed": "not installed"},
            "mem0ai": {"recall_at_10": 0.25, "p95_ms_10k": "not reached"},
        },
    }


def test_targets_are_told_with_whether_they_are_met() -> None:
    told = {what: met for what, _, _, met in _results().targets}
    assert told == {
        "recall@10": False,
        "recall@10 of adversarial questions": True,
        "recall@10 ahead of mem0ai": True,
    }


def test_a_peer_with_words_that_came_to_ten_thousand_is_compared_with() -> None:
    results = _results()
    results.times[2].at[10_000] = Speed(10.0, 20.0)
    (compared,) = [each for each in results.targets if each[0].startswith("p95")]
    assert compared[1:] == ("4.0 ms", "below 20.0 ms", True)


def test_the_page_ends_with_the_result_and_names_what_is_missing() -> None:
    page = report.page(_results(), machine={"date": "today"}, command="make bench-recall", seconds=60)
    assert page.splitlines()[-1] == report.result_line(_results())
    assert "- chromadb: not installed" in page and "- mem0ai, times: not reached" in page
