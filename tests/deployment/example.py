"""`.env.example` from docs/settings.md: `python -m tests.deployment.example` writes it anew.

Two lists of the same settings would part; this way one of them is made from the other.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE, SETTINGS = ROOT / ".env.example", ROOT / "docs" / "settings.md"
HEAD = Path(__file__).with_name("example_head.txt")
WIDTH = 116

# compose.yaml sets these itself, from the ones in the head.
GIVEN = {
    f"CONTINUUM_{name}"
    for name in (
        *("SECRET_KEY", "DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "CACHE_URL", "PUBLIC_URL"),
        *("BEHIND_PROXY", "HOME", "HOST", "PORT", "TOKEN"),
    )
}
_CELL = r"((?:[^|`]|`[^`]*`)*)"
_ROW = re.compile(rf"^\| (`CONTINUUM_[^|]*) \| {_CELL} \| (.*?) \| {_CELL} \|$", re.MULTILINE)
_NAME = re.compile(r"CONTINUUM_[A-Z_<>]+")
_VALUE = re.compile(r"[\w./:%-]+")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_WORDS = ("none", "unset")  # defaults that are no values


def example() -> str:
    parts = [HEAD.read_text().rstrip()]
    for section in re.split(r"^## ", SETTINGS.read_text(), flags=re.MULTILINE)[1:]:
        told = list(_settings(section))
        if told:
            title = section.splitlines()[0]
            parts += [f"# === {title} {'=' * (WIDTH - len(title) - 5)}", *told]
    return "\n\n".join(parts) + "\n"


def _settings(section: str) -> Iterator[str]:
    for names, default, meaning, shown in _ROW.findall(section):
        wanted = [name for name in _NAME.findall(names) if name not in GIVEN]
        if wanted:
            yield _explained(wanted, default.replace("`", "").strip(), meaning, shown.strip().strip("`"))


def _explained(names: list[str], default: str, meaning: str, shown: str) -> str:
    """A comment that says what it means, and the setting, commented out, with its default or an example."""
    plain = bool(_VALUE.fullmatch(default)) and default not in _WORDS
    text = _LINK.sub(r"\1", meaning).replace("`", "").strip().removesuffix(".") + "."
    if not plain and default:
        text += f" Default: {default}."
    lines = textwrap.wrap(text, WIDTH - 2, break_on_hyphens=False)
    return "\n".join(
        [*(f"# {line}" for line in lines), *(f"#{name}={default if plain else shown}" for name in names)]
    )


if __name__ == "__main__":
    EXAMPLE.write_text(example())
