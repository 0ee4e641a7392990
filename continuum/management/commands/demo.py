"""`manage.py demo`: the main job proven with real clients on a store of its own, which is removed
afterwards.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from django.core.management import BaseCommand, CommandError

from continuum.demo.stage import stage
from continuum.demo.story import DemoFailed, tell


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
        except DemoFailed as failure:
            raise CommandError(str(failure)) from None
        self.stdout.write(f"\nDone in {time.perf_counter() - start:.1f} s. The temporary store is removed.")
