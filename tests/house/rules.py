"""What neither ruff nor an import graph can see: each rule takes one Python file and yields what breaks it.

Paths are allowed by module, so a rule's exceptions can be read in the table above it and nowhere else.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tests.house.source import Finding, Source

Rule = Callable[[Source], Iterator[Finding]]

QUERYING = (
    "memories.models",
    "memories.access",
    "memories.outbox",
    "memories.services",
    "memories.recall.candidates",
    "memories.pipeline",
    "memories.portability",
    "oauth.models",
    "oauth.services",
)
COMMITTING = (
    "memories.services",
    "memories.pipeline",
    "memories.portability",
    "oauth.services",
    "continuum.partitioning",
)
SENDING = ("memories.outbox",)
LOADING = ("memories.engines.registry", "webtools.engines")

MANAGERS = {"objects", "_default_manager", "_base_manager"}
FETCHERS = {"get_object_or_404", "get_list_or_404"}
SENDERS = {"delay", "apply_async", "send_task"}
LOADERS = {"__import__", "import_module", "import_string"}
VAGUE_NAMES = {"common", "commons", "helper", "helpers", "manager", "managers", "util", "utils"}
BROAD = {"Exception", "BaseException"}

FILE_LINES = 300
FUNCTION_LINES = 60


def imports_on_top(source: Source) -> Iterator[Finding]:
    """No import statement inside a function: the import graph must show every dependency."""
    for function in source.functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield source.finding(node, "imports-on-top", f"import inside {function.name}()")


def loading(source: Source) -> Iterator[Finding]:
    """Loading by dotted path is for the registry of optional engines."""
    if source.is_shipped and not source.is_within(LOADING):
        for node in _uses(source, LOADERS):
            yield source.finding(node, "loading", f"loading by name belongs in {LOADING[0]}")


def querying(source: Source) -> Iterator[Finding]:
    """Rows are reached through memories.access, which filters by the actor."""
    if not source.is_shipped or source.is_migration or source.is_within(QUERYING):
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr in MANAGERS:
            yield source.finding(node, "querying", f".{node.attr} outside access and the verbs")
    for node in _uses(source, FETCHERS):
        yield source.finding(node, "querying", "fetch through memories.access")


def committing(source: Source) -> Iterator[Finding]:
    """A verb owns its transaction; nobody else opens one."""
    if source.is_shipped and not source.is_migration and not source.is_within(COMMITTING):
        for node in _uses(source, {"atomic"}):
            yield source.finding(node, "committing", "atomic belongs where verbs commit")


def sending(source: Source) -> Iterator[Finding]:
    """Only the outbox hands work to the broker: a lost message must leave a row behind."""
    if not source.is_shipped or source.is_within(SENDING):
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr in SENDERS:
            yield source.finding(node, "sending", f".{node.attr} belongs in memories.outbox")


def printing(source: Source) -> Iterator[Finding]:
    """Output goes through a command's own stdout, or to the log."""
    if source.is_shipped and "/management/commands/" not in source.path:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                yield source.finding(node, "printing", "print() outside management commands")


def swallowing(source: Source) -> Iterator[Finding]:
    """No error disappears: neither a bare except, nor a broad one that does nothing with what it caught."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler) and _swallows(node):
            yield source.finding(node, "swallowing", "this except hides every error")
        elif isinstance(node, ast.Call) and _is_named(node.func, {"suppress"}) and _any_broad(node.args):
            yield source.finding(node, "swallowing", "suppress() of every error")


def naming(source: Source) -> Iterator[Finding]:
    """A module is named after what it is about; these names are about nothing."""
    for part in source.module.split("."):
        if part in VAGUE_NAMES:
            yield Finding(
                source.path, 1, "naming", f"'{part}' says nothing: name the module after its subject"
            )


def file_size(source: Source) -> Iterator[Finding]:
    lines = len(source.text.splitlines())
    if lines > FILE_LINES and not source.is_migration:
        yield Finding(source.path, FILE_LINES, "file-size", f"{lines} lines, at most {FILE_LINES}")


def function_size(source: Source) -> Iterator[Finding]:
    if source.is_migration:
        return
    for function in source.functions():
        lines = (function.end_lineno or function.lineno) - function.lineno + 1
        if lines > FUNCTION_LINES:
            message = f"{function.name}() has {lines} lines, at most {FUNCTION_LINES}"
            yield source.finding(function, "function-size", message)


RULES: tuple[Rule, ...] = (
    imports_on_top,
    loading,
    querying,
    committing,
    sending,
    printing,
    swallowing,
    naming,
    file_size,
    function_size,
)


def _is_named(node: ast.AST | None, names: set[str]) -> bool:
    """Whether this is one of the names, bare or as an attribute: atomic, transaction.atomic."""
    return (isinstance(node, ast.Name) and node.id in names) or (
        isinstance(node, ast.Attribute) and node.attr in names
    )


def _uses(source: Source, names: set[str]) -> Iterator[ast.AST]:
    """Where any of the names is used, or imported under another name."""
    for node in ast.walk(source.tree):
        imported = isinstance(node, ast.ImportFrom) and any(alias.name in names for alias in node.names)
        if imported or _is_named(node, names):
            yield node


def _any_broad(nodes: list[ast.expr]) -> bool:
    return any(_is_named(node, BROAD) for node in nodes)


def _swallows(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return _any_broad(caught) and all(_does_nothing(statement) for statement in handler.body)


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Return):
        return statement.value is None or isinstance(statement.value, ast.Constant)
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_docstring or isinstance(statement, ast.Pass | ast.Continue | ast.Break)
