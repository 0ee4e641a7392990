"""Every path and address is known before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from kombu import Connection

from continuum.embedded import limits, wheels
from continuum.embedded.paths import Home
from tests.continuum.embedded.seats import Seat


def test_the_home_is_the_environments_or_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Home.from_environment({"CONTINUUM_HOME": "/srv/continuum"}).root == Path("/srv/continuum")
    assert Home.from_environment({}).root == tmp_path / ".continuum"
    assert Home.from_environment({"CONTINUUM_HOME": ""}).root == tmp_path / ".continuum"


def test_two_spellings_of_one_folder_are_one_home(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    assert Home(tmp_path / "link" / "a" / ".." / "home") == Home(tmp_path / "home")
    assert Home(tmp_path / "home").mark != Home(tmp_path / "other").mark


def test_knowing_the_addresses_creates_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert home.application_database == {
        "HOST": str(tmp_path / "home" / "postgres"),
        "PORT": "5432",
        "NAME": "continuum",
        "USER": "continuum_app",
    }
    assert home.owner_database == {**home.application_database, "USER": "continuum_owner"}
    assert home.broker_url.startswith("redis+socket://")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["deep" * 40, "with space", "with,comma", "with?query", "with%percent", "ünïcode"]
)
def test_a_name_no_socket_or_url_could_carry_is_reached_by_a_short_link(tmp_path: Path, name: str) -> None:
    home = Home(tmp_path / name)
    assert home.needs_alias
    for path in (home.control_socket, home.valkey_socket, home.reach / "postgres" / ".s.PGSQL.5432"):
        assert len(bytes(path)) <= limits.SOCKET_PATH_BYTES
        assert str(path).isascii()


def test_an_ordinary_name_is_used_as_it_is() -> None:
    home = Home(Path("/srv/continuum-1.2_b"))
    assert home.reach == home.root


def test_celery_reads_the_brokers_address_as_the_socket(running: Seat) -> None:
    with Connection(running.home.broker_url) as connection:
        connection.ensure_connection(max_retries=1)
        queue = connection.SimpleQueue("knocks")
        queue.put("who is there")
        assert queue.get(timeout=5).payload == "who is there"
        queue.close()


def test_without_a_valkey_the_broker_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels, "VALKEY_WHEEL", "no-such-wheel")
    assert Home(tmp_path).broker_url == "memory://"
