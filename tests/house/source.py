"""What the house rules read: the repository's files, and what is wrong with them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, order=True)
class Finding:
    path: str
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.message}"


@dataclass(frozen=True)
class Source:
    """One Python file; `path` is relative to the repository, with forward slashes."""

    path: str
    text: str
    tree: ast.Module

    @classmethod
    def parse(cls, path: str, text: str) -> Source:
        return cls(path, text, ast.parse(text, filename=path))

    @property
    def module(self) -> str:
        """The dotted name: memories/models/__init__.py is memories.models."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def is_shipped(self) -> bool:
        """Part of the product, rather than what tests or measures it."""
        return not self.path.startswith(("tests/", "bench/"))

    @property
    def is_migration(self) -> bool:
        return "/migrations/" in self.path

    def is_within(self, modules: tuple[str, ...]) -> bool:
        return any(self.module == one or self.module.startswith(one + ".") for one in modules)

    def finding(self, node: ast.AST, rule: str, message: str) -> Finding:
        return Finding(self.path, getattr(node, "lineno", 1), rule, message)

    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


def list_files(root: Path) -> list[str]:
    """Every file that git tracks or would track, relative to root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(listed.split("\0")) if path and (root / path).is_file())


def read_text(path: Path) -> str | None:
    """The file's text, or None when it is not UTF-8 text."""
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
