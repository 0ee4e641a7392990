"""What the package raises."""

import pytest

from memories.text import errors

KINDS = [errors.InvalidName, errors.InvalidTags, errors.InvalidZone, errors.InvalidDay]


@pytest.mark.parametrize("kind", [*KINDS, errors.UnstorableText])
def test_every_error_is_a_text_error_and_a_value_error(kind: type[Exception]) -> None:
    assert issubclass(kind, errors.TextError)
    assert issubclass(kind, ValueError)


def test_a_text_that_cannot_be_stored_says_what_and_where() -> None:
    error = errors.UnstorableText("NUL character", position=3)
    assert (error.kind, error.position) == ("NUL character", 3)
    assert "NUL character at character 3" in str(error)
