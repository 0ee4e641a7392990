"""Passwords in URLs: taken out alone, so that the host can still be remembered."""

from __future__ import annotations

import pytest

from memories.secrets.finding import Finding
from memories.secrets.scan import scan
from tests.memories.secrets.made import PASSWORD

DATABASES = [
    "postgres://app:{}@db.internal:5432/crm",
    "postgresql+psycopg://app:{}@db/crm",
    "mongodb+srv://ana:{}@cluster0.example.net/x",
    "redis://:{}@cache:6379/0",
    "amqps://app:{}@[::1]:5671/",
    "mysql://app:{}@$HOST/db",
    "数据库postgres://app:{}@db/crm在内网",
    'url = "jdbc:mysql://app:{}@db/crm"',
]


@pytest.mark.parametrize("template", DATABASES)
def test_the_password_of_a_database_is_found_exactly(template: str) -> None:
    text, start = template.format(PASSWORD), template.format("\0").index("\0")
    assert scan(text) == [Finding(start, start + len(PASSWORD), "database_url")]


@pytest.mark.parametrize("scheme", ["https", "ftp", "smtp", "git+ssh", "socks5"])
def test_the_password_of_another_url_is_found(scheme: str) -> None:
    assert [found.kind for found in scan(f"{scheme}://ana:{PASSWORD}@files.example.org/x")] == [
        "url_password"
    ]


@pytest.mark.parametrize("password", [f"{PASSWORD}@home", f"{PASSWORD}/x", f"p?{PASSWORD}", f"{PASSWORD}#1"])
def test_letters_that_a_url_reserves_belong_to_a_database_password(password: str) -> None:
    text = f"postgres://app:{password}@db/crm"
    assert [text[found.start : found.end] for found in scan(text)] == [password]


def test_a_password_that_contains_a_word_of_the_manuals_is_one() -> None:
    assert scan("postgres://app:secur3" + "Pass9@db.internal:5432/crm")


def test_each_url_of_a_list_is_judged_alone() -> None:
    text = f"postgres://a:password@h/x postgres://a:{PASSWORD}@h/x, mysql://a:${{P}}@h, redis://:{PASSWORD}@h"
    assert [text[found.start : found.end] for found in scan(text)] == [PASSWORD, PASSWORD]
