"""What a client is told when something goes wrong."""

from __future__ import annotations

import errno
import logging

import psycopg
import pytest
from django.db import DataError, OperationalError

from continuum.kernel.errors import ContinuumError, Forbidden, NotFound, StorageProblem, ValidationFailed
from mcp_gateway.refusals import protocol_error, refusal, sentence, translated


def raised(error: Exception) -> Exception:
    try:
        raise error
    except type(error) as caught:
        return caught


def test_our_own_errors_pass_as_they_are() -> None:
    error = Forbidden("No.")
    assert translated(error, during="test") is error


@pytest.mark.parametrize(("error", "kind"), [(OperationalError, StorageProblem), (DataError, ContinuumError)])
def test_foreign_words_reach_neither_client_nor_log(
    error: type[Exception], kind: type[ContinuumError], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        known = translated(raised(error("Key (content)=(my diary)")), during="tool x")
    assert type(known) is kind
    assert "diary" not in sentence(known) + caplog.text
    assert error.__name__ in caplog.text
    assert "test_refusals.py" in caplog.text


def test_a_full_disk_is_told_as_what_it_is() -> None:
    full = OperationalError("no")
    full.__cause__ = psycopg.errors.DiskFull("no")
    for error in (full, OSError(errno.ENOSPC, "no")):
        assert sentence(translated(raised(error), during="tool x")).startswith(
            "STORAGE_ERROR: The disk is full"
        )


def test_a_sentence_begins_with_the_code_and_names_the_field() -> None:
    assert sentence(Forbidden("No.")) == "FORBIDDEN: No."
    assert sentence(ValidationFailed("Too long.", field="name")) == "VALIDATION_ERROR: name: Too long."


def test_a_refusal_is_text_alone() -> None:
    result = refusal(Forbidden("No."))
    assert result.is_error
    assert result.structured_content is None


@pytest.mark.parametrize(("error", "code"), [(Forbidden("No."), -32602), (StorageProblem("Gone."), -32603)])
def test_where_results_have_no_errors_the_protocol_has(error: ContinuumError, code: int) -> None:
    found = protocol_error(error)
    assert found.error.code == code  # type: ignore[attr-defined]
    assert str(found) == sentence(error)


def test_a_missing_resource_is_the_protocols_own() -> None:
    assert type(protocol_error(NotFound("Nothing here."), missing=True)).__name__ == "ResourceNotFoundError"
