"""How search puts hits in order, and what it offers unasked. docs/settings.md says what they mean."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ImproperlyConfigured

from continuum import environment as env

FUSIONS: Final = ("weighted", "plain", "rrf", "continuum", "opencontinuity", "frank-memory")
"""memories/recall/ranking.py and seed_formulas.py"""
RERANKERS: Final = ("sentence-transformers", "module")  # memories/engines/registry.py


def fusion() -> str:
    return env.choice("CONTINUUM_FUSION", "weighted", among=FUSIONS)


def hook_gate_percent() -> int:
    """A cosine, in hundredths."""
    return env.number("CONTINUUM_HOOK_GATE_PERCENT", 45, most=100)


def reranker() -> str:
    """An engine and its model, or nothing. Raises ImproperlyConfigured for what names neither."""
    chosen = env.text("CONTINUUM_RERANKER")
    engine, _, model = chosen.partition(":")
    if chosen and (engine not in RERANKERS or not model.strip()):
        forms = " or ".join(f"{name}:..." for name in RERANKERS)
        raise ImproperlyConfigured(f"CONTINUUM_RERANKER is unset, or {forms}, not {chosen!r}.")
    return chosen
