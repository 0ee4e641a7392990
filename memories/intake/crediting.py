"""Through which client words came in: told with their source, wherever that is shown."""

from __future__ import annotations

from dataclasses import replace

from continuum.kernel.actor import Actor
from memories.intake.shape import MAX_SOURCE
from memories.services.drafts import Draft, WriteMode
from memories.text.sources import credited as credit


def credited(actor: Actor, draft: Draft) -> Draft:
    """The draft with `<source> (via <client>)`, where a person let a client in by name.

    A long source is cut for it. Words that are added to a text leave its source alone unless they have one.
    """
    adds = draft.write_mode is not WriteMode.REPLACE
    if not actor.via or len(draft.source) > MAX_SOURCE or (adds and not draft.source.strip()):
        return draft
    return replace(draft, source=credit(draft.source, client=actor.via, most=MAX_SOURCE))
