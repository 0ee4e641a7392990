"""What an error is told as, and what is never told."""

from __future__ import annotations

import errno
import logging

import psycopg
import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DataError, OperationalError, connection
from django.http import Http404
from rest_framework import exceptions

from continuum.kernel import errors
from memories.api.problems import handler

SECRET = "the launch code is 8231"


def _error_kinds(kind: type[errors.ContinuumError]) -> list[type[errors.ContinuumError]]:
    return [kind, *(deeper for child in kind.__subclasses__() for deeper in _error_kinds(child))]


def _made(kind: type[errors.ContinuumError], message: str, **details: str) -> errors.ContinuumError:
    """As every error comes to be, those too that bring a sentence of their own along."""
    error = kind.__new__(kind)
    errors.ContinuumError.__init__(error, message, **details)
    return error


@pytest.mark.parametrize("kind", _error_kinds(errors.ContinuumError), ids=lambda kind: kind.__name__)
def test_each_of_our_errors_keeps_its_code_and_details(kind: type[errors.ContinuumError]) -> None:
    told = handler(_made(kind, "So it is.", field="name", status="mine"), {})
    assert told.status_code == kind.status
    assert (told.data["code"], told.data["status"], told.data["detail"]) == (
        kind.code,
        kind.status,
        "So it is.",
    )
    assert told.data["field"] == "name"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404(SECRET), 404, "MEMORY_NOT_FOUND"),
        (PermissionDenied(SECRET), 403, "FORBIDDEN"),
        (SuspiciousOperation(SECRET), 400, "VALIDATION_ERROR"),
        (DataError(SECRET), 400, "VALIDATION_ERROR"),
        (OperationalError(SECRET), 503, "STORAGE_ERROR"),
        (exceptions.NotAuthenticated(), 401, "UNAUTHORIZED"),
        (exceptions.MethodNotAllowed("PUT"), 405, "VALIDATION_ERROR"),
        (exceptions.NotAcceptable(), 406, "VALIDATION_ERROR"),
        (exceptions.Throttled(wait=3.2), 429, "RATE_LIMITED"),
        (RuntimeError(SECRET), 500, "INTERNAL_ERROR"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)
def test_every_other_error_is_told_in_our_words(error: Exception, status: int, code: str) -> None:
    told = handler(error, {})
    assert (told.status_code, told.data["code"]) == (status, code)
    assert told.content_type == "application/problem+json"
    assert SECRET not in str(told.data)


def test_an_unforeseen_error_is_logged_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> None:
        raise RuntimeError(SECRET)

    with caplog.at_level(logging.DEBUG), pytest.raises(RuntimeError) as raised:
        fails()
    handler(raised.value, {"view": object()})
    assert "RuntimeError in object at" in caplog.text and "fails" in caplog.text
    assert SECRET not in caplog.text


def test_a_database_that_does_not_answer_says_when_to_try_again(caplog: pytest.LogCaptureFixture) -> None:
    error = OperationalError(SECRET)
    error.__cause__ = psycopg.errors.DiskFull(SECRET)
    told = handler(error, {})
    assert told.headers["Retry-After"] == "5"
    assert "DiskFull" in caplog.text and SECRET not in caplog.text


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, SECRET), OSError(errno.EDQUOT, SECRET)])
def test_a_file_for_which_there_is_no_room_is_told_so(error: OSError) -> None:
    told = handler(error, {})
    assert (told.status_code, told.data["code"]) == (503, "STORAGE_ERROR")
    assert "disk is full" in told.data["detail"] and "Retry-After" in told.headers


def test_a_database_whose_disk_is_full_is_told_so(db: None) -> None:
    """By Postgres' own error, as Django passes it on."""
    with pytest.raises(OperationalError) as full, connection.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE disk_full; END $$")
    told = handler(full.value, {})
    assert (told.status_code, told.data["code"]) == (503, "STORAGE_ERROR")
    assert "disk is full" in told.data["detail"]
    assert "disk is full" not in handler(OperationalError("gone"), {}).data["detail"]


def test_throttling_says_how_long() -> None:
    assert handler(exceptions.Throttled(wait=3.2), {}).headers["Retry-After"] == "4"


def test_all_field_errors_are_told_by_their_paths() -> None:
    detail = {"items": [{}, {"tags": ["Wrong."]}], "non_field_errors": ["Both wrong."], "a": {"b": ["No."]}}
    told = handler(exceptions.ValidationError(detail), {}).data
    assert told["errors"] == {"items.1.tags": ["Wrong."], "": ["Both wrong."], "a.b": ["No."]}
    assert told["detail"] == "items.1.tags: Wrong."
