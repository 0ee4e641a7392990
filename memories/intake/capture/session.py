"""Capturing a finished session: what its person said that lasts and is new goes to the review queue.

The transcript is read here and not kept: no row, event, log line or error holds any of it but the proposals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Refused
from continuum.kernel.watching import verb
from memories import access
from memories.errors import invalid
from memories.intake.capture.claims import MOST_CLAIMS, Claim, claims_in, strongest_first
from memories.intake.capture.known import Stored, forgotten
from memories.intake.capture.transcript import Talk, Turn, talk_in
from memories.intake.screen import Clean, cleaned
from memories.intake.submit import screen_all
from memories.models import Basis, Trust
from memories.secrets.scan import scan
from memories.services.captured import is_captured, remember_session
from memories.services.drafts import Answer, Draft, Outcome
from memories.services.exclusions import Exclusions
from memories.services.policy import Decision
from memories.services.secrets import kept_out, policies_of, refuse_secrets, secrets_in
from memories.text.normalise import forgiving

READING_SECONDS = 0.2
"""A client waits while its session is read; what is not read by then is counted as such."""

MAX_SESSION_ID = 200
MAX_FOLDER = 100
CLEARED = "clear"  # what a client gives as the reason when its person threw the session away

# Why a session as a whole gives nothing.
WAS_CLEARED, OF_SUBAGENT, NOTHING_SAID = "cleared", "subagent", "nothing_said"
CAPTURED_BEFORE = "already_captured"
# Why a single text of it is not proposed.
SECRET, FORGOTTEN, KNOWN, REFUSED = "secret", "forgotten", "known", "refused"
TOO_MANY, UNREAD = "too_many", "unread"


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """What became of a session. `queued`: it was taken in now; else `reason` says why it was not.

    `skipped` counts, by reason, the texts that were not proposed (for "secret" and "unread": turns).
    """

    workspace: str
    queued: bool
    reason: str = ""
    proposals: Sequence[Answer] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)


@verb
def capture_session(
    actor: Actor,
    *,
    transcript: str,
    session_id: str,
    workspace: str | None = None,
    cwd: str | None = None,
    reason: str | None = None,
    subagent: str | None = None,
) -> Captured:
    """Propose to a person what a finished session holds that is worth keeping: at most MOST_CLAIMS texts.

    `reason` is why the session ended, `subagent` the name of the sub-agent whose session it was, if it was
    one. Posting a session again changes nothing. Raises Forbidden, NotFound (the workspace), ValidationFailed
    and SecretRefused (the session's id).
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    session = _session(session_id)
    refuse_secrets(policies_of(access.workspace(where)), session_id=session)
    talk = talk_in(transcript)
    why_not = _why_not(talk, reason, subagent)
    if why_not:
        return Captured(workspace=access.workspace_name(actor, where), queued=False, reason=why_not)
    skipped: Counter[str] = Counter()
    claims = _worth_proposing(actor, workspace, talk, skipped)
    folder = cwd if cwd and not secrets_in(cwd, kept_out(access.workspace(where))) else None
    drafts = [_draft(claim, workspace, _source(session, folder)) for claim in claims]
    answers = _proposed(actor, where, session, drafts, skipped)
    return Captured(
        workspace=access.workspace_name(actor, where),
        queued=answers is not None,
        reason="" if answers is not None else CAPTURED_BEFORE,
        proposals=answers or (),
        skipped={why: count for why, count in skipped.items() if count},
    )


def _session(session_id: str) -> str:
    session = forgiving(session_id).strip()
    if not 1 <= len(session) <= MAX_SESSION_ID:
        raise invalid("session_id", f"A session's id has 1 to {MAX_SESSION_ID} characters.")
    return session


def _why_not(talk: Talk, reason: str | None, subagent: str | None) -> str:
    if reason is not None and reason.strip().lower() == CLEARED:
        return WAS_CLEARED
    if subagent or talk.of_subagent:
        return OF_SUBAGENT
    return "" if talk.turns else NOTHING_SAID


# --- What is new --------------------------------------------------------------------------------------------


def _worth_proposing(actor: Actor, workspace: str | None, talk: Talk, skipped: Counter[str]) -> list[Claim]:
    """The strongest claims that are neither forgotten nor held already, in the order they were made."""
    said = claims_in(list(_without_secrets(talk.turns, skipped)), seconds=READING_SECONDS)
    claims, skipped[UNREAD] = said.claims, said.unread
    reading = access.reading_ids(actor, workspace)
    gone = forgotten(reading, claims)
    skipped[FORGOTTEN] += len(gone)
    stored = Stored.of(actor, reading, claims)
    chosen: list[Claim] = []
    for claim in strongest_first([claim for claim in claims if claim not in gone]):
        if len(chosen) >= MOST_CLAIMS:
            skipped[TOO_MANY] += 1
        elif stored.holds(claim):
            skipped[KNOWN] += 1
        else:
            chosen.append(claim)
    return [claim for claim in claims if claim in chosen]


def _without_secrets(turns: Sequence[Turn], skipped: Counter[str]) -> Iterator[Turn]:
    """Turns without any secret: one that holds a secret gives nothing, whatever else it says."""
    for turn in turns:
        if scan(turn.words):
            skipped[SECRET] += 1
        else:
            yield turn


# --- Proposing ----------------------------------------------------------------------------------------------


def _draft(claim: Claim, workspace: str | None, source: str) -> Draft:
    return Draft(
        content=claim.text,
        kind=claim.kind,
        trust=Trust.AGENT,
        basis=Basis.AGENT_INFERRED,
        confidence=claim.confidence,
        source=source,
        source_date=_moment(claim.at),
        workspace=workspace,
        propose_only=True,
    )


def _moment(at: str) -> datetime | None:
    """The time of a turn, where it was given with its offset."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _source(session: str, cwd: str | None) -> str:
    """The session and the last part of the folder it was held in."""
    parts = forgiving(cwd or "").replace("\\", "/").rstrip("/").split("/")
    folder = " ".join(parts[-1].split())[:MAX_FOLDER]
    return f"session {session} in {folder}" if folder else f"session {session}"


def _proposed(
    actor: Actor, where: UUID, session: str, drafts: Sequence[Draft], skipped: Counter[str]
) -> list[Answer] | None:
    """The proposals that were made; None if the session had been captured before."""
    if is_captured(actor, workspace=where, session_id=session):
        return None
    secrets, exclusions = policies_of(access.workspace(where)), Exclusions(where)
    clean: list[Clean] = []
    for draft in drafts:
        try:
            clean.append(cleaned(actor, exclusions, draft, secrets))
        except Refused:
            skipped[REFUSED] += 1
    screened = [item for item in screen_all(actor, where, clean) if item.verdict.decision != Decision.REFUSE]
    skipped[REFUSED] += len(clean) - len(screened)
    if not screened:
        return []
    answers = remember_session(actor, workspace=where, session_id=session, screened=screened)
    if answers is None:
        return None
    proposals = [answer for answer in answers if answer.status == Outcome.PROPOSED]
    skipped[KNOWN] += len(answers) - len(proposals)
    return proposals
