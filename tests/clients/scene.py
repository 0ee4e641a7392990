"""What the clients do, in two acts: each is let in and remembers; then each recalls what another remembered.

Between the acts the server is another process. The second asks nobody: every client has its tokens by then.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.clients.commands import Failed
from tests.clients.peer import Peer, require
from tests.clients.stage import Stage


@dataclass(slots=True)
class Report:
    """How it went for one client: `trouble` is what ended it."""

    peer: Peer
    version: str
    trouble: str = ""

    @property
    def passed(self) -> bool:
        return not self.trouble


def play(stage: Stage, peers: Sequence[Peer], *, tell: Callable[[Report, str], None]) -> list[Report]:
    """Both acts; `tell` hears of every step as it is done."""
    reports = [Report(peer, peer.version(stage.programs)) for peer in peers]
    for report in reports:
        _act(report, _enter(stage, report.peer), tell)
    stage.restart()
    for report in reports:
        if report.peer.again and report.passed:
            _act(report, _return(stage, report.peer), tell)
    memories = [report for report in reports if report.peer.remember and report.passed]
    for report, other in zip(memories, [*memories[1:], *memories[:1]], strict=True):
        _act(report, _meet(stage, report.peer, other.peer), tell)
    return reports


def _act(report: Report, steps: Iterator[str], tell: Callable[[Report, str], None]) -> None:
    try:
        for step in steps:
            tell(report, step)
    except (Failed, ValueError, subprocess.SubprocessError, OSError) as error:
        report.trouble = f"{type(error).__name__}: {error}"
        tell(report, f"FAILED: {report.trouble}")


def _enter(stage: Stage, peer: Peer) -> Iterator[str]:
    before = len(stage.visits())
    peer.connect(stage)
    seen = stage.visits()[before:]
    require(len(seen) == peer.consents, f"the person was asked {len(seen)} times", str(seen))
    for visit in seen:
        require("error" not in visit, "the person could not let it in", str(visit))
        yield f"let in through the consent page, led to {visit['led_to'].partition('?')[0]}"
    if peer.remember:
        peer.remember(stage, subject(peer), content(peer))
        _require_no_more_visits(stage, before + peer.consents)
        yield "remembered"


def _return(stage: Stage, peer: Peer) -> Iterator[str]:
    assert peer.again is not None
    before = len(stage.visits())
    peer.again(stage)
    _require_no_more_visits(stage, before)
    yield "reached the server again, asking nobody"


def _meet(stage: Stage, peer: Peer, other: Peer) -> Iterator[str]:
    assert peer.recall is not None
    before = len(stage.visits())
    told = peer.recall(stage, f"Which colour does {other.key} like?")
    require(content(other) in told, f"what {other.key} remembered is missing", told)
    _require_no_more_visits(stage, before)
    yield f"recalled what {other.key} remembered, asking nobody"


def _require_no_more_visits(stage: Stage, before: int) -> None:
    seen = stage.visits()[before:]
    require(not seen, "the person was asked again", str(seen))


def subject(peer: Peer) -> str:
    return f"colour-of-{peer.key.replace('_', '-')}"


def content(peer: Peer) -> str:
    return f"The colour that {peer.key} likes is {COLOURS[sum(peer.key.encode()) % len(COLOURS)]}."


COLOURS = ("amber", "indigo", "teal", "crimson", "ochre")
