"""The API describes itself, and its page needs nothing from elsewhere."""

from __future__ import annotations

import re
from io import StringIO

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from tests.memories.api.conftest import ROOT


@pytest.fixture(scope="module")
def schema() -> dict:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return yaml.safe_load(out.getvalue())


def test_the_schema_is_valid_and_names_every_endpoint(schema: dict) -> None:
    described = set(schema["paths"])
    served = {
        "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        for pattern in get_resolver("memories.api.urls").url_patterns
        if pattern.name not in {None, "api-schema", "api-docs"}
    }
    assert described == served


def test_every_endpoint_says_how_to_be_let_in_and_how_it_fails(schema: dict) -> None:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert {"token": []} in operation["security"], (method, path)
            assert "application/problem+json" in operation["responses"]["default"]["content"], (method, path)
            assert operation["description"], (method, path)


def test_anyone_may_read_the_schema_and_the_page(client: Client) -> None:
    assert client.get(f"{ROOT}/schema").status_code == 200
    assert client.get(f"{ROOT}/schema?format=json").json()["openapi"].startswith("3.")
    assert client.get(f"{ROOT}/docs?script").headers["Content-Type"] == "application/javascript"


def test_the_page_loads_our_own_files_only_and_runs_nothing_inline(client: Client) -> None:
    page = client.get(f"{ROOT}/docs").text
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert len(addresses) == 4 and all(address.startswith("/") for address in addresses)
    assert not re.search(r"<style|style=|<script>|onload=", page)
    for address in addresses:
        assert client.get(address).status_code == 200
