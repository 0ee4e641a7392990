"""The HTTP port: free, or taken by somebody with a name."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest

from continuum.embedded.errors import PortTaken
from continuum.embedded.ports import port_is_free, require_port


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_free_port_is_free_and_stays_so(taken: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        free = other.getsockname()[1]
    assert port_is_free("127.0.0.1", free)
    require_port("127.0.0.1", free)
    assert port_is_free("127.0.0.1", free)


def test_a_taken_port_names_who_listens_there(taken: int) -> None:
    assert not port_is_free("127.0.0.1", taken)
    with pytest.raises(PortTaken, match=rf"Port {taken} on 127\.0\.0\.1 is taken") as caught:
        require_port("127.0.0.1", taken)
    assert caught.value.owner is None or f"process {os.getpid()}" in caught.value.owner
