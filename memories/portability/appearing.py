"""Files that appear under their name when they are complete, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memories.portability.refusals import no_room


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """Where to write meanwhile: a file or a folder beside it. Raises StorageProblem for a full disk and the
    like; then nothing is left.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            yield draft
            draft.rename(path) if draft.is_dir() else draft.replace(path)
        finally:
            shutil.rmtree(draft, ignore_errors=True) if draft.is_dir() else draft.unlink(missing_ok=True)
    except OSError as error:
        raise no_room(str(path), error.strerror or type(error).__name__) from error


def private_file(draft: Path) -> int:
    """A descriptor of a new file that its owner alone may read."""
    return os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
