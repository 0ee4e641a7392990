"""Which licences may be shipped with an MIT project, read from what each package says of itself.

LGPL and MPL packages may be used as libraries; GPL, AGPL and licences that restrict use may not, unless the
package offers another licence beside them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from importlib.metadata import Distribution

REFUSED = re.compile(
    r"\bgpl|(?<!lesser )\bgeneral public licen|affero|agpl|sspl|busl|elastic|commons clause|noncommercial",
    re.IGNORECASE,
)
UNSAID = {"", "unknown", "other", "proprietary", "other/proprietary license"}
_TERM = re.compile(r"[^\s()]+(?:\s+WITH\s+[^\s()]+)?")
_CLASSIFIER = "License :: "


def refuse_reason(package: Distribution) -> str | None:
    """Why this package may not be shipped, or None."""
    metadata = package.metadata
    if expressions := metadata.get_all("License-Expression"):
        return None if is_allowed(expressions[0]) else f"licence {expressions[0]}"
    named = [
        name.split(" :: ")[-1]
        for name in metadata.get_all("Classifier") or []
        if name.startswith(_CLASSIFIER)
    ]
    if not _said(named):
        named = "".join(metadata.get_all("License") or []).strip().splitlines()[:1]
    if not _said(named):
        return "says nothing of its licence"
    # Several classifiers are several offers; one offer that can be taken is enough.
    return None if any(_is_allowed_name(name) for name in _said(named)) else f"licence {', '.join(named)}"


def is_allowed(expression: str) -> bool:
    """Whether an SPDX expression leaves a way to ship: every part of an AND, one part of an OR."""
    words = _TERM.sub(lambda term: _translate(term[0]), expression)
    return _holds(ast.parse(words, mode="eval").body)


def _translate(term: str) -> str:
    return term.lower() if term.upper() in {"AND", "OR"} else str(_is_allowed_name(term))


def _is_allowed_name(name: str) -> bool:
    # The compiler's runtime exception lets binaries of any licence carry that runtime.
    return "gcc-exception" in name.lower() or not REFUSED.search(name)


def _said(names: Iterable[str]) -> list[str]:
    return [name for name in names if name.lower() not in UNSAID]


def _holds(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        combine = all if isinstance(node.op, ast.And) else any
        return combine([_holds(value) for value in node.values])
    if isinstance(node, ast.Constant):
        return bool(node.value)
    raise ValueError(f"not a licence expression: {ast.unparse(node)}")
