"""Style sheets and scripts come out whole, and only they."""

from __future__ import annotations

import pytest
from django.test import Client

STYLE = "/static/continuum.css"


def test_a_style_sheet_is_served_whole_and_with_its_type(client: Client) -> None:
    answer = client.get(STYLE)
    assert answer.status_code == 200 and not answer.streaming
    assert int(answer.headers["Content-Length"]) == len(answer.content) > 1000
    assert answer.headers["Content-Type"].startswith("text/css")


def test_what_the_browser_has_is_not_sent_again(client: Client) -> None:
    known = client.get(STYLE).headers["Last-Modified"]
    again = client.get(STYLE, headers={"If-Modified-Since": known})
    assert (again.status_code, again.content) == (304, b"")


def test_a_part_is_served_when_asked_for(client: Client) -> None:
    part = client.get(STYLE, headers={"Range": "bytes=0-9"})
    assert (part.status_code, len(part.content)) == (206, 10)


@pytest.mark.parametrize(
    "address", ["/static/", "/static/nothing.css", "/static/../manage.py", "/static/%2e%2e/manage.py"]
)
def test_nothing_else_is_served(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404
