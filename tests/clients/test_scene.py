"""A client passes only when it was let in, asked no more than it should, and recalled another's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.clients.commands import Failed
from tests.clients.peer import Peer
from tests.clients.scene import content, play


@dataclass
class Scenery:
    """A stage without a server: what the person would have seen, and what is remembered."""

    seen: list[dict[str, str]] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    programs: Any = None
    restarts: int = 0

    def visits(self) -> list[dict[str, str]]:
        return list(self.seen)

    def restart(self) -> None:
        self.restarts += 1


def asking(*visits: dict[str, str]) -> Callable[[Any], None]:
    return lambda stage: stage.seen.extend(visits)


LET_IN = {"led_to": "http://127.0.0.1:1/callback?code=x"}


def peer(key: str, **other: Any) -> Peer:
    usual = {
        "connect": asking(LET_IN),
        "remember": lambda stage, _name, content: stage.kept.append(content),
        "recall": lambda stage, _query: " ".join(stage.kept),
    }
    return Peer(key, lambda _: f"{key} 1", **{**usual, **other})


def refusing(_stage: Any) -> None:
    raise Failed("no")


def played(*peers: Peer) -> dict[str, bool]:
    reports = play(Scenery(), peers, tell=lambda *_: None)  # type: ignore[arg-type]
    return {report.peer.key: report.passed for report in reports}


def test_clients_recall_what_others_remembered_after_a_restart() -> None:
    scenery = Scenery()
    reports = play(scenery, [peer("one"), peer("two")], tell=lambda *_: None)  # type: ignore[arg-type]
    assert all(report.passed for report in reports) and scenery.restarts == 1
    assert scenery.kept == [content(report.peer) for report in reports]


@pytest.mark.parametrize(
    "wrong",
    [
        {"connect": refusing},
        {"connect": asking()},
        {"connect": asking(LET_IN, LET_IN)},
        {"connect": asking({"error": "the page was not found"})},
        {"recall": lambda *_: "nothing"},
        {"recall": lambda stage, _query: stage.seen.append(LET_IN) or " ".join(stage.kept)},
        {"remember": None, "recall": None, "again": refusing},
    ],
    ids=["refused", "asked nobody", "asked twice", "not let in", "recalled nothing", "asked again", "gone"],
)
def test_a_client_that_goes_wrong_fails_and_the_others_go_on(wrong: dict[str, Any]) -> None:
    assert played(peer("one", **wrong), peer("two"), peer("three")) == {
        "one": False,
        "two": True,
        "three": True,
    }
