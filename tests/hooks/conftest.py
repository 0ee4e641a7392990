"""The scripts as they run on somebody's machine: real node, a home of their own, a real server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from continuum.kernel.actor import Permission
from memories.hook_api.scripts import SCRIPTS, script
from oauth.models import User
from oauth.services.tokens import issue_token

NODE = shutil.which("node")
ENDS_WITHIN = 20
BACKGROUND_SECONDS = 20
INJECT, CAPTURE, UPDATE = (
    "continuum_context_inject.js",
    "continuum_session_capture.js",
    "continuum_self_update.js",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if NODE is None:
        reason = "node is not installed on this machine (apt install nodejs)"
        here = Path(__file__).parent
        for item in items:
            if here in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


@dataclass
class Ran:
    """How a script ended; `seconds` from its start to its end."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def silent(self) -> bool:
        return (self.code, self.out, self.err) == (0, "", "")

    @property
    def context(self) -> str:
        """What went into the model's context."""
        told = json.loads(self.out)["hookSpecificOutput"]
        assert set(told) == {"hookEventName", "additionalContext"}
        return str(told["additionalContext"])


@dataclass
class Machine:
    """Somebody's home folder with Claude Code in it."""

    home: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def own(self) -> Path:
        return self.home / ".continuum"

    @property
    def settings(self) -> Path:
        return self.home / ".claude" / "settings.json"

    @property
    def unsent(self) -> list[Path]:
        folder = self.own / "unsent"
        return sorted(folder.iterdir()) if folder.exists() else []

    def node(
        self,
        *words: str | Path,
        said: Any = b"",
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Ran:
        """Run node; what is said on its input is JSON unless it is bytes."""
        raw = said if isinstance(said, bytes) else json.dumps(said).encode()
        return self.run([str(NODE), *map(str, words)], raw, env=env, cwd=cwd)

    def run(
        self, command: list[str], raw: bytes, *, env: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> Ran:
        began = time.monotonic()
        done = subprocess.run(
            command,
            input=raw,
            env=self.environment(env),
            cwd=cwd or self.home,
            capture_output=True,
            timeout=ENDS_WITHIN,
            check=False,
        )
        took = time.monotonic() - began
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode(), took)

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("CONTINUUM_", "CLAUDE_"))
        }
        return {**kept, "HOME": str(self.home), "USERPROFILE": str(self.home), **self.env, **(more or {})}

    def install(self, server: str, token: str = "", *before: str, **env: str) -> Ran:
        """As a person does it: the script is piped into node."""
        text = script("install_hook.js", address=server)
        given = {"CONTINUUM_TOKEN": token} if token else {}
        return self.node(*before, "-", said=text.encode(), env={**given, **env})

    def put(self, server: str, token: str) -> None:
        """What an installation leaves, without settings of a client."""
        (self.own / "hooks").mkdir(parents=True)
        for name in SCRIPTS[1:]:
            (self.own / "hooks" / name).write_text(script(name, address=server))
        (self.own / "hook-url").write_text(f"{server}\n")
        (self.own / "hook-token").write_text(f"{token}\n")
        (self.own / "update-checked-at").write_text("now")

    def hook(self, name: str, said: Any, **more: Any) -> Ran:
        return self.node(self.own / "hooks" / name, said=said, **more)

    def ended(self, transcript: Path, session_id: str = "s-1", **more: Any) -> Ran:
        """A session has ended."""
        said = {"session_id": session_id, "transcript_path": str(transcript), "cwd": str(self.home), **more}
        return self.hook(CAPTURE, {"hook_event_name": "SessionEnd", "reason": "other", **said})

    def hooks_of(self, event: str) -> list[dict[str, Any]]:
        """The hooks of an event in the settings, all groups together."""
        groups = json.loads(self.settings.read_text())["hooks"].get(event, [])
        lists = [group.get("hooks") for group in groups if isinstance(group, dict)]
        return [hook for hooks in lists if isinstance(hooks, list) for hook in hooks]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    home = tmp_path / "home of ana"
    (home / ".claude").mkdir(parents=True)
    return Machine(home)


@pytest.fixture
def token(alice: User) -> str:
    return issue_token(alice, name="hook", permissions=(Permission.READ, Permission.WRITE))


@pytest.fixture
def script_client(server_url: str, alice: User) -> Iterator[httpx.Client]:
    """Alice at the API, who writes and looks at what became of it."""
    bearer = issue_token(alice, name="api", permissions=tuple(Permission))
    headers = {"Authorization": f"Bearer {bearer}"}
    with httpx.Client(base_url=f"{server_url}/api/v1", headers=headers, timeout=30) as client:
        yield client


@pytest.fixture
def installed(machine: Machine, server_url: str, token: str) -> Machine:
    """A machine whose hooks talk to the running server."""
    machine.put(server_url, token)
    return machine


def eventually(holds: Callable[[], Any]) -> Any:
    """What a process in the background makes true."""
    deadline = time.monotonic() + BACKGROUND_SECONDS
    while not (found := holds()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert found, "it did not happen in time"
    return found
