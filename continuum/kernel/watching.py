"""What happens here, told to whoever watches: metrics, traces, lines in the log.

Who watches is the roof's affair; where nobody does this costs next to nothing. Names and outcomes are words
of the code (a route's pattern, a verb, a code): never a text, a path, a workspace or a person.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar
from uuid import uuid4

from continuum.kernel.errors import ContinuumError

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
OK = "ok"


class Kind(StrEnum):
    REQUEST = "request"
    TOOL = "tool"
    VERB = "verb"
    STEP = "step"
    SQL = "sql"


@dataclass(slots=True)
class Seen:
    """One thing that happens: `outcome` is `ok` or a code, `seconds` is known when it is over. `more` holds
    further words of the code.
    """

    kind: Kind
    name: str
    outcome: str = OK
    seconds: float = 0.0
    more: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Request:
    """One request at a door. `client` is the key of the connection that asks, for the log alone; `parent` the
    caller's `traceparent`.
    """

    id: str
    method: str
    door: str
    route: str = "unknown"
    status: int = 0
    client: str = ""
    parent: str = ""


class Watcher(Protocol):
    """Told of each thing when it begins and, in the same context, when it is over."""

    def began(self, seen: Seen) -> None: ...

    def ended(self, seen: Seen) -> None: ...


_WATCHERS: list[Watcher] = []
_REQUEST: ContextVar[Request | None] = ContextVar("request", default=None)


def watch(watcher: Watcher) -> None:
    """Tell this one too, from now on."""
    _WATCHERS.append(watcher)


def unwatch(watcher: Watcher) -> None:
    _WATCHERS.remove(watcher)


@contextmanager
def seen(kind: Kind, name: str) -> Iterator[Seen]:
    """Watch what the block does. An error is its outcome, by its code or kind, and goes on."""
    found = Seen(kind, name)
    if not _WATCHERS:
        yield found
        return
    watchers, began = tuple(_WATCHERS), time.perf_counter()
    for watcher in watchers:
        watcher.began(found)
    try:
        yield found
    except BaseException as error:
        found.outcome = error.code if isinstance(error, ContinuumError) else type(error).__name__
        raise
    finally:
        found.seconds = time.perf_counter() - began
        for watcher in reversed(watchers):
            watcher.ended(found)


def verb(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A verb that is watched by its name and, where its answer says how it was found, by that `mode`."""

    @wraps(function)
    def watched(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with seen(Kind.VERB, function.__name__) as found:
            result = function(*args, **kwargs)
            mode = getattr(result, "mode", None)
            if isinstance(mode, str):
                found.more["mode"] = mode
            return result

    return watched


@contextmanager
def serving(request: Request) -> Iterator[Seen]:
    """Watch a request; whatever is done for it finds it by `current_request`."""
    token = _REQUEST.set(request)
    try:
        with seen(Kind.REQUEST, request.door) as found:
            yield found
    finally:
        _REQUEST.reset(token)


def current_request() -> Request | None:
    return _REQUEST.get()


def note_client(client: str) -> None:
    """Say which connection asks, once it is known."""
    request = _REQUEST.get()
    if request is not None:
        request.client = client


def new_request_id() -> str:
    return uuid4().hex
