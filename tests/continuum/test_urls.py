"""The error pages: whole, even when nothing works."""

from __future__ import annotations

import pytest
from django.test import Client
from django.views.defaults import server_error


def test_an_address_that_is_none_gets_a_page(client: Client) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404 and "There is nothing here" in answer.text


def test_the_page_for_our_own_errors_needs_nothing(rf) -> None:
    answer = server_error(rf.get("/"))
    assert answer.status_code == 500 and "Something went wrong here" in answer.content.decode()


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example"])
def test_a_foreign_host_is_refused(client: Client, host: str) -> None:
    assert client.get("/sign-in", headers={"Host": host}).status_code == 400


def test_the_admin_asks_for_staff(client: Client, db: None) -> None:
    assert client.get("/admin/").url.startswith("/admin/login/")
