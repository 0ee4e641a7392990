"""Starting, sharing, stopping and dying: the promises of the supervisor, kept with real processes."""

from __future__ import annotations

import os
import signal

import psutil
import psycopg
import pytest

from continuum.embedded import supervisor, valkey
from continuum.embedded.locks import try_lock
from continuum.embedded.paths import OWNER_ROLE
from tests.continuum.embedded.seats import Seat, eventually, is_gone

KEEP = "CREATE TABLE kept AS SELECT 'a committed row' AS words"
READ = "SELECT words FROM kept"
KEPT = [("a committed row",)]


def test_the_first_start_answers_with_both_services(empty: Seat) -> None:
    sentences: list[str] = []
    with supervisor.running(empty.home, progress=sentences.append) as services:
        assert services.started_here
        assert services.alive()
        assert empty.query("SHOW fsync") == [("on",)]
        assert valkey.answers(empty.home)
    assert "Creating the Postgres data folder (once)" in sentences


def test_a_stop_leaves_no_process_no_socket_and_no_lock(seat: Seat) -> None:
    with seat.running():
        found = seat.status()
    assert all(is_gone(pid) for pid in (found.postgres, found.valkey))
    assert list(seat.home.run.iterdir()) == []
    assert not (seat.home.postgres / "postmaster.pid").exists()
    eventually(lambda: is_gone(found.guardian))
    lock = try_lock(seat.home.running_lock)
    assert lock is not None
    os.close(lock)


def test_what_was_committed_survives_stop_and_start(seat: Seat) -> None:
    with seat.running():
        seat.query(KEEP)
    with seat.running():
        assert seat.query(READ) == KEPT


def test_nothing_runs_before_the_first_start(empty: Seat) -> None:
    assert supervisor.status(empty.home) is None
    assert supervisor.stop(empty.home) is False


def test_starts_at_once_make_one_cluster_for_all(empty: Seat) -> None:
    holders = [empty.hold() for _ in range(3)]
    assert sorted(holder.said["started"] for holder in holders) == [False, False, True]
    assert len({holder.said["postgres"] for holder in holders}) == 1
    assert empty.query("SELECT count(*) FROM pg_database WHERE datname = 'continuum'") == [(1,)]
    assert empty.status().holders == 3


def test_services_outlive_the_process_that_started_them_while_another_holds_on(seat: Seat) -> None:
    starter = seat.hold()
    assert starter.said["started"]
    joiner = seat.hold()
    assert not joiner.said["started"]
    starter.leave()
    assert seat.query("SELECT 1") == [(1,)]
    joiner.leave()
    assert supervisor.status(seat.home) is None


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_however_the_last_holder_dies_the_services_end_cleanly(seat: Seat, number: signal.Signals) -> None:
    holder = seat.hold()
    pids = (holder.said["postgres"], holder.said["valkey"], holder.said["guardian"])
    seat.query(KEEP)
    holder.die(number)
    eventually(lambda: all(is_gone(pid) for pid in pids))
    assert not (seat.home.postgres / "postmaster.pid").exists(), "a clean shutdown removes it"
    with seat.running():
        assert seat.query(READ) == KEPT


def test_a_start_right_after_the_last_holder_was_killed_loses_nothing(seat: Seat) -> None:
    holder = seat.hold()
    assert holder.said["started"]
    seat.query(KEEP)
    holder.die()
    with seat.running():
        assert seat.query(READ) == KEPT


def test_a_killed_postgres_comes_back_with_every_committed_row(seat: Seat) -> None:
    with seat.running() as services:
        seat.query(KEEP)
        killed = seat.status().postgres
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        with seat.running() as again:
            assert not again.started_here
            assert seat.query(READ) == KEPT
        assert seat.status().postgres != killed
        assert services.alive()


def test_a_killed_valkey_comes_back(seat: Seat) -> None:
    with seat.running():
        killed = seat.status().valkey
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        eventually(lambda: seat.status().valkey not in {None, killed} and valkey.answers(seat.home))


def test_everything_killed_at_once_recovers_at_the_next_start(seat: Seat) -> None:
    holder = seat.hold()
    pids = (holder.said["guardian"], holder.said["postgres"], holder.process.pid)
    seat.query(KEEP)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    with seat.running():
        assert seat.query(READ) == KEPT


def test_a_killed_guardian_takes_the_services_along_and_its_holders_notice(seat: Seat) -> None:
    services = supervisor.ensure(seat.home, durability="test")
    seat.query(KEEP)
    found = seat.status()
    os.kill(found.guardian, signal.SIGKILL)
    eventually(lambda: not services.alive())
    services.close()
    with seat.running() as again:
        assert again.started_here
        assert seat.query(READ) == KEPT
    assert all(is_gone(pid) for pid in (found.postgres, found.valkey))


def test_a_start_whose_guardian_is_killed_tries_again(seat: Seat) -> None:
    holder = seat.hold()
    eventually(lambda: supervisor.status(seat.home) is not None)
    killed = seat.status().guardian
    os.kill(killed, signal.SIGKILL)
    assert holder.said["guardian"] != killed
    assert seat.query("SELECT 1") == [(1,)]


@pytest.mark.slow
def test_a_stop_in_the_middle_of_a_crash_recovery_ends_and_loses_nothing(seat: Seat) -> None:
    with seat.running():
        seat.query(KEEP)
        with psycopg.connect(seat.home.address(user=OWNER_ROLE).url) as victim:
            os.kill(victim.info.backend_pid, signal.SIGKILL)
        eventually(lambda: "reinitializing" in seat.home.log("postgres").read_text())
    with seat.running():
        assert seat.query(READ) == KEPT


def test_stop_ends_the_services_whoever_holds_on(seat: Seat) -> None:
    with seat.running() as services:
        assert supervisor.stop(seat.home)
        assert not services.alive()
        with pytest.raises(psycopg.OperationalError):
            seat.query("SELECT 1")


def test_closing_twice_is_as_good_as_once(seat: Seat) -> None:
    services = supervisor.ensure(seat.home, durability="test")
    services.close()
    services.close()
    assert not services.alive()


@pytest.mark.parametrize("sign", ["postgres.new-*", "postgres/global/pg_control", "run/guardian.sock"])
def test_a_first_start_killed_halfway_is_done_again(empty: Seat, sign: str) -> None:
    holder = empty.hold()
    eventually(lambda: any(empty.home.root.glob(sign)))
    holder.die()
    with empty.running():
        assert empty.query("SELECT 1") == [(1,)]
    assert list(empty.home.root.glob("postgres.new-*")) == []


def test_a_deep_home_with_spaces_and_commas_works_and_leaves_nothing_in_tmp(seat: Seat) -> None:
    deep = Seat(seat.root.parent / ("a folder, deep" * 10) / "home")
    deep.root.parent.mkdir()
    seat.home.root.rename(deep.root)
    with deep.running():
        assert deep.home.alias.stat().st_mode & 0o077 == 0
        assert deep.query("SELECT 1") == [(1,)]
        assert valkey.answers(deep.home)
    assert not deep.home.alias.exists()


def test_no_tcp_port_is_opened(seat: Seat) -> None:
    with seat.running():
        found = seat.status()
        for pid in (found.postgres, found.valkey):
            assert psutil.Process(pid).net_connections(kind="inet") == []
