"""Clients that are libraries, or are spoken to by programs: a session of ours in its own process does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.clients.peer import Peer, require, require_kept
from tests.clients.programs import Programs
from tests.clients.stage import ROOT, Stage

SECONDS = 60


def speaking_peer(
    key: str,
    *,
    session: str,
    version: Callable[[Programs], str],
    python: Callable[[Programs], Path] = lambda _: Path(sys.executable),
    sign_in: Callable[[Stage], None] = lambda _: None,
    consents: int = 1,
) -> Peer:
    """A peer whose sessions are runs of a module in `tests.clients.sessions` by one of the two Pythons.

    `sign_in` is what it does before; without one it signs in with its first session.
    """

    def speak(stage: Stage, *verb: str) -> Any:
        command = [python(stage.programs), "-m", f"tests.clients.sessions.{session}", stage.url, *verb]
        done = stage.run(key, command, seconds=SECONDS, more={"PYTHONPATH": str(ROOT)})
        return json.loads(done.output)

    def connect(stage: Stage) -> None:
        sign_in(stage)
        tools = speak(stage, "list")
        require("memory_recall" in tools, "the tools are not shown", json.dumps(tools))

    def remember(stage: Stage, name: str, content: str) -> None:
        require_kept(speak(stage, "remember", name, content))

    def recall(stage: Stage, query: str) -> str:
        return json.dumps(speak(stage, "recall", query))

    return Peer(key, version, connect, remember=remember, recall=recall, consents=consents)
