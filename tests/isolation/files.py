"""The addresses that answer with a file, and how those are told from others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EXPORT = "api/v1/export"
FILES = {
    "account/codes/file": "recovery codes, once they were made",
    "api/v1/backup": "a person's whole vault",
    "api/v1/backup/jobs/<uuid:transfer_id>/file": "a backup that was made",
    EXPORT: "memories, of any kind",
}
NOT_YET = {"account/codes/file"}
"""Those that alice has no file at: she made no codes."""


def handed_out(answers: Mapping[str, Any]) -> set[str]:
    """The patterns, of answers by pattern, at which there is a file to be kept."""
    return {
        pattern
        for pattern, answer in answers.items()
        if "attachment" in answer.headers.get("Content-Disposition", "")
    }
