"""Everybody at every route: what was answered that should not be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.isolation.asking import Answer, Asker, likeness, traces
from tests.isolation.changes import Owned
from tests.isolation.requests import asked
from tests.isolation.routes import Route
from tests.isolation.stage import Stage
from tests.isolation.table import WORKS
from tests.isolation.values import hers, nobodys

OF_EVERYBODY = 500


class Round:
    """Goes round with one asker. What alice owns and this asker has no business with is `spare`."""

    def __init__(
        self,
        stage: Stage,
        *,
        user: Any = None,
        bearer: str = "",
        spare: Owned | None = None,
        knows: tuple[str, ...] = (),
    ) -> None:
        """`knows` are words that this asker may be told: what those sign in by whom they work with."""
        self.knows = knows
        self.stage = stage
        self.real = hers(stage)
        self.made_up = nobodys(self.real)
        self.asker = Asker(stage, user=user, bearer=bearer, spare=spare or whole(stage))

    def answer(self, route: Route, values: Mapping[str, Any]) -> Answer:
        return self.asker.ask(route.method, asked(route, values))

    def faults(
        self, route: Route, expected: str | None, *, compared: bool = False, reads: bool = False
    ) -> list[str]:
        """What is wrong with the answer to this asker: another status than expected, something of alice's
        in it (unless this asker `reads` her), something of hers changed, or, `compared`, another answer than
        for what there never was.
        """
        found = self.answer(route, self.real)
        wrong = [] if expected in (None, str(found.status)) else [f"answers {found.status}, not {expected}"]
        seen = set() if reads else traces(self.stage, found, self.real, knows=self.knows)
        wrong += [f"shows {trace!r}" for trace in sorted(seen)]
        wrong += [f"changes {table}" for table in found.changed]
        if compared:
            other = self.answer(route, self.made_up)
            wrong += [f"shows {trace!r} unasked" for trace in sorted(traces(self.stage, other, self.made_up))]
            if likeness(found, self.real) != likeness(other, self.made_up):
                wrong.append("tells what is alice's from what is not there")
        return [f"{route} {each}" for each in wrong]

    def works(self, route: Route) -> str:
        """Alice's own status, marked where the request showed or changed something of hers."""
        found = self.answer(route, self.real)
        return f"{found.status}{WORKS if found.changed or traces(self.stage, found, self.real) else ''}"


def whole(stage: Stage) -> Owned:
    """All that is alice's."""
    return Owned(stage.alice.pk, tuple(stage.workspaces.values()))


def default_alone(stage: Stage) -> Owned:
    """Her default workspace, without her account."""
    return Owned(stage.alice.pk, (stage.default,), account=False)


def takes_parameters(route: Route) -> bool:
    return bool(route.parameters) or route.method != "GET"


def told(faults: Iterable[list[str]]) -> str:
    """All faults, a line each; empty without one."""
    return "\n".join(line for lines in faults for line in lines)
