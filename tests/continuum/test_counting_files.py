"""A disk without room ends no process that counts."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from continuum.counting_files import FIRST_BYTES, RoomyDict

KEYS = 4_000
UNDER_A_LIMIT = """
import resource, signal
import django
django.setup()
from continuum import metrics
from continuum.kernel.watching import Kind, seen
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_024, resource.RLIM_INFINITY))
with seen(Kind.TOOL, "memory_recall"):
    print("served")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
with seen(Kind.TOOL, "memory_recall"):
    print("served")
print(metrics.exposition().decode())
"""


def taken(path: Path) -> int:
    """Bytes that the file has on the disk, not those that it says it has."""
    return path.stat().st_blocks * 512


def fill(figures: RoomyDict) -> None:
    for number in range(KEYS):
        figures.write_value(f"figure {number} of many, with a long name{'.' * 60}", float(number), 0.0)


def test_a_file_has_its_room_before_it_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "figures.db"
    figures = RoomyDict(str(path))
    assert taken(path) >= FIRST_BYTES
    fill(figures)
    assert taken(path) >= path.stat().st_size
    assert path.stat().st_size > FIRST_BYTES, "it has grown"
    assert [value for _, value, _ in figures.read_all_values()] == [float(n) for n in range(KEYS)]
    figures.close()


def test_a_file_of_before_that_has_holes_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "figures.db"
    with path.open("wb") as file:
        file.truncate(1 << 16)
    RoomyDict(str(path)).close()
    assert taken(path) >= 1 << 16


def test_where_there_is_no_room_what_is_served_goes_on(tmp_path: Path) -> None:
    """By a limit on files, which works as a full disk does. What there is room for is counted again."""
    environment = {**os.environ, "CONTINUUM_METRICS_TOKEN": "for-prometheus-alone-1"}
    done = subprocess.run(
        [sys.executable, "-c", UNDER_A_LIMIT],
        env={**environment, "CONTINUUM_METRICS_FOLDER": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and done.stdout.count("served") == 2, done.stderr
    assert "a figure could not be counted" in done.stderr
    assert 'continuum_tool_seconds_count{name="memory_recall",outcome="ok"} 1.0' in done.stdout


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="this system takes no room ahead")
def test_growing_without_room_is_an_error_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    figures = RoomyDict(str(tmp_path / "figures.db"))
    figures.write_value("kept", 7.0, 0.0)
    monkeypatch.setattr(os, "posix_fallocate", no_room)
    with pytest.raises(OSError, match="No space"):
        fill(figures)
    assert figures.read_value("kept")[0] == 7.0
    figures.close()
