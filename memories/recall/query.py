"""What a recall asks for, checked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from continuum.kernel.actor import Actor
from memories.errors import invalid
from memories.models import RecallTier, Scope, Status, Trust
from memories.recall.cursors import fingerprint_of
from memories.text.days import parse_bound
from memories.text.errors import TextError
from memories.text.normalise import forgiving

MAX_QUERY = 10_000
QUERY_DEADLINE_SECONDS = 1.5  # for the vector of a query; after that its words alone answer
MAX_LIMIT = 100
DEFAULT_LIMIT = 20
SHOWN_OF_A_WORD = 40
READ_BY_DEFAULT = (Status.ACTIVE.value, Status.PROPOSED.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Words to search for (or None to list), what the memories must be, and how many are wanted.

    `since` and `until` bound when the text was written, half-open, in UTC.
    """

    text: str | None = None
    workspace: str | None = None
    names: Sequence[str] = ()
    kinds: Sequence[str] = ()
    tags: Sequence[str] = ()
    tiers: Sequence[str] = ()
    scopes: Sequence[str] = ()
    statuses: Sequence[str] = READ_BY_DEFAULT
    trust: Sequence[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    task_id: str | None = None
    private: bool = False
    limit: int = DEFAULT_LIMIT

    def fingerprint(self, actor: Actor) -> str:
        """Binds a cursor to this very question by this very reader."""
        asked = [
            asdict(self),
            actor.user_id,
            actor.client,
            actor.agent,
            sorted(map(str, actor.workspaces.values())),
        ]
        return fingerprint_of(asked)

    @property
    def filters(self) -> dict[str, Any] | None:
        """The conditions as continuum_passing reads them, or None when nothing is asked beside the text."""
        found: dict[str, Any] = {
            key: list(values)
            for key, values in (
                ("names", self.names),
                ("kinds", self.kinds),
                ("tags", self.tags),
                ("tiers", self.tiers),
                ("scopes", self.scopes),
                ("trust", self.trust),
            )
            if values
        }
        if set(self.statuses) != set(READ_BY_DEFAULT):
            found["statuses"] = list(self.statuses)
        if self.since:
            found["from"] = self.since.isoformat()
        if self.until:
            found["until"] = self.until.isoformat()
        return found or None


def checked_query(
    actor: Actor,
    *,
    query: str | None = None,
    since: str | None = None,
    until: str | None = None,
    limit: int = DEFAULT_LIMIT,
    called: str = "query",
    **asked: Any,
) -> Query:
    """A Query from what a door was given, which calls the text as it says. Raises ValidationFailed naming the
    field that cannot be.
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid("limit", f"The limit is a number from 1 to {MAX_LIMIT}.")
    for field, choices in (
        ("tiers", RecallTier.values),
        ("scopes", Scope.values),
        ("statuses", Status.values),
        ("trust", Trust.values),
    ):
        _choices(field, asked.get(field) or (), choices)
    return Query(
        text=_text(query, called),
        since=_bound(actor, "since", since, end=False),
        until=_bound(actor, "until", until, end=True),
        limit=limit,
        **{key: _storable(value) for key, value in asked.items() if value is not None},
    )


def _text(query: str | None, called: str) -> str | None:
    if query is None:
        return None
    text = forgiving(query).strip()
    if not any(letter.isprintable() and not letter.isspace() for letter in text):
        raise invalid(called, f"The {called} is empty. Leave it out to list memories.")
    if len(text) > MAX_QUERY:
        raise invalid(
            called, f"The {called} has {len(text):,} characters; at most {MAX_QUERY:,} are searched."
        )
    return text


def _storable(value: Any) -> Any:
    """A condition that can be asked: what no row can hold is asked for as something that none holds
    either.
    """
    if isinstance(value, str):
        return forgiving(value)
    return [_storable(one) for one in value] if isinstance(value, list | tuple) else value


def _choices(field: str, values: Sequence[str], choices: list[str]) -> None:
    if unknown := [value for value in values if value not in choices]:
        raise invalid(field, f"{unknown[0][:SHOWN_OF_A_WORD]!r} is none of {', '.join(choices)}.")


def _bound(actor: Actor, field: str, value: str | None, *, end: bool) -> datetime | None:
    if value is None:
        return None
    try:
        return parse_bound(value, actor.timezone, end=end)
    except TextError as error:
        raise invalid(field, str(error)) from None
