"""`manage.py demo`: the main job proven with real clients on a store of its own, which is removed
afterwards.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

from django.core.management import BaseCommand, CommandError

from continuum.demo.stage import stage
from continuum.demo.story import DemoFailed, tell


def leaves(group: BaseExceptionGroup[Any]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from leaves(error)
        else:
            yield error


class Command(BaseCommand):
    help = "Two agents share a memory: over stdio, then over HTTP. Uses and removes a temporary store."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        start = time.perf_counter()
        self.stdout.write("Starting a Continuum of its own in a temporary folder ...")
        try:
            with stage() as here:
                self.stdout.write(f"   ready after {time.perf_counter() - start:.1f} s at {here.url}")
                asyncio.run(tell(here, self.stdout.write))
        except* DemoFailed as failures:  # the client's task groups wrap what is raised inside them
            raise CommandError(" ".join(map(str, leaves(failures)))) from None
        self.stdout.write(f"\nDone in {time.perf_counter() - start:.1f} s. The temporary store is removed.")
