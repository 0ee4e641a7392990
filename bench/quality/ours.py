"""Continuum itself: turns go in through the verb that every door calls, questions through recall."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from bench.quality.locomo import Conversation, Turn
from continuum.kernel.actor import EVERYTHING, Actor
from memories import access
from memories.intake.submit import MAX_BULK, submit_all
from memories.models import Job, Mode
from memories.pipeline.work import work
from memories.recall.recall import recall
from memories.services.drafts import Draft
from memories.services.pieces import pieces_of
from memories.services.workspaces import create_workspace, ensure_default_workspace, open_workspaces
from oauth.services.people import local_owner


class Continuum:
    """One workspace for each conversation. A turn is a memory named by its key, told by the conversation."""

    name = "continuum"
    about = "what every door calls: intake for writing, recall for asking"

    def __init__(self) -> None:
        owner = local_owner()
        self._actor = Actor(user_id=owner.pk, client="bench", agent="bench", permissions=EVERYTHING)
        self.kept_elsewhere = 0
        """How many turns say what another memory says already: intake names that one instead."""
        ensure_default_workspace(self._actor, mode=Mode.AUTO)

    def take_in(self, conversation: Conversation) -> float:
        """Remember its turns; returns the seconds until every one is found by its meaning."""
        create_workspace(self._actor, name=conversation.name, mode=Mode.AUTO)
        self._actor = replace(self._actor, workspaces=open_workspaces(self._actor.user_id))
        start = time.perf_counter()
        with access.acting(self._actor):
            for at in range(0, len(conversation.turns), MAX_BULK):
                drafts = _drafts(conversation, conversation.turns[at : at + MAX_BULK])
                answers = submit_all(self._actor, drafts=drafts)
                names = zip(answers, drafts, strict=True)
                self.kept_elsewhere += sum(answer.name != draft.name for answer, draft in names)
        while Job.objects.exists() or work():
            work()
        return time.perf_counter() - start

    def answer(self, conversation: Conversation, question: str, *, most: int) -> list[str]:
        """The keys of the turns it recalls, best first."""
        with access.acting(self._actor):
            found = recall(self._actor, query=question, workspace=conversation.name, limit=most)
        return [memory.name for memory in found.memories]


def pieces_read(conversation: Conversation) -> list[str]:
    """What is embedded of its turns when they are kept."""
    turns = conversation.turns
    return [
        piece.read
        for turn in turns
        for piece in pieces_of(turn.text, name=turn.key, source=conversation.source)
    ]


def _drafts(conversation: Conversation, turns: Sequence[Turn]) -> list[Draft]:
    return [
        Draft(
            name=turn.key,
            content=turn.text,
            workspace=conversation.name,
            source=conversation.source,
            source_date=turn.told,
        )
        for turn in turns
    ]
