"""Runs a command of ours that kills itself (SIGKILL) when it comes to a named point for the n-th time.

    python -m tests.journeys.doomed POINT N manage.py up ...

The points are places in the real code; nothing of this is in the product.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import runpy
import signal
import sys
from collections.abc import Callable
from typing import Any

POINTS = {
    "after commit before nudge": ("memories.outbox", "nudge"),
    "during an append": ("memories.services.memory", "put_passages"),
    "during the vector step": ("memories.pipeline.index", "_write"),
    "before anything is deleted": ("memories.portability.backup.restoring", "_delete"),
    "while rows are put down": ("memories.portability.backup.loading", "_insert"),
    "while a package comes in": ("memories.services.revisions", "put_passages"),
    "when all rows are down": ("memories.portability.backup.derived", "mend_derived"),
}


def doom(function: Callable[..., Any], calls: int) -> Callable[..., Any]:
    left = [calls]

    @functools.wraps(function)
    def doomed(*args: Any, **kwargs: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **kwargs)

    return doomed


class _Finder:
    """Patches the module as soon as it has been executed, so that later `from` imports get the doomed
    function.
    """

    def __init__(self, module: str, name: str, calls: int) -> None:
        self.module, self.name, self.calls = module, name, calls

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname != self.module:
            return None
        sys.meta_path.remove(self)  # type: ignore[arg-type]
        spec = importlib.util.find_spec(fullname)
        assert spec is not None and spec.loader is not None, f"there is no module {fullname}"
        execute = spec.loader.exec_module

        def exec_module(module: Any) -> None:
            execute(module)
            setattr(module, self.name, doom(getattr(module, self.name), self.calls))

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


if __name__ == "__main__":
    point, calls, script, *arguments = sys.argv[1:]
    sys.meta_path.insert(0, _Finder(*POINTS[point], int(calls)))  # type: ignore[arg-type]
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")
