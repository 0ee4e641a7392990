"""tests/isolation/routes.txt: what every route answers to everybody, read and compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.isolation.commands import Command, Reach
from tests.isolation.routes import Route

FILE = Path(__file__).with_name("routes.txt")
TOOLS = Path(__file__).with_name("tools.txt")
COMMANDS = Path(__file__).with_name("commands.txt")
ASKERS = ("nobody", "charlie", "operator", "token", "reader", "narrow", "alice")
NOT_ASKED = "-"
WORKS = "*"
"""Behind alice's own status: she saw something of hers, or changed it, so the request does what it is for."""
ADD = (
    "Every route is listed in tests/isolation/routes.txt with what it answers to each of "
    f"{', '.join(ASKERS)}. Make sure that this one is asked as it should be (tests/isolation/values.py has "
    "parameters by name, fields.py what single routes need), that nobody else's answer is more than it "
    "should be, and add the line"
)


def listed(text: str | None = None) -> Mapping[Route, Mapping[str, str]]:
    """What the table says, by route and asker. Raises ValueError for a line that is none."""
    found = {}
    for line in (FILE.read_text("utf-8") if text is None else text).splitlines():
        if not line or line.startswith("#"):
            continue
        method, pattern, *statuses = line.split()
        pattern = pattern.removeprefix("/")
        if len(statuses) != len(ASKERS):
            raise ValueError(f"{line}: {len(ASKERS)} answers are needed, for {', '.join(ASKERS)}")
        if Route(pattern, method) in found:
            raise ValueError(f"{line}: this route is listed twice")
        found[Route(pattern, method)] = dict(zip(ASKERS, statuses, strict=True))
    return found


def unlisted(known: Iterable[Route]) -> list[str]:
    """What to do about routes that the table does not have, and about those that are gone."""
    there, table = set(known), set(listed())
    new = [f"{ADD}: {route} ..." for route in sorted(there - table)]
    return new + [
        f"{route} is gone: take its line out of tests/isolation/routes.txt" for route in sorted(table - there)
    ]


def listed_tools() -> Mapping[tuple[str, str], str]:
    """What each tool answers to alice, by toolset and name."""
    lines = [line.split() for line in TOOLS.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return {(toolset, name): answer for toolset, name, answer in lines}


def listed_commands() -> Mapping[Command, tuple[Reach, str, str]]:
    """What each command reaches, and what it comes to for charlie and for alice herself."""
    lines = [line.split() for line in COMMANDS.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return {Command(name, verb): (Reach(reach), his, hers) for name, verb, reach, his, hers in lines}
