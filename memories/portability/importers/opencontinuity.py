"""OpenContinuity: its ledger ({"events": [...]}) and its Memory Package, a folder or archive with a manifest.

Events are versions: each memory comes with its history. What was forgotten there stays away, though the
ledger still holds its text. A package must be what its manifest says, and its memories what its events lead
to.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from memories.portability.importers.bundle import Bundle, Member, refused
from memories.portability.importers.entry import UNREADABLE, Entry, Format, Found, Left
from memories.portability.importers.json_items import items, json_lines
from memories.portability.importers.peek import Peek
from memories.portability.importers.reading import whole_text
from memories.portability.importers.values import kind, mapping, moment, rest, text

SOURCE = "opencontinuity"
PACKAGE = "open-continuity-memory-package"
VERSION = "1.0"
_KNOWN_WORDS = """
id type key value inputValue kind scope taskId sensitivity userConfirmed createdAt
confidence userId idempotencyKey expectedVersion
"""
_KNOWN = frozenset(_KNOWN_WORDS.split())
_COMPARED = ("key", "value", "kind", "scope", "taskId", "version")
_BASES = frozenset({"user_asserted", "agent_inferred", "source_supported"})
_REMEMBERED, _FORGOTTEN = "memory_remembered", "memory_forgotten"
Numbered = tuple[str, Any]


# --- The ledger ---------------------------------------------------------------------------------------------


def fits_ledger(bundle: Bundle, peek: Peek) -> bool:
    if bundle.only is None:
        return False
    return {"type", "memoryId"} <= peek.at(bundle.only).item("events")


def read_ledger(bundle: Bundle) -> Iterator[Found]:
    file = bundle.members[0]
    return _versions(lambda: _listed(bundle, file), bundle.zone)


def _listed(bundle: Bundle, file: Member) -> Iterator[Numbered]:
    with bundle.opened(file) as raw:
        for number, event in enumerate(items(raw, "events.item"), 1):
            yield f"{file.base}, event {number}", event


def _versions(read: Any, zone: str) -> Iterator[Found]:
    """Every version of what was not forgotten, in the order of the events."""
    gone = _forgotten(read())
    first: dict[str, Any] = {}
    for number, (place, event) in enumerate(read()):
        told = mapping(event)
        memory = text(told.get("memoryId"))
        if told.get("type") == _FORGOTTEN:
            yield Left(place, "It was forgotten there, with what came before.")
        elif told.get("type") != _REMEMBERED or not text(told.get("key")) or "value" not in told:
            yield Left(place, "This is no event of a memory.", UNREADABLE)
        elif number >= gone.get(memory, 0):
            at = moment(told.get("createdAt"), zone)
            yield _entry(told, place, first.setdefault(memory, at), at)


def _forgotten(events: Iterable[Numbered]) -> dict[str, int]:
    """Up to which event each memory is gone."""
    numbered = enumerate(mapping(event) for _, event in events)
    return {text(e.get("memoryId")): n for n, e in numbered if e.get("type") == _FORGOTTEN}


def _entry(told: Mapping[str, Any], place: str, first: Any, at: Any) -> Entry:
    value = told["value"]
    whose = {"task": text(told.get("taskId")), "agent": text(told.get("agentId"))}
    scope = text(told.get("scope")) or "user"
    score, basis = _confidence(told)
    return Entry(
        place=place,
        name=text(told["key"]).replace("/", "-"),
        line=f"{scope}:{whose.get(scope, '-')}:{told['key']}",
        content=value if isinstance(value, str) else None,
        value=None if isinstance(value, str) else value,
        kind=kind(told.get("kind"), "user_fact"),
        scope=scope if scope in ("task", "agent") else "user",
        task_id=text(told.get("taskId")) or None,
        agent=whose["agent"] if scope == "agent" else "",
        sensitivity="private" if told.get("sensitivity") == "private" else "public",
        user_confirmed=bool(told.get("userConfirmed")),
        confidence=score,
        basis=basis,
        source=f"{SOURCE} {text(told.get('agentId'))}".strip(),
        said_at=at,
        created_at=first,
        updated_at=at,
        fields=rest(told, _KNOWN),
    )


def _confidence(told: Mapping[str, Any]) -> tuple[float | None, str | None]:
    given = mapping(told.get("confidence"))
    score, basis = given.get("score"), text(given.get("basis"))
    confirmed = bool(told.get("userConfirmed"))
    if not isinstance(score, int | float) or not 0 <= score <= 1 or basis not in _BASES:
        return None, None
    return (None, None) if basis == "user_asserted" and not confirmed else (float(score), str(basis))


# --- The package --------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Line:
    """A file of the package as it is read: its hash and how many lines it has."""

    sha256: Any = field(default_factory=hashlib.sha256)
    count: int = 0


def _manifest(bundle: Bundle) -> Member | None:
    found = bundle.named("manifest.json")
    return min(found, key=lambda member: member.name.count("/"), default=None)


def fits_package(bundle: Bundle, peek: Peek) -> bool:
    manifest = _manifest(bundle)
    return manifest is not None and peek.at(manifest).texts.get("format") == PACKAGE


def read_package(bundle: Bundle) -> Iterator[Found]:
    manifest = _manifest(bundle)
    assert manifest is not None, "who reads has asked whether it fits"  # noqa: S101
    told = _read_manifest(bundle, manifest)
    folder = manifest.name.removesuffix(manifest.base)
    files = {what: _member(bundle, f"{folder}{what}.jsonl") for what in ("memories", "events")}
    for what, member in files.items():
        _check(bundle, told, what, member)
    _check_replay(bundle, files)
    return _versions(lambda: _rows(bundle, files["events"]), bundle.zone)


def _read_manifest(bundle: Bundle, member: Member) -> Mapping[str, Any]:
    with bundle.opened(member) as raw:
        try:
            told = mapping(json.loads(whole_text(raw)))
        except (ValueError, RecursionError):
            raise refused("The package's manifest is no JSON.") from None
    if told.get("version") != VERSION:
        version = str(told.get("version"))[:20]
        raise refused(f"The package is of version {version}; version {VERSION} is read here.")
    return told


def _member(bundle: Bundle, name: str) -> Member:
    found = next((member for member in bundle.members if member.name == name), None)
    if found is None:
        raise refused(f"The package has no {name.rsplit('/', 1)[-1]}.")
    return found


def _check(bundle: Bundle, told: Mapping[str, Any], what: str, member: Member) -> None:
    """Raise where a file is not the one that the manifest was written for."""
    found = _Line()
    with bundle.opened(member) as raw:
        while chunk := raw.read(64 * 1024):
            found.sha256.update(chunk)
            found.count += chunk.count(b"\n")
    if mapping(told.get("checksums")).get(f"{what}Sha256") != found.sha256.hexdigest():
        raise refused(f"{member.base} was changed or cut: its checksum is not the manifest's.")
    if mapping(told.get("counts")).get(what) != found.count:
        raise refused(f"{member.base} holds {found.count} {what}; the manifest says otherwise.")


def _rows(bundle: Bundle, member: Member) -> Iterator[Numbered]:
    with bundle.opened(member) as raw:
        for number, row, wrong in json_lines(raw):
            if wrong:
                raise refused(f"{member.base}, line {number}: {wrong}")
            yield f"{member.base}, line {number}", row


def _check_replay(bundle: Bundle, files: Mapping[str, Member]) -> None:
    """Raise where the memories are not what the events lead to."""
    led_to: dict[str, str] = {}
    for _, row in _rows(bundle, files["events"]):
        event = mapping(row)
        if event.get("type") == _FORGOTTEN:
            led_to.pop(text(event.get("memoryId")), None)
        else:
            version = {**event, "version": event.get("memoryVersion")}
            led_to[text(event.get("memoryId"))] = _digest(version)
    listed = {
        text(mapping(row).get("id")): _digest(mapping(row)) for _, row in _rows(bundle, files["memories"])
    }
    if listed != led_to:
        raise refused("The package's memories are not what its events lead to.")


def _digest(row: Mapping[str, Any]) -> str:
    compared = [row.get(field) for field in _COMPARED]
    return hashlib.sha256(json.dumps(compared, sort_keys=True).encode()).hexdigest()


LEDGER = Format("opencontinuity", "OpenContinuity ledger", fits_ledger, read_ledger)
PACKAGE_FORMAT = Format("opencontinuity-package", "OpenContinuity Memory Package", fits_package, read_package)
