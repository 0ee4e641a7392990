"""What a killed process leaves where backups are kept goes after a day; what is in use stays."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from memories.portability.scratch import KEPT, PREFIX, scratch, sweep_scratch


def test_only_what_was_left_long_ago_goes(tmp_path: Path, settings: Any) -> None:
    settings.BACKUPS = tmp_path / "backups"
    sweep_scratch()  # nothing was ever taken in: there is no folder yet
    with scratch() as used:
        left = settings.BACKUPS / f"{PREFIX}left"
        left.mkdir()
        (left / "upload").write_bytes(b"much")
        kept = settings.BACKUPS / "mine.continuum"
        kept.write_bytes(b"a backup")
        long_ago = time.time() - KEPT.total_seconds() - 60
        for each in (left, kept):
            os.utime(each, (long_ago, long_ago))
        sweep_scratch()
        assert (Path(used).is_dir(), left.exists(), kept.exists()) == (True, False, True)
    assert not Path(used).exists()
