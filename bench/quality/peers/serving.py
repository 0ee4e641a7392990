"""The peer's side of the pipe: takes texts in and answers questions until its input ends.

Seconds are counted here, around the peer's own calls, so that neither the pipe nor the embedding is in them.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bench.quality.peers.wire import Vector, line_of, unpacked


class Text(NamedTuple):
    """A text with the key that answers name it by, and its vector."""

    key: str
    text: str
    vector: Vector


class Peer(Protocol):
    """What an adapter offers. `version` is the package's; `about` says what of it is used, in a few words."""

    version: str
    about: str

    def take_in(self, conversation: str, texts: Sequence[Text]) -> None:
        """Keep them so that `answer` finds them at once; several calls for one conversation add up."""
        ...

    def fill(self, conversation: str, texts: Sequence[Text]) -> None:
        """The same by the fastest way there is, only to make the conversation long."""
        ...

    def answer(self, conversation: str, question: str, vector: Vector, most: int) -> list[str]:
        """The keys of what it finds in that conversation, best first."""
        ...


class Given:
    """Vectors by their text, for peers that insist on asking a model themselves."""

    def __init__(self) -> None:
        self._known: dict[str, Vector] = {}

    def know(self, texts: Sequence[tuple[str, Vector]]) -> None:
        """These, and no longer those of before."""
        self._known = dict(texts)

    def __getitem__(self, text: str) -> Vector:
        return self._known[text]


def serve(make: Callable[[Path], Peer]) -> None:
    """Answer the lines on standard input; `make` gets the folder that the command names, for its files."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what peers print is no answer
    peer = make(Path(sys.argv[1]))
    say = {"version": peer.version, "about": peer.about}
    while True:
        answers.write(line_of(say))
        answers.flush()
        if not (line := sys.stdin.buffer.readline()):
            return
        say = _answered(peer, json.loads(line))


def _answered(peer: Peer, asked: dict[str, Any]) -> dict[str, Any]:
    try:
        return _answer(peer, asked) if asked["do"] == "answer" else _take_in(peer, asked)
    except Exception as error:  # the bench reports it in the peer's place
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"}


def _take_in(peer: Peer, asked: dict[str, Any]) -> dict[str, Any]:
    texts = [Text(key, text, unpacked(vector)) for key, text, vector in asked["texts"]]
    take_in = peer.fill if asked["do"] == "fill" else peer.take_in
    start = time.perf_counter()
    take_in(asked["conversation"], texts)
    return {"seconds": time.perf_counter() - start}


def _answer(peer: Peer, asked: dict[str, Any]) -> dict[str, Any]:
    vector = unpacked(asked["vector"])
    start = time.perf_counter()
    keys = peer.answer(asked["conversation"], asked["question"], vector, asked["most"])
    return {"seconds": time.perf_counter() - start, "keys": keys}
