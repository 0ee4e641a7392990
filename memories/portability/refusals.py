"""Why a file is not taken in: one sentence each, said before anything is changed."""

from __future__ import annotations

from continuum.kernel.errors import StorageProblem, ValidationFailed


def unfit(reason: str) -> ValidationFailed:
    """The file is not what it should be."""
    return ValidationFailed(reason, field="file")


def newer(what: str, *, found: int | str, known: int) -> ValidationFailed:
    return unfit(
        f"This {what} has format version {found}; this Continuum reads up to version {known}. "
        "Update Continuum, then try again."
    )


def cut_off(what: str) -> ValidationFailed:
    return unfit(f"This {what} is not complete: its end is missing. Download or copy it again.")


def edited(what: str) -> ValidationFailed:
    return unfit(f"This {what} was changed or damaged after it was made: its checksum does not fit.")


def no_room(place: str, reason: str) -> StorageProblem:
    return StorageProblem(f"{place} cannot be written: {reason}. Nothing was changed.")
