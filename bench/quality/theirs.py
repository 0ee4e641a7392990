"""A peer as a store: our vectors for its texts and questions, and a bound on the time it is given."""

from __future__ import annotations

import time

from bench.quality.given import Given
from bench.quality.locomo import Conversation
from bench.quality.peers.peer import Peer, PeerFailed

AT_ONCE = 250  # texts a message


class Theirs:
    """Raises PeerFailed once it has used up its seconds."""

    def __init__(self, peer: Peer, vectors: Given, *, seconds: float) -> None:
        self._peer, self._vectors = peer, vectors
        self._seconds = seconds
        self._until = time.monotonic() + seconds

    @property
    def name(self) -> str:
        return self._peer.name

    @property
    def about(self) -> str:
        return self._peer.about

    def take_in(self, conversation: Conversation) -> float:
        """The seconds do not include the making of vectors."""
        took = 0.0
        for at in range(0, len(conversation.turns), AT_ONCE):
            turns = conversation.turns[at : at + AT_ONCE]
            vectors = self._vectors.embed([turn.text for turn in turns])
            texts = [(turn.key, turn.text, vector) for turn, vector in zip(turns, vectors, strict=True)]
            took += self._peer.take_in(conversation.name, texts, seconds=self._left())
        return took

    def answer(self, conversation: Conversation, question: str, *, most: int) -> list[str]:
        (vector,) = self._vectors.embed([question])
        return self._peer.answer(conversation.name, question, vector, most=most, seconds=self._left())[0]

    def _left(self) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise PeerFailed(f"not done within {self._seconds:.0f} s")
        return left
