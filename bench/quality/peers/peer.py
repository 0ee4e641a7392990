"""Our side of the pipe to a peer: the two acts of every store, and why it cannot do them if it cannot."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from bench.machine import ROOT
from bench.quality.peers.wire import Vector, line_of, packed

PYTHON = Path(sys.prefix) / "share" / "continuum" / "peers" / "bin" / "python"
"""Their environment; `.ci/env peers` makes it."""

PEERS = {"chromadb": "chroma", "mcp-memory-service": "mcp_memory", "mem0ai": "mem0"}
"""Each with the module of its adapter."""

WITH_WORDS = ("mcp-memory-service", "mem0ai")
"""Those that search by words and by meaning, as we do."""

START_SECONDS = 60.0
STOP_SECONDS = 10.0


class PeerFailed(Exception):
    """A peer cannot be measured, or no further; the message says why."""


class Peer:
    """A running peer. As a context it is stopped at the end, whatever happened."""

    def __init__(self, name: str, folder: Path, *, module: str = "", python: Path = PYTHON) -> None:
        self.name = name
        folder.mkdir(parents=True)
        self._log = folder / "log"
        self._left = b""
        command = [str(python), "-m", module or f"bench.quality.peers.{PEERS[name]}", str(folder)]
        if not python.exists():
            raise PeerFailed("not installed: make env-peers says why")
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=_environment(folder),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        self._facts: dict[str, str] = {}

    def __enter__(self) -> Peer:
        try:
            self._facts = self._heard(START_SECONDS)
        except PeerFailed:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    @property
    def about(self) -> str:
        return f"{self.name} {self._facts['version']}: {self._facts['about']}"

    def take_in(
        self,
        conversation: str,
        texts: Sequence[tuple[str, str, Vector]],
        *,
        seconds: float,
        filling: bool = False,
    ) -> float:
        """Keys, texts and vectors; returns the seconds it took. `filling` only makes it large, as fast as
        it can. Raises PeerFailed, also when it takes longer than so many.
        """
        wired = [(key, text, packed(vector)) for key, text, vector in texts]
        told = {"do": "fill" if filling else "take_in", "conversation": conversation, "texts": wired}
        return float(self._asked(told, seconds)["seconds"])

    def answer(
        self, conversation: str, question: str, vector: Vector, *, most: int, seconds: float
    ) -> tuple[list[str], float]:
        """The keys it finds, best first, and the seconds it took."""
        asked = {"do": "answer", "conversation": conversation, "question": question, "most": most}
        heard = self._asked({**asked, "vector": packed(vector)}, seconds)
        return heard["keys"], float(heard["seconds"])

    def _asked(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self._process.stdin
        try:
            self._process.stdin.write(line_of(message))
            self._process.stdin.flush()
        except BrokenPipeError:
            raise PeerFailed(self._last_words()) from None
        return self._heard(seconds)

    def _heard(self, seconds: float) -> dict[str, Any]:
        assert self._process.stdout
        until = time.monotonic() + seconds
        while b"\n" not in self._left:
            left = max(0.0, until - time.monotonic())
            if not select.select([self._process.stdout], [], [], left)[0]:
                raise PeerFailed(f"no answer within {seconds:.0f} s")
            if not (more := os.read(self._process.stdout.fileno(), 1 << 16)):
                raise PeerFailed(self._last_words())
            self._left += more
        line, _, self._left = self._left.partition(b"\n")
        heard: dict[str, Any] = json.loads(line)
        if "error" in heard:
            raise PeerFailed(heard["error"])
        return heard

    def _last_words(self) -> str:
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return f"ended: {lines[-1]}" if lines else "ended without a word"

    def _stop(self) -> None:
        assert self._process.stdin and self._process.stdout
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of ours, nothing in anyone's home, nothing sent or fetched."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    return {
        **kept,
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
        "HF_HUB_OFFLINE": "1",
        "ANONYMIZED_TELEMETRY": "False",
        "MEM0_TELEMETRY": "False",
        "MEM0_DIR": str(folder / "mem0"),
        "MCP_MEMORY_BASE_DIR": str(folder / "mcp"),
        "MCP_MEMORY_STORAGE_BACKEND": "sqlite_vec",
    }
