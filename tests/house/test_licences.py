"""What may be shipped beside an MIT project."""

from __future__ import annotations

from email.message import Message
from importlib.metadata import Distribution

import pytest

from tests.house.licences import is_allowed, refuse_reason


class Package(Distribution):
    """A package that says this of its licence."""

    def __init__(self, *fields: tuple[str, str]) -> None:
        self.fields = fields

    def read_text(self, filename: str) -> str | None:
        message = Message()
        for name, value in (("Name", "sample"), ("Version", "1"), *self.fields):
            message[name] = value
        return message.as_string() if filename == "METADATA" else None

    def locate_file(self, path: object) -> None:  # type: ignore[override]
        return None


@pytest.mark.parametrize(
    "expression",
    [
        "MIT",
        "LGPL-3.0-only",
        "MPL-1.1 OR GPL-2.0-only OR LGPL-2.1-or-later",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
        "BSD-3-Clause AND (MIT OR GPL-2.0-only)",
        "MPL-2.0 and MIT",
    ],
)
def test_expressions_that_can_be_shipped(expression: str) -> None:
    assert is_allowed(expression)
    assert refuse_reason(Package(("License-Expression", expression))) is None


@pytest.mark.parametrize(
    "expression",
    [
        "GPL-3.0-only",
        "AGPL-3.0-or-later",
        "MIT AND GPL-2.0-or-later",
        "(GPL-2.0-only OR AGPL-3.0-only) AND MIT",
        "SSPL-1.0",
    ],
)
def test_expressions_that_cannot_be_shipped(expression: str) -> None:
    assert not is_allowed(expression)
    assert refuse_reason(Package(("License-Expression", expression))) == f"licence {expression}"


@pytest.mark.parametrize(
    "name",
    ["BSD License", "GNU Lesser General Public License v3 (LGPLv3)", "Mozilla Public License 2.0 (MPL 2.0)"],
)
def test_classifiers_that_can_be_shipped(name: str) -> None:
    assert refuse_reason(Package(("Classifier", f"License :: OSI Approved :: {name}"))) is None


@pytest.mark.parametrize(
    "name", ["GNU General Public License v3 (GPLv3)", "GNU Affero General Public License v3"]
)
def test_classifiers_that_cannot_be_shipped(name: str) -> None:
    assert refuse_reason(Package(("Classifier", f"License :: OSI Approved :: {name}"))) == f"licence {name}"


def test_one_of_two_offers_is_enough() -> None:
    offers = [
        ("Classifier", f"License :: OSI Approved :: {name}")
        for name in ("GNU General Public License (GPL)", "MIT License")
    ]
    assert refuse_reason(Package(*offers)) is None


def test_the_first_line_of_the_licence_field_is_read_when_nothing_else_is_said() -> None:
    assert refuse_reason(Package(("License", "Apache-2.0"))) is None
    assert refuse_reason(Package(("License", "GPLv2"))) == "licence GPLv2"


@pytest.mark.parametrize("fields", [(), (("License", "UNKNOWN"),), (("Classifier", "Topic :: Text"),)])
def test_silence_is_refused(fields: tuple[tuple[str, str], ...]) -> None:
    assert refuse_reason(Package(*fields)) == "says nothing of its licence"
