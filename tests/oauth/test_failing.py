"""A page that cannot be made says so, in the reader's language and theme, whatever it is that failed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import InterfaceError, OperationalError
from django.test import RequestFactory

from oauth.failing import RETRY_AFTER_SECONDS, bad_request, server_error

ROOT = Path(__file__).parents[2]
ASKING = """
import django; django.setup()
from django.conf import settings
from django.test import Client
browser = Client(raise_request_exception=False, SERVER_NAME="memory.example.com")
browser.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
for path in ("/", "/memories", "/account"):
    answer = browser.get(path, secure=True)
    print(answer.status_code, answer.headers.get("Retry-After"), "cannot be reached" in answer.text)
"""
NOTHING_THERE = {
    "CONTINUUM_DATABASE_URL": "postgres://continuum_app:unused@127.0.0.1:9/continuum",
    "CONTINUUM_DATABASE_OWNER_URL": "postgres://continuum_owner:unused@127.0.0.1:9/continuum",
    "CONTINUUM_DATABASE_POOL_TIMEOUT": "1",
    "CONTINUUM_BROKER_URL": "redis://127.0.0.1:9/0",
    "CONTINUUM_LOG_LEVEL": "CRITICAL",
    "CONTINUUM_PUBLIC_URL": "https://memory.example.com",
    "CONTINUUM_SECRET_KEY": "only-for-this-test-0123456789-abcdefghijklmnopqrstuvwxyz",
    "DJANGO_SETTINGS_MODULE": "continuum.settings",
}


def raised(error: Exception) -> None:
    raise error


def failing(error: Exception, rf: RequestFactory, **cookies: str) -> tuple[int, str]:
    """The answer while this error is handled."""
    request = rf.get("/", headers={"Accept-Language": "zh-CN"} if cookies else {})
    request.COOKIES.update(cookies)
    try:
        raised(error)
    except type(error):
        answer = server_error(request)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed")])
def test_a_database_that_is_not_there_is_told_apart(error: Exception, rf: RequestFactory) -> None:
    status, told = failing(error, rf)
    assert status == 503 and "The database cannot be reached" in told


def test_a_full_disk_is_told_as_what_it_is(rf: RequestFactory) -> None:
    status, told = failing(OSError(errno.ENOSPC, "no"), rf)
    assert status == 503 and "The disk is full" in told and "cannot be reached" not in told
    assert failing(OSError(errno.EACCES, "no"), rf)[0] == 500


def test_what_nobody_foresaw_is_our_own_mistake(rf: RequestFactory) -> None:
    status, told = failing(RuntimeError("a text that was remembered"), rf)
    assert status == 500 and "Something went wrong here" in told and "remembered" not in told


def test_it_is_told_in_the_readers_language_and_theme(rf: RequestFactory) -> None:
    _, told = failing(OperationalError(), rf, theme="dark")
    assert 'data-theme="dark"' in told and "无法连接数据库" in told


def test_what_cannot_be_understood_keeps_to_the_policy(rf: RequestFactory) -> None:
    answer = bad_request(rf.get("/"), ValueError())
    assert answer.status_code == 400 and "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_without_a_database_every_page_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASKING],
        env={**os.environ, **NOTHING_THERE},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    assert done.stdout.splitlines() == [f"503 {RETRY_AFTER_SECONDS} True"] * 3
