"""The local rules as an extractor: nothing to configure, nothing to pay, nothing sent anywhere."""

from __future__ import annotations

from memories.engines.extraction.base import Meter, Source
from memories.text.claims.claim import Reading
from memories.text.claims.reading import read

RULES = "rules/2"
"""Changes with the rules: what an older number has read is read anew by `reindex`."""


class Rules:
    model_id = RULES
    local = True

    def extract(self, source: Source, *, meter: Meter) -> Reading:
        return read(source.text, speaker=source.speaker, user=source.user, told=source.told)


class Nothing:
    """Reads no claims: facts are switched off."""

    model_id = "none"
    local = True

    def extract(self, source: Source, *, meter: Meter) -> Reading:
        return Reading((), ())
