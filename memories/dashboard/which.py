"""Which memory a page is about: addresses and forms name it by name, workspace and task, as verbs do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from continuum.kernel.actor import DEFAULT_WORKSPACE

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Which:
    """A memory's name and place; `private` says that private ones were asked for."""

    name: str
    workspace: str = DEFAULT_WORKSPACE
    task: str = ""
    private: bool = False

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> Which:
        return cls(
            name=asked.get("name", ""),
            workspace=asked.get("workspace", "") or DEFAULT_WORKSPACE,
            task=asked.get("task", ""),
            private=asked.get("private", "") == "1",
        )

    @property
    def place(self) -> dict[str, Any]:
        """As writing verbs take it."""
        return {"name": self.name, "workspace": self.workspace, "task_id": self.task or None}

    @property
    def reading(self) -> dict[str, Any]:
        """As reading verbs take it."""
        return {**self.place, "private": self.private}

    @property
    def query(self) -> str:
        """The part of an address behind its question mark."""
        given = {"name": self.name}
        given |= {"workspace": self.workspace} if self.workspace != DEFAULT_WORKSPACE else {}
        given |= {"task": self.task} if self.task else {}
        return urlencode(given | ({"private": "1"} if self.private else {}))

    def address(self, page: str = "memory") -> str:
        return f"{reverse(page)}?{self.query}"


def address_of(memory: Any) -> str:
    """The page of something remembered, or of a proposal's memory with its workspace."""
    private = getattr(memory, "sensitivity", "") == "private"
    return Which(memory.name, memory.workspace, memory.task_id or "", private=private).address()
