"""Names of files that every system can keep, for names of memories that may hold anything."""

from __future__ import annotations

import re
import unicodedata

LONGEST_BYTES = 120
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


class FileNames:
    """Gives out names that are told apart, also where capitals are not."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._taken: set[tuple[str, str]] = set()

    def of(self, name: str, *, within: str) -> str:
        """The same for the same name in the same folder, when folders are asked for."""
        if within == "" and ("", name) in self._given:
            return self._given["", name]
        wanted = stem(name)
        number, found = 1, wanted
        while (within, found.casefold()) in self._taken:
            number += 1
            found = f"{wanted} {number}"
        self._taken.add((within, found.casefold()))
        if within == "":
            self._given["", name] = found
        return found


def stem(name: str) -> str:
    """A file's name without its ending: no separators, no leading or trailing dots, no device of Windows."""
    tidy = _UNSAFE.sub("-", unicodedata.normalize("NFC", name)).strip(" .")
    short = tidy.encode()[:LONGEST_BYTES].decode(errors="ignore").strip(" .") or "memory"
    return f"{short}_" if short.split(".")[0].casefold() in _RESERVED else short
