"""The pipe to a peer, with a real process behind it that runs in our own environment."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from bench.quality.locomo import Conversation, Turn
from bench.quality.peers import peer as peers
from bench.quality.peers.peer import Peer, PeerFailed
from bench.quality.peers.wire import packed, unpacked
from bench.quality.theirs import Theirs

PYTHON = Path(sys.executable)
ADAPTER = """
import sys, time
import numpy as np
from bench.quality.peers.serving import serve

class Nearest:
    version, about = "1.0", "nearest vectors"

    def __init__(self, folder):
        self.kept = {}
        print("noise on standard output")

    def take_in(self, conversation, texts):
        self.kept.setdefault(conversation, []).extend(texts)

    fill = take_in

    def answer(self, conversation, question, vector, most):
        if question == "sleep":
            time.sleep(30)
        if question == "leave":
            sys.exit("I have had enough")
        near = sorted(self.kept[conversation], key=lambda text: -float(np.dot(text.vector, vector)))
        return [text.key for text in near][:most]

serve(Nearest)
"""
VECTORS = np.eye(3, dtype=np.float32)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "nearest_of_a_test.py").write_text(ADAPTER)
    known = peers._environment

    def environment(folder: Path) -> dict[str, str]:
        there = known(folder)
        return {**there, "PYTHONPATH": f"{there['PYTHONPATH']}:{tmp_path}"}

    monkeypatch.setattr(peers, "_environment", environment)
    return "nearest_of_a_test"


@pytest.fixture
def peer(module: str, tmp_path: Path) -> Iterator[Peer]:
    with Peer("nearest", tmp_path / "peer", module=module, python=PYTHON) as running:
        yield running


def test_a_vector_comes_through_the_pipe_as_it_was() -> None:
    vector = np.random.default_rng(1).standard_normal(384).astype(np.float32)
    assert np.array_equal(unpacked(packed(vector)), vector)


def test_a_peer_answers_from_what_it_took_in(peer: Peer) -> None:
    took = peer.take_in("talk", [("a", "one", VECTORS[0]), ("b", "two", VECTORS[1])], seconds=20)
    peer.take_in("talk", [("c", "three", VECTORS[2])], seconds=20, filling=True)
    keys, answering = peer.answer("talk", "which?", VECTORS[2], most=2, seconds=20)
    assert keys[0] == "c" and len(keys) == 2
    assert took >= 0 and answering >= 0
    assert peer.about == "nearest 1.0: nearest vectors"


def test_what_a_peer_cannot_do_is_told_with_its_reason(peer: Peer) -> None:
    with pytest.raises(PeerFailed, match="KeyError: 'nowhere'"):
        peer.answer("nowhere", "which?", VECTORS[0], most=2, seconds=20)


def test_a_peer_that_takes_too_long_is_not_waited_for(peer: Peer) -> None:
    peer.take_in("talk", [("a", "one", VECTORS[0])], seconds=20)
    with pytest.raises(PeerFailed, match="no answer within 0 s"):
        peer.answer("talk", "sleep", VECTORS[0], most=1, seconds=0.2)
    peer._process.kill()


def test_a_peer_that_ended_is_told_with_its_last_words(peer: Peer) -> None:
    peer.take_in("talk", [("a", "one", VECTORS[0])], seconds=20)
    with pytest.raises(PeerFailed, match="ended: I have had enough"):
        peer.answer("talk", "leave", VECTORS[0], most=1, seconds=20)


def test_a_peer_that_is_not_installed_says_so(tmp_path: Path) -> None:
    with pytest.raises(PeerFailed, match="not installed"):
        Peer("chromadb", tmp_path / "peer", python=tmp_path / "nowhere" / "python")


def test_a_peer_whose_packages_are_missing_is_told_with_the_reason(tmp_path: Path) -> None:
    with (
        pytest.raises(PeerFailed, match="No module named"),
        Peer("nearest", tmp_path / "peer", module="no_such_adapter", python=PYTHON),
    ):
        pytest.fail("it runs")


class Embedder:
    """Gives the first text the first vector, and so on."""

    def embed(self, texts: list[str]) -> np.ndarray:
        return np.stack([VECTORS[int(text)] for text in texts])


def test_as_a_store_it_gets_our_vectors_and_only_so_much_time(peer: Peer) -> None:
    turns = [Turn(f"turn-{place}", str(place), datetime(2026, 1, 1, tzinfo=UTC)) for place in range(3)]
    talk = Conversation("talk", turns, ())
    store = Theirs(peer, Embedder(), seconds=60)  # type: ignore[arg-type]
    assert store.take_in(talk) >= 0
    assert store.answer(talk, "1", most=1) == ["turn-1"]
    with pytest.raises(PeerFailed, match="not done within 0 s"):
        Theirs(peer, Embedder(), seconds=0).take_in(talk)  # type: ignore[arg-type]
