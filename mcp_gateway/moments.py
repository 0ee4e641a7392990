"""Dates as clients write and read them: ISO, in the actor's own time zone."""

from __future__ import annotations

from datetime import datetime

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ValidationFailed
from memories.text.days import parse_bound, zone_of
from memories.text.errors import TextError


def read_moment(actor: Actor, field: str, value: str | None, *, end: bool = False) -> datetime | None:
    """A date or time a client wrote, in UTC; a date that ends something means the end of its day.

    Raises ValidationFailed naming the field.
    """
    if value is None:
        return None
    try:
        return parse_bound(value, actor.timezone, end=end)
    except TextError as error:
        raise ValidationFailed(str(error), field=field) from None


def shown(moment: datetime | None, zone: str) -> str | None:
    """An instant as the zone's clocks show it, with the offset; None for none."""
    return None if moment is None else moment.astimezone(zone_of(zone)).isoformat(timespec="seconds")
