"""Verbs and what they claim: which predicate, what may be its object, and whether it holds one object at a
time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memories.text.claims.claim import ORGANIZATION, PERSON, PLACE, TECHNOLOGY, THING, key_of

PLACE_SLOT, WORK_SLOT = "place", "employer"


@dataclass(frozen=True, slots=True)
class Frame:
    """`predicate` of a verb. `of` is what its object is taken for; `named` that only a name will do.

    `slot` is given where one object at a time is true. `state` tells that in the past tense it is over,
    unless a period is named; `inverse` that the sentence has it the other way round (`was written by`).
    """

    predicate: str
    of: str = THING
    named: bool = False
    slot: str = ""
    state: bool = False
    inverse: bool = False
    confidence: float = 0.8


LIVES = Frame("lives_in", PLACE, named=True, slot=PLACE_SLOT, state=True, confidence=0.9)
MOVED = Frame("lives_in", PLACE, named=True, slot=PLACE_SLOT, confidence=0.9)
LOCATED = Frame("located_in", PLACE, named=True, slot=PLACE_SLOT, state=True, confidence=0.9)
WORKS = Frame("works_at", ORGANIZATION, named=True, slot=WORK_SLOT, state=True, confidence=0.9)
OCCUPATION = Frame("works_as", slot="occupation", state=True)
CALLED = Frame("is_called", named=True, slot="is_called", state=True, confidence=0.9)
MARRIED = Frame("married_to", PERSON, named=True, slot="married_to", confidence=0.9)
BORN_IN = Frame("born_in", PLACE, named=True, slot="born_in", confidence=0.9)
LIKES, PREFERS = Frame("likes", state=True), Frame("prefers", state=True)
DISLIKES, WANTS = Frame("dislikes", state=True), Frame("wants", state=True, confidence=0.7)
HAS, OWNS = Frame("has", state=True), Frame("owns", state=True)
USES = Frame("uses", TECHNOLOGY, state=True)
DEPENDS = Frame("depends_on", TECHNOLOGY, state=True)
BELONGS, PART = Frame("belongs_to", state=True), Frame("part_of", state=True)
RUNS_ON = Frame("runs_on", TECHNOLOGY, slot="runs_on", state=True)
WRITTEN_IN = Frame("written_in", TECHNOLOGY, slot="written_in", state=True)
DECIDED = Frame("decided", confidence=0.7)
COSTS, DUE = Frame("costs", slot="costs", state=True), Frame("due", slot="due")
STUDIES = Frame("studies", state=True)
SPEAKS = Frame("speaks", state=True)


_VERSIONED = re.compile(r"(.{2,60}?)[ -]v?[0-9]+(?:\.[0-9]+)*")
_OF_VERSIONS = frozenset({"uses", "runs_on", "depends_on"})


def slot_of(frame: Frame, written: str) -> tuple[str, bool]:
    """The slot that a claim fills, and whether it holds one object at a time: who uses Postgres 18 no
    longer uses Postgres 17.
    """
    versioned = _VERSIONED.fullmatch(written) if frame.predicate in _OF_VERSIONS else None
    if versioned:
        return f"{frame.predicate}:{key_of(versioned[1])}", True
    return frame.slot or frame.predicate, bool(frame.slot)


def _by(frame: Frame) -> Frame:
    return Frame(frame.predicate, frame.of, named=True, inverse=True, confidence=frame.confidence)


# --- Verbs that say something by themselves: base, third person, past, participle, -ing ---------------------
_REGULAR = {
    "manage": "manages", "lead": "leads", "maintain": "maintains", "create": "created", "found": "founded",
    "design": "designed", "develop": "develops", "support": "supports", "require": "requires",
    "contain": "contains", "include": "includes", "replace": "replaced", "adopt": "adopted",
    "invent": "invented", "visit": "visited", "own": "owns", "play": "plays", "collect": "collects",
    "host": "hosts", "serve": "serves", "publish": "published", "release": "released",
    "finish": "finished", "complete": "completed", "hire": "hired", "acquire": "acquired",
    "adore": "likes", "enjoy": "likes", "love": "likes", "like": "likes", "dislike": "dislikes",
    "hate": "dislikes", "prefer": "prefers", "want": "wants", "use": "uses", "need": "needs",
    "join": "joined", "implement": "implements", "deploy": "deployed", "store": "stores",
    "import": "imports", "export": "exports", "install": "installed", "paint": "painted",
    "direct": "directs", "coach": "coaches", "supervise": "supervises", "sponsor": "sponsors",
    "operate": "operates", "review": "reviews", "produce": "produces", "attend": "attends",
    "study": "studies", "marry": "married_to", "adopted": "adopted", "utilize": "uses", "utilise": "uses",
    "call": "",
}  # fmt: skip
_IRREGULAR = {
    "has": ("have has", "had", ""),
    "wrote": ("write writes", "", "wrote"),
    "built": ("build builds", "", "built"),
    "bought": ("", "", "bought"),
    "sold": ("", "", "sold"),
    "met": ("", "", "met"),
    "won": ("", "", "won"),
    "teaches": ("teach teaches", "taught", ""),
    "speaks": ("speak speaks", "spoke", ""),
    "drives": ("drive drives", "drove", ""),
    "runs": ("run runs", "ran", ""),
    "drinks": ("drink drinks", "drank", ""),
    "eats": ("eat eats", "ate", ""),
    "left": ("", "", "left"),
}
_OCCURRED_WORDS = """
created founded designed replaced adopted invented visited published released finished completed hired
acquired joined deployed installed painted married_to wrote built bought sold met won left
"""
_OCCURRED = frozenset(_OCCURRED_WORDS.split())
"""What happened once: in the past tense it is not over."""

_KNOWN = {
    "likes": LIKES, "dislikes": DISLIKES, "prefers": PREFERS, "wants": WANTS, "uses": USES, "has": HAS,
    "owns": OWNS, "married_to": MARRIED, "studies": STUDIES, "speaks": SPEAKS,
}  # fmt: skip


def _frame(predicate: str) -> Frame:
    return _KNOWN.get(predicate) or Frame(predicate, state=predicate not in _OCCURRED, confidence=0.7)


@dataclass(frozen=True, slots=True)
class Verb:
    """One form of a verb. `past` forms of a state are over; `bare` ones need a first person or a plural."""

    frame: Frame
    past: bool = False
    bare: bool = False


def _forms() -> dict[str, Verb]:
    found: dict[str, Verb] = {}
    for base, predicate in _REGULAR.items():
        if not predicate:
            continue
        frame = _frame(predicate)
        stem = base[:-1] if base.endswith(("e", "y")) else base
        third = f"{stem}ies" if base.endswith("y") and base[-2] not in "aeo" else f"{base}s"
        third = f"{base}es" if base.endswith(("h", "x", "s")) else third
        past = f"{stem}ied" if third.endswith("ies") else f"{stem}ed" if base.endswith("e") else f"{base}ed"
        past = "led" if base == "lead" else "preferred" if base == "prefer" else past
        found |= {third: Verb(frame), past: Verb(frame, past=True)}
        found |= {base: Verb(frame, bare=True)} if base != "found" else {}  # which is what was looked for
    for predicate, (present, past, event) in _IRREGULAR.items():
        frame = _frame(predicate)
        bare, _, third = present.partition(" ")
        found |= {bare: Verb(frame, bare=True), third: Verb(frame)} if present else {}
        found |= {form: Verb(frame, past=True) for form in (past, event) if form}
    return found


FORMS: Mapping[str, Verb] = MappingProxyType(_forms())

# --- Verbs with what belongs to them, the longest first. `is` stands for every form of it -------------------
PHRASES: Mapping[str, Frame] = MappingProxyType(
    {
        "live in": LIVES, "reside in": LIVES, "live at": LIVES, "move to": MOVED, "relocate to": MOVED,
        "move into": MOVED, "work at": WORKS, "work for": WORKS, "is employed by": WORKS,
        "is employed at": WORKS, "work as": OCCUPATION, "is called": CALLED, "is named": CALLED,
        "is known as": Frame("known_as", named=True), "is married to": MARRIED,
        "is engaged to": Frame("engaged_to", PERSON, named=True, slot="engaged_to"), "is born in": BORN_IN,
        "is based in": LOCATED, "is located in": LOCATED, "is located at": LOCATED,
        "is situated in": LOCATED, "depend on": DEPENDS, "rely on": DEPENDS, "belong to": BELONGS,
        "is part of": PART, "consist of": Frame("consists_of", state=True), "run on": RUNS_ON,
        "is hosted on": RUNS_ON, "is hosted at": RUNS_ON, "is deployed on": RUNS_ON,
        "is deployed to": RUNS_ON, "is written in": WRITTEN_IN, "is built with": USES, "is built on": USES,
        "is powered by": USES, "is stored in": Frame("stored_in", state=True),
        "is allergic to": Frame("allergic_to", state=True),
        "is responsible for": Frame("responsible_for", state=True),
        "is from": Frame("from", PLACE, named=True, slot="from"),
        "come from": Frame("from", PLACE, named=True, slot="from"), "is due on": DUE, "is due by": DUE,
        "is due": DUE, "cost": COSTS, "is interested in": LIKES, "is a fan of": LIKES,
        "decide to": DECIDED, "decide on": DECIDED, "decide that": DECIDED, "agree to": DECIDED,
        "choose": Frame("chose", confidence=0.7), "switch to": USES, "migrate to": USES, "upgrade to": USES,
        "report to": Frame("reports_to", PERSON, named=True, slot="reports_to", state=True),
        "study at": Frame("studies_at", ORGANIZATION, named=True, state=True),
        "graduate from": Frame("graduated_from", ORGANIZATION, named=True),
        "listen on": Frame("listens_on", slot="listens_on", state=True),
        "is managed by": _by(_frame("manages")), "is owned by": _by(OWNS),
        "is maintained by": _by(_frame("maintains")), "is led by": _by(_frame("leads")),
        "is used by": _by(USES), "is created by": _by(_frame("created")),
        "is founded by": _by(_frame("founded")), "is written by": _by(_frame("wrote")),
        "is built by": _by(_frame("built")), "is designed by": _by(_frame("designed")),
        "is run by": _by(_frame("runs")),
    }
)  # fmt: skip
PARTICIPLES: Mapping[str, str] = MappingProxyType(
    {
        "lives": "live", "lived": "live", "living": "live", "resides": "reside", "resided": "reside",
        "moved": "move", "moves": "move", "relocated": "relocate", "works": "work", "worked": "work",
        "working": "work", "depends": "depend", "depended": "depend", "relies": "rely", "relied": "rely",
        "belongs": "belong", "belonged": "belong", "consists": "consist", "runs": "run", "running": "run",
        "ran": "run", "comes": "come", "costs": "cost", "decided": "decide", "agreed": "agree",
        "chose": "choose", "chosen": "choose", "switched": "switch", "migrated": "migrate",
        "upgraded": "upgrade", "reports": "report", "reported": "report", "studies": "study",
        "studied": "study", "studying": "study", "graduated": "graduate", "listens": "listen", "is": "is",
        "are": "is", "am": "is", "was": "is", "were": "is", "'m": "is", "'re": "is",
    }
)  # fmt: skip
_HAPPENED_WORDS = """
moved relocated decided agreed chose chosen switched migrated upgraded graduated
"""
HAPPENED = frozenset(_HAPPENED_WORDS.split())
"""Past forms that begin what goes on; in the present tense these verbs only tell of plans."""

# Properties that a thing has one of: `Ann's birthday is 3 May` and later `is 4 May` cannot both be so.
_ONE_AT_A_TIME_WORDS = """
name email e-mail address birthday birthdate phone number age title role job employer boss manager
deadline date version port owner capital price budget status location url language timezone zone colour
color size height weight husband wife spouse partner username limit timeout threshold default branch
region host hostname model currency salary license licence nationality surname maintainer lead ceo cto
hometown lieblingsfarbe geburtstag adresse alter
"""
ONE_AT_A_TIME = frozenset(_ONE_AT_A_TIME_WORDS.split())


_BY_PREDICATE: Mapping[str, Frame] = MappingProxyType(
    {frame.predicate: frame for frame in (*_KNOWN.values(), *PHRASES.values()) if not frame.inverse}
)


def slot_called(predicate: str, written: str) -> tuple[str, bool]:
    """The slot of a predicate that did not come from a verb here; see `slot_of`. What is not known holds
    several objects at a time.
    """
    frame = _BY_PREDICATE.get(predicate)
    if frame is not None:
        return slot_of(frame, written)
    return predicate, predicate.rsplit("_", 1)[-1] in ONE_AT_A_TIME
