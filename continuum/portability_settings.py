"""Where copies are put and where it is written down what was forgotten: both outside the database."""

from __future__ import annotations

from pathlib import Path

from continuum import environment as env


def places(home: Path) -> tuple[Path, Path, Path]:
    """The folder of backups, the ledger of erasures that every restore reads, and the folder in which uploads
    wait to be imported.
    """
    backups = env.text("CONTINUUM_BACKUPS") or home / "backups"
    ledger = env.text("CONTINUUM_ERASURE_LEDGER") or home / "erasures.jsonl"
    imports = env.text("CONTINUUM_IMPORTS") or home / "imports"
    return Path(backups).expanduser(), Path(ledger).expanduser(), Path(imports).expanduser()
