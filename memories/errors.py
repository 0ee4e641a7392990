"""The errors that speak of memories; the tree itself is drawn in continuum.kernel.errors."""

from __future__ import annotations

import errno
from typing import Final

from continuum.kernel.errors import NotFound, ValidationFailed, VersionConflict


def no_such_memory(name: str) -> NotFound:
    """Absent and forbidden look alike, down to the letter."""
    return NotFound("No memory of that name here.", name=name)


def no_such_entity(name: str) -> NotFound:
    return NotFound("Nothing of that name is spoken of here.", name=name)


def no_such_workspace(name: str) -> NotFound:
    return NotFound("No workspace of that name is open to this connection.", workspace=name)


def wrong_version(*, expected: int, current: int) -> VersionConflict:
    return VersionConflict(
        f"The memory is at version {current}, not {expected}. Read it again, then decide.",
        expected_version=expected,
        current_version=current,
    )


_DISK_FULL: Final = "53100"  # as Postgres calls it


def is_full(error: BaseException) -> bool:
    """Whether there is no room left: on the database's disk, or where files of uploads are written."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return getattr(error.__cause__, "sqlstate", None) == _DISK_FULL


def invalid(field: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, field=field)
