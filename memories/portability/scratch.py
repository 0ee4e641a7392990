"""Folders for files on their way in or out, where backups are kept: there is room, and the system's own
folder for such things may be memory.
"""

from __future__ import annotations

import shutil
import time
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.conf import settings

PREFIX: Final = ".passing-"
KEPT: Final = timedelta(days=1)
"""After which a folder belongs to no request any more: its process was killed."""


def scratch() -> TemporaryDirectory[str]:
    """A folder that is gone when its block ends."""
    folder: Path = settings.BACKUPS
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return TemporaryDirectory(prefix=PREFIX, dir=folder, ignore_cleanup_errors=True)


def sweep_scratch() -> None:
    """Take away what processes that were killed left behind."""
    late = time.time() - KEPT.total_seconds()
    for folder in Path(settings.BACKUPS).glob(f"{PREFIX}*"):
        if folder.stat().st_mtime < late:
            shutil.rmtree(folder, ignore_errors=True)
