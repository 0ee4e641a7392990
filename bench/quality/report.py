"""The figures for people (bench/QUALITY.md) and for programs (one line at the end)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.quality.asking import Grades
from bench.quality.measures import Measured
from bench.quality.peers.peer import WITH_WORDS
from bench.quality.times import SIZES, Speed, Times

QUALITY = Path(__file__).parents[1] / "QUALITY.md"

RECALL_AT_10 = 0.77
ADVERSARIAL_RECALL_AT_10 = 0.75
AHEAD = 0.15
"""Of every peer's recall@10."""
COMPARED = 10_000
NOT_REACHED = "not reached"

MEASURES = {
    "recall@5": "recall_at_5",
    "recall@10": "recall_at_10",
    "recall@20": "recall_at_20",
    "nDCG@10": "ndcg_at_10",
    "MRR": "reciprocal_rank",
}


@dataclass(slots=True)
class Results:
    """Of one run: what was measured of the product, of each peer, and of each peer that could not be, why."""

    scripts: list[Grades] = field(default_factory=list)
    locomo: list[Grades] = field(default_factory=list)
    times: list[Times] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    kept_elsewhere: int = 0

    @property
    def figures(self) -> dict[str, Any]:
        """The keys of the RESULT line; what was not measured is not in it."""
        return {**self._locomo(), **self._times(), **self._scripts(), "peers": self._peers()}

    def _locomo(self) -> dict[str, float]:
        if not self.locomo:
            return {}
        plain = self.locomo[0].plain
        return {
            "recall_at_5": round(plain.recall_at_5, 4),
            "recall_at_10": round(plain.recall_at_10, 4),
            "ndcg_at_10": round(plain.ndcg_at_10, 4),
            "adversarial_recall_at_10": round(self.locomo[0].of_category("adversarial").recall_at_10, 4),
        }

    def _times(self) -> dict[str, Any]:
        if not self.times:
            return {}
        with_embedding, given = self.times[:2]
        return {"p95_ms_10k": p95(given), "p95_ms_10k_with_embedding": p95(with_embedding)}

    def _scripts(self) -> dict[str, Any]:
        if not self.scripts:
            return {}
        ours = self.scripts[0]
        return {
            "scripts_recall_at_5": {
                name: round(ours.of_category(name).recall_at_5, 4) for name in ours.categories
            }
        }

    def _peers(self) -> dict[str, dict[str, Any]]:
        told: dict[str, dict[str, Any]] = {name: {"failed": why} for name, why in self.failed.items()}
        for grades in self.locomo[1:]:
            told.setdefault(grades.name, {})["recall_at_10"] = round(grades.plain.recall_at_10, 4)
        for times in self.times[2:]:
            told.setdefault(times.name, {})["p95_ms_10k"] = p95(times)
        return told

    @property
    def targets(self) -> list[tuple[str, str, str, bool]]:
        """What, measured, wanted, and whether it is so; only of what was measured."""
        return [*self._quality_targets(), *self._speed_targets()]

    def _quality_targets(self) -> list[tuple[str, str, str, bool]]:
        if not self.locomo:
            return []
        recall = self.locomo[0].plain.recall_at_10
        adversarial = self.locomo[0].of_category("adversarial").recall_at_10
        ahead = [
            (
                f"recall@10 ahead of {peer.name}",
                f"{recall - peer.plain.recall_at_10:+.3f}",
                f"at least {AHEAD:+.2f}",
                recall - peer.plain.recall_at_10 >= AHEAD,
            )
            for peer in self.locomo[1:]
        ]
        return [
            ("recall@10", f"{recall:.3f}", f"at least {RECALL_AT_10}", recall >= RECALL_AT_10),
            (
                "recall@10 of adversarial questions",
                f"{adversarial:.3f}",
                f"at least {ADVERSARIAL_RECALL_AT_10}",
                adversarial >= ADVERSARIAL_RECALL_AT_10,
            ),
            *ahead,
        ]

    def _speed_targets(self) -> list[tuple[str, str, str, bool]]:
        compared = [times for times in self.times[2:] if times.name in WITH_WORDS and COMPARED in times.at]
        return [
            (
                f"p95 at {COMPARED:,}, vectors given, against {peer.name}",
                f"{p95(self.times[1])} ms",
                f"below {p95(peer)} ms",
                self.times[1].at[COMPARED].p95 < peer.at[COMPARED].p95,
            )
            for peer in compared
        ]


def p95(times: Times) -> float | str:
    return round(times.at[COMPARED].p95, 2) if COMPARED in times.at else NOT_REACHED


def result_line(results: Results) -> str:
    return f"RESULT {json.dumps(results.figures)}"


def page(results: Results, *, machine: Mapping[str, str], command: str, seconds: float) -> str:
    """All of it, as Markdown."""
    parts = [
        _HEAD.format(command=command, minutes=seconds / 60),
        _table(("", ""), list(machine.items())),
        _targets(results),
        *_graded("LoCoMo, development half", results.locomo),
        *_by_conversation(results.locomo),
        *_scripts(results.scripts),
        *_timed(results.times),
        *_left_out(results),
        result_line(results),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


_HEAD = """# Measured recall

Written by `{command}` in {minutes:.1f} minutes. Quality is the same in every run of the same code;
milliseconds belong to the machine and to what else it was doing. What is measured and how:
docs/measuring-recall.md."""


def _targets(results: Results) -> str:
    rows = [
        (what, found, wanted, "met" if met else "NOT MET") for what, found, wanted, met in results.targets
    ]
    return _table(("what", "measured", "target", ""), rows) if rows else ""


def _graded(title: str, each: Sequence[Grades]) -> list[str]:
    if not each:
        return []
    rows = [
        (name, of, *_row(measured))
        for grades in each
        for name, of, measured in [
            *((grades.name, category, grades.of_category(category)) for category in grades.categories),
            (grades.name, "all but adversarial", grades.plain),
        ]
    ]
    about = "\n".join(f"- {grades.name}: {grades.about}" for grades in each)
    return [f"## {title}", about, _table(("store", "questions", *MEASURES), rows)]


def _row(measured: Measured) -> tuple[str, ...]:
    return tuple(f"{getattr(measured, name):.3f}" for name in MEASURES.values())


def _by_conversation(each: Sequence[Grades]) -> list[str]:
    if not each:
        return []
    names = list(each[0].by_conversation)
    rows = [
        (grades.name, *(f"{grades.by_conversation[name].recall_at_10:.3f}" for name in names))
        for grades in each
    ]
    return ["Recall@10 of each conversation:", _table(("store", *names), rows)]


def _scripts(each: Sequence[Grades]) -> list[str]:
    if not each:
        return []
    names = each[0].categories
    rows = [
        (
            grades.name,
            *(f"{grades.of_category(name).recall_at_5:.3f}" for name in names),
            f"{grades.plain.recall_at_5:.3f}",
        )
        for grades in each
    ]
    return ["## Scripts: recall@5", _table(("store", *names, "all"), rows)]


def _timed(each: Sequence[Times]) -> list[str]:
    if not each:
        return []
    sizes = [f"p50 / p95 at {size:,}" for size in SIZES]
    rows = [
        (
            times.name,
            NOT_REACHED if times.ingest is None else f"{times.ingest:.1f} s",
            *(_milliseconds(times.at.get(size)) for size in SIZES),
        )
        for times in each
    ]
    return ["## Times", _table(("store", "1,000 texts kept", *sizes), rows)]


def _milliseconds(speed: Speed | None) -> str:
    return f"{speed.p50:.1f} / {speed.p95:.1f} ms" if speed else NOT_REACHED


def _left_out(results: Results) -> list[str]:
    told = [f"- {name}: {why}" for name, why in results.failed.items()]
    told += [f"- {times.name}, times: {times.ended}" for times in results.times if times.ended]
    if results.kept_elsewhere:
        told.append(
            f"- continuum: {results.kept_elsewhere} texts were taken for what another one says already"
        )
    return ["## Not measured, or only in part", "\n".join(told)] if told else []


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
