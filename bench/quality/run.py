"""One run, in a home of its own that bench.__main__ made and takes away again."""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from bench.quality.locomo import Conversation, conversations  # noqa: E402
from bench.quality.measures import DEPTH, Measured, mean, measured  # noqa: E402
from bench.quality.ours import Continuum  # noqa: E402
from continuum.embedded import supervisor  # noqa: E402


def main() -> None:
    data = conversations(Path(sys.argv[1]))
    with supervisor.running(settings.CONTINUUM_HOME, durability="safe"):
        call_command("migrate", database="owner", verbosity=0, interactive=False)
        store = Continuum()
        by_category: defaultdict[str, list[Measured]] = defaultdict(list)
        by_conversation = {}
        for conversation in data:
            took = store.take_in(conversation)
            print(f"{conversation.name}: {len(conversation.turns)} turns in {took:.1f} s", file=sys.stderr)
            rows = _asked(store, conversation)
            by_conversation[conversation.name] = mean([m for c, m in rows if c != "adversarial"]).recall_at_10
            for category, each in rows:
                by_category[category].append(each)
    plain = mean([each for name, rows in by_category.items() if name != "adversarial" for each in rows])
    for name, rows in [*sorted(by_category.items()), ("all but adversarial", [plain])]:
        print(name, mean(rows))
    print(by_conversation)
    print(
        "RESULT",
        json.dumps(
            {
                "recall_at_5": plain.recall_at_5,
                "recall_at_10": plain.recall_at_10,
                "ndcg_at_10": plain.ndcg_at_10,
            }
        ),
    )


def _asked(store: Continuum, conversation: Conversation) -> list[tuple[str, Measured]]:
    rows, seconds = [], []
    for asked in conversation.questions:
        start = time.perf_counter()
        found = store.answer(conversation, asked.question, most=DEPTH)
        seconds.append(time.perf_counter() - start)
        rows.append((asked.category, measured(found, asked.evidence)))
    print(f"  {sorted(seconds)[len(seconds) // 2] * 1000:.1f} ms median", file=sys.stderr)
    return rows


if __name__ == "__main__":
    main()
