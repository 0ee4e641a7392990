"""Secrets that a layout sets apart from their names."""

from __future__ import annotations

import time

import pytest

from memories.secrets.scan import scan

PASSWORD = "Tr0ub4" + "dor&3xyz!Q"
HOLDING = [
    f"| user | password |\n|---|---|\n| bob | {PASSWORD} |",
    f"user | Password\n--- | :---:\nbob | `{PASSWORD}`",
    f"| a | b | api key |\n| - | - | - |\n| 1 | 2 | {'9f8Xq2' + 'LmZk71vWc4'} |\n",
    f"db:\n  password: >\n    {PASSWORD}\n",
    f"password: |-\n  {PASSWORD}",
    f"curl -u admin:{PASSWORD} https://example.org/api",
    f"curl -s --user 'admin:{PASSWORD}' https://example.org",
]
HOLDING_NONE = [
    "| user | password |\n|---|---|\n| bob | changed weekly |",
    "| user | password |\n|---|---|\n| bob | ******** |",
    f"| user | colour |\n|---|---|\n| bob | {PASSWORD} |",
    "password: >\n  see-the-vault\n",
    "docker run -u 1000:1000 image",
    "curl -u admin:$PASSWORD https://example.org",
    "curl -u user:password https://example.org",
]


@pytest.mark.parametrize("text", HOLDING)
def test_it_is_found_where_it_stands(text: str) -> None:
    (found,) = scan(text)
    value = text[found.start : found.end]
    assert value in (PASSWORD, "9f8Xq2" + "LmZk71vWc4")


@pytest.mark.parametrize("text", HOLDING_NONE)
def test_what_looks_like_it_and_is_none_passes(text: str) -> None:
    assert scan(text) == []


@pytest.mark.parametrize("piece", ["| a | b |\n", "|---|---|\n", "curl -u a:b ", "a: >\n  b\n", "|"])
def test_a_mebibyte_of_it_is_read_in_linear_time(piece: str) -> None:
    started = time.process_time()
    scan(piece * (1_048_576 // len(piece)))
    assert time.process_time() - started < 20
