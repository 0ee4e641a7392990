"""The lists in pyproject.toml name every part of the tree: a new part cannot slip past the checks."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TOOLS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
NOT_SHIPPED = {"tests", "bench"}
# What stands above the heart in memories, and may know a framework.
DOORS = {"admin", "api", "apps", "dashboard", "hook_api", "management", "migrations", "tasks"}


def packages(folder: Path) -> set[str]:
    return {file.parent.name for file in folder.glob("*/__init__.py")}


def test_every_package_is_layered_typed_and_shipped() -> None:
    found = packages(ROOT) - NOT_SHIPPED
    assert found == set(TOOLS["importlinter"]["root_packages"])
    assert found <= set(TOOLS["mypy"]["files"])
    assert {f"{package}*" for package in found} <= set(TOOLS["setuptools"]["packages"]["find"]["include"])


def test_every_module_below_the_doors_is_kept_from_the_doors_frameworks() -> None:
    memories = ROOT / "memories"
    modules = packages(memories) | {file.stem for file in memories.glob("*.py")} - {"__init__"}
    (heart,) = (contract for contract in TOOLS["importlinter"]["contracts"] if contract["id"] == "heart")
    assert {f"memories.{module}" for module in modules - DOORS} == set(heart["source_modules"])
