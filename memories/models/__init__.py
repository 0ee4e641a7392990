"""The rows. One file per family; import them from here."""

from memories.models.activity import Activity
from memories.models.changes import FieldChange
from memories.models.events import ChainHead, Event
from memories.models.facts import Entity, EntityName, ExtractionBudget, Fact, Mention, NamedHere
from memories.models.golden import GoldenQuestion, GoldenRun
from memories.models.governance import Batch, CapturedSession, GuideVersion, Policy
from memories.models.handoffs import Handoff, HandoffLink
from memories.models.imports import Import, Origin
from memories.models.jobs import Job
from memories.models.links import Link
from memories.models.memory import Memory, RecallTier, Scope, Sensitivity
from memories.models.passages import CommonTerm, Fingerprint, Passage
from memories.models.revision import Basis, Proposal, Revision, Status, Trust
from memories.models.safeguards import Exclusion, FalseAlarm, IdempotentAnswer
from memories.models.transfers import Transfer
from memories.models.workspace import Membership, Mode, Role, Workspace, WorkspaceInvitation

__all__ = [
    "Activity",
    "Basis",
    "Batch",
    "CapturedSession",
    "ChainHead",
    "CommonTerm",
    "Entity",
    "EntityName",
    "Event",
    "Exclusion",
    "ExtractionBudget",
    "Fact",
    "FalseAlarm",
    "FieldChange",
    "Fingerprint",
    "GoldenQuestion",
    "GoldenRun",
    "GuideVersion",
    "Handoff",
    "HandoffLink",
    "IdempotentAnswer",
    "Import",
    "Job",
    "Link",
    "Membership",
    "Memory",
    "Mention",
    "Mode",
    "NamedHere",
    "Origin",
    "Passage",
    "Policy",
    "Proposal",
    "RecallTier",
    "Revision",
    "Role",
    "Scope",
    "Sensitivity",
    "Status",
    "Transfer",
    "Trust",
    "Workspace",
    "WorkspaceInvitation",
]
