"""Each house rule catches the violation it is for, and passes the lawful form beside it."""

from __future__ import annotations

import textwrap

import pytest

from tests.house import rules
from tests.house.source import Finding, Source


def findings(path: str, text: str) -> list[Finding]:
    source = Source.parse(path, textwrap.dedent(text))
    return [finding for rule in rules.RULES for finding in rule(source)]


VIOLATIONS = {
    "import in a function": ("memories/text/words.py", "def f():\n    import os", "imports-on-top"),
    "import in a method": (
        "oauth/gate.py",
        "class A:\n  async def f(self):\n    from os import path",
        "imports-on-top",
    ),
    "import in a test": ("tests/memories/test_x.py", "def test_x():\n    import os", "imports-on-top"),
    "loading by name": ("memories/recall/ranking.py", "importlib.import_module('torch')", "loading"),
    "loading by Django's loader": (
        "continuum/health.py",
        "from django.utils.module_loading import import_string",
        "loading",
    ),
    "a query in a door": ("memories/api/views.py", "Memory.objects.all()", "querying"),
    "a query in intake": ("memories/intake/decide.py", "Memory.objects.filter(id=1)", "querying"),
    "a query in recall's ranking": ("memories/recall/ranking.py", "Passage.objects.count()", "querying"),
    "a query by the default manager": ("mcp_gateway/tools.py", "User._default_manager.first()", "querying"),
    "a fetch in a view": ("memories/dashboard/views.py", "x = get_object_or_404(Memory, id=1)", "querying"),
    "a transaction in intake": (
        "memories/intake/submit.py",
        "with transaction.atomic():\n    pass",
        "committing",
    ),
    "a transaction by another name": (
        "memories/outbox.py",
        "from django.db.transaction import atomic as a",
        "committing",
    ),
    "a task sent by a verb": ("memories/services/memory.py", "step.delay(1)", "sending"),
    "a task sent by name in the roof": ("continuum/asgi.py", "app.send_task('x')", "sending"),
    "a task sent with options": ("memories/pipeline/steps.py", "step.apply_async((1,))", "sending"),
    "print in a verb": ("memories/services/memory.py", "print('stored')", "printing"),
    "a bare except": ("webtools/fetch.py", "try:\n    f()\nexcept:\n    raise", "swallowing"),
    "a passing except": ("webtools/fetch.py", "try:\n    f()\nexcept Exception:\n    pass", "swallowing"),
    "an except that returns nothing": (
        "tests/services.py",
        "def f():\n  try:\n    g()\n  except (ValueError, Exception):\n    return None",
        "swallowing",
    ),
    "suppress of everything": (
        "oauth/gate.py",
        "with contextlib.suppress(Exception):\n    f()",
        "swallowing",
    ),
    "a vague module": ("memories/utils.py", "", "naming"),
    "a vague package": ("tests/helpers/people.py", "", "naming"),
    "a long file": ("memories/access.py", "x = 1\n" * (rules.FILE_LINES + 1), "file-size"),
    "a long function": (
        "bench/store.py",
        "def f():\n" + "    x = 1\n" * rules.FUNCTION_LINES,
        "function-size",
    ),
}

LAWFUL = {
    "import on top": ("memories/text/words.py", "import os\ndef f():\n    return os"),
    "import for types only": ("oauth/gate.py", "if TYPE_CHECKING:\n    from os import path"),
    "loading in the registry": ("memories/engines/registry.py", "importlib.import_module('torch')"),
    "a query in access": ("memories/access.py", "Memory.objects.all()"),
    "a query in a verb": ("memories/services/memory.py", "Memory.objects.all()"),
    "a query in recall's candidates": ("memories/recall/candidates.py", "Passage.objects.all()"),
    "a query in a test": ("tests/journeys/test_one.py", "Memory.objects.all()"),
    "a query in a migration": ("memories/migrations/0002_x.py", "apps.get_model('m', 'M').objects.all()"),
    "a transaction in a verb": ("oauth/services/grants.py", "with transaction.atomic():\n    f()"),
    "a task sent by the outbox": ("memories/outbox.py", "app.send_task('x')"),
    "print in a command": ("continuum/management/commands/up.py", "print('ready')"),
    "print in a bench": ("bench/recall.py", "print('RESULT')"),
    "an except that tells": ("webtools/fetch.py", "try:\n    f()\nexcept Exception:\n    log.exception('f')"),
    "an exact except": ("webtools/fetch.py", "try:\n    f()\nexcept KeyError:\n    pass"),
    "an exact suppress": ("oauth/gate.py", "with suppress(KeyError):\n    f()"),
    "a file at the limit": ("memories/access.py", "x = 1\n" * rules.FILE_LINES),
    "a function at the limit": ("bench/store.py", "def f():\n" + "    x = 1\n" * (rules.FUNCTION_LINES - 1)),
    "a long migration": ("memories/migrations/0001_initial.py", "x = 1\n" * (rules.FILE_LINES + 1)),
}


@pytest.mark.parametrize(("path", "text", "rule"), VIOLATIONS.values(), ids=VIOLATIONS)
def test_a_violation_is_caught(path: str, text: str, rule: str) -> None:
    assert {finding.rule for finding in findings(path, text)} == {rule}


@pytest.mark.parametrize(("path", "text"), LAWFUL.values(), ids=LAWFUL)
def test_lawful_code_passes(path: str, text: str) -> None:
    assert findings(path, text) == []


def test_every_rule_has_a_violation_that_proves_it() -> None:
    proven = {rule for _, _, rule in VIOLATIONS.values()}
    assert proven == {rule.__name__.replace("_", "-") for rule in rules.RULES}


def test_a_finding_says_where_it_is() -> None:
    (finding,) = findings("memories/services/memory.py", "x = 1\n\nprint(x)\n")
    assert str(finding) == "memories/services/memory.py:3: printing: print() outside management commands"
