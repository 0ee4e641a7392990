"""`python -m bench.duplicates`: the best thresholds on tuning pairs, those in use measured on unseen pairs.

Needs no database. The figures are of the thresholds in `memories.text.slots.thresholds`: when tuning pairs
call for others, that is said; the table is for a person to change. Errors are counted, never shown: who
looks at unseen pairs has no unseen pairs any more.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import django

from bench.duplicates.calibrate import (
    TARGET_CONFLICT_RECALL,
    TARGET_PRECISION,
    TARGET_RECALL,
    Figures,
    Measured,
    calibrated,
    figures,
    measured,
)
from bench.duplicates.pairs import every_pair
from memories.engines.registry import embedder
from memories.text.slots.thresholds import MODELS, Thresholds, thresholds_for


def main() -> None:
    prepare_settings()
    engine = embedder()
    pairs = measured(every_pair(), engine)
    tuning = [each for each in pairs if each.pair.is_tuning]
    unseen = [each for each in pairs if not each.pair.is_tuning]
    used = thresholds_for(engine.model_id)
    report_thresholds(engine.model_id, used, calibrated(tuning, used))
    report("tuning", tuning, used)
    for title, belongs in PARTS.items():
        report(title, [each for each in unseen if belongs(each)], used)
    conclude(report("unseen, all", unseen, used))


PARTS: dict[str, Callable[[Measured], bool]] = {
    "unseen, first hand": lambda each: each.pair.hand == "first",
    "unseen, second hand": lambda each: each.pair.hand == "second",
    "unseen, fifth hand": lambda each: each.pair.hand == "fifth",
    "unseen, English": lambda each: each.pair.language in ("en", "notes"),
    "unseen, Chinese": lambda each: each.pair.language == "zh",
    "unseen, de fr es": lambda each: each.pair.language in ("de", "fr", "es"),
}


def prepare_settings() -> None:
    """Point Django to its settings; without a home of its own, models are kept in the temporary folder."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
    os.environ.setdefault("CONTINUUM_HOME", str(Path(tempfile.gettempdir()) / "continuum-bench"))
    django.setup()


def report_thresholds(model: str, used: Thresholds, best: Thresholds) -> None:
    known = "" if model.split("/", 1)[0] in MODELS else " (not in the table: cautious ones)"
    print(f"{model}{known}\n  in use       {used}\n  on tuning    {best}")


def report(title: str, pairs: Sequence[Measured], thresholds: Thresholds) -> Figures:
    """Print counts and shares of some pairs."""
    found = figures(pairs, thresholds)
    print(
        f"{title:<20} {len(pairs):>4} pairs"
        f"  precision {found.precision:.3f} ({found.skipped}/{found.skipped + found.skipped_wrongly})"
        f"  recall {found.recall:.3f} ({found.skipped}/{found.duplicates})"
        f"  conflicts {found.conflict_recall:.3f} ({found.flagged}/{found.conflicts},"
        f" {found.flagged_wrongly} flagged in vain)"
    )
    return found


def conclude(found: Figures) -> None:
    """Print which targets are missed, and the figures that count."""
    result = {
        "precision": round(found.precision, 4),
        "recall": round(found.recall, 4),
        "conflict_recall": round(found.conflict_recall, 4),
    }
    targets = dict(zip(result, (TARGET_PRECISION, TARGET_RECALL, TARGET_CONFLICT_RECALL), strict=True))
    for name, target in targets.items():
        print(f"{name}: {'meets' if result[name] >= target else 'MISSES'} its target of {target}")
    print(f"RESULT {json.dumps(result)}")


if __name__ == "__main__":
    main()
