"""Words that no tracked text may hold: this project is at home on every machine and behind every mirror."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.house.source import Finding

# Put together here so that this file passes its own rule.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("download", "pytorch", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("proxy", "golang", "org"),
        ("crates", "io"),
    )
)
MACHINE_PATHS = tuple(
    "/".join(("", *parts))
    for parts in (
        ("work", "main"),
        ("work", "shared"),
        ("work", ".library"),
        ("opt", "dev"),
        ("opt", "tooling"),
        ("opt", "wheels"),
        ("opt", "pypi"),
        ("tmp", "bash_jobs"),
        ("root", ".pyenv"),
        ("root", ".continuum"),
    )
)
_HOST = re.compile("|".join(rf"(?<![\w-]){re.escape(host)}\b" for host in REGISTRIES), re.IGNORECASE)
_PATH = re.compile("|".join(rf"(?<![\w.~-]){re.escape(path)}\b" for path in MACHINE_PATHS))


def find_foreign_words(path: str, text: str) -> Iterator[Finding]:
    """Hosts of package registries and folders of one particular machine."""
    for number, line in enumerate(text.splitlines(), start=1):
        for match in _HOST.finditer(line):
            yield Finding(path, number, "registry-host", f"{match[0]} is the host of a package registry")
        for match in _PATH.finditer(line):
            yield Finding(path, number, "machine-path", f"{match[0]} exists on one machine only")
