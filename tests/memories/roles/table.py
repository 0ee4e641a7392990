"""Every verb that takes more than reading: what it takes, and how it is called on the stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from continuum.kernel.actor import Actor
from continuum.kernel.roles import Permission
from memories.intake import (
    again,
    batches,
    editing,
    entities,
    golden,
    guide,
    handoffs,
    promoting,
    reconsider,
    submit,
)
from memories.intake.capture import session
from memories.pipeline import golden as asking
from memories.portability import approving, importing, imports, inline
from memories.recall import proposal, proposals
from memories.services import (
    budgets,
    erasures,
    facts,
    invitations,
    lifting,
    members,
    policies,
    quarantine,
    recall_tier,
    reindexing,
    removal,
    retention,
    review,
    secret_policies,
    secret_scan,
    workspaces,
)
from memories.services import golden as kept_golden
from memories.services import handoffs as kept_handoffs
from memories.services.drafts import Draft
from tests.memories.roles.stage import WHERE, Stage, an_upload

WRITE, FORGET = Permission.WRITE, Permission.FORGET
REVIEW, ADMIN = Permission.REVIEW, Permission.ADMIN
IN = {"workspace": WHERE}
DRAFT = Draft(content="Bread is at eight.", workspace=WHERE)


class Line(NamedTuple):
    verb: Callable[..., Any]
    takes: Permission
    asked: Callable[[Actor, Stage], Mapping[str, Any]]


def _in(**given: Any) -> Callable[[Actor, Stage], Mapping[str, Any]]:
    return lambda actor, stage: {**given, **IN}


def _by(field: str, what: str, **given: Any) -> Callable[[Actor, Stage], Mapping[str, Any]]:
    return lambda actor, stage: {field: getattr(stage, what), **given}


WRITING = [
    Line(submit.submit, WRITE, lambda actor, stage: {"draft": DRAFT}),
    Line(submit.submit_all, WRITE, lambda actor, stage: {"drafts": [DRAFT]}),
    Line(submit.submit_bulk, WRITE, lambda actor, stage: {"drafts": [DRAFT]}),
    Line(again.revert, WRITE, _in(name="door", to_number=1)),
    Line(promoting.promote_memory, WRITE, lambda actor, stage: {"name": "door", "to": WHERE}),
    Line(batches.open_batch, WRITE, _in()),
    Line(session.capture_session, WRITE, _in(transcript="User: I like tea.", session_id="s")),
    Line(handoffs.create_handoff, WRITE, _in(task_id="t", summary="Go on.")),
    Line(handoffs.decline_handoff, WRITE, _by("handoff_id", "handoff")),
    Line(kept_handoffs.acknowledge_handoff, WRITE, _by("handoff_id", "handoff")),
    Line(kept_handoffs.withdraw_handoff, WRITE, _by("handoff_id", "handoff")),
    Line(kept_handoffs.erase_handoff, FORGET, _by("handoff_id", "handoff")),
    Line(recall_tier.set_recall, WRITE, _in(name="door", recall="manual")),
    Line(removal.archive, WRITE, _in(name="door")),
    Line(removal.restore, WRITE, _in(name="door")),
    Line(removal.forget, FORGET, _in(name="door")),
    Line(erasures.decide_erasure, FORGET, _by("memory_id", "erasure", wanted=False)),
    Line(inline.import_inline, WRITE, _in(text="The roof was mended.")),
    Line(importing.import_file, WRITE, lambda actor, stage: {"path": stage.file, **IN}),
    Line(imports.upload_import, WRITE, _in(chunks=[b"The roof was mended."])),
    Line(imports.confirm_import, WRITE, lambda actor, stage: {"import_id": an_upload(actor)}),
    Line(imports.discard_import, WRITE, lambda actor, stage: {"import_id": an_upload(actor)}),
]
REVIEWING = [
    Line(erasures.list_erasures, REVIEW, _in()),
    Line(quarantine.list_quarantine, REVIEW, _in()),
    Line(quarantine.excerpts, REVIEW, _by("memory_id", "suspect")),
    Line(quarantine.decide_quarantine, FORGET, _by("memory_id", "suspect", answer="release")),
    Line(proposals.page_of_proposals, REVIEW, _in()),
    Line(proposal.get_proposal, REVIEW, _by("revision_id", "proposal")),
    Line(review.approve, REVIEW, _by("revision_id", "proposal")),
    Line(review.reject, REVIEW, _by("revision_id", "proposal")),
    Line(editing.approve_edited, REVIEW, _by("revision_id", "proposal", content="The oven works.")),
    Line(reconsider.take_back, REVIEW, _by("revision_id", "proposal")),
    Line(approving.decide_batch, REVIEW, _by("batch_id", "batch")),
    Line(again.undo_client_writes, REVIEW, _in(client="token:codex", last=1)),
    Line(again.undo_batch, REVIEW, _by("batch_id", "batch")),
    Line(entities.rename_entity, REVIEW, _in(name="Ghent", new_name="Gent")),
    Line(entities.split_entity, REVIEW, _in(name="Ghent")),
    Line(entities.merging.merge_entities, REVIEW, _in(name="Ghent", into="office")),
]
OWNING = [
    Line(promoting.move_memory, ADMIN, _in(name="door", to="default")),
    Line(budgets.set_budget, ADMIN, _in(tokens=1)),
    Line(facts.rebuild_facts, ADMIN, _in()),
    Line(golden.pin_question, ADMIN, _in(question="Which door?", name="door")),
    Line(kept_golden.unpin, ADMIN, _by("golden_id", "golden")),
    Line(asking.run_golden, ADMIN, _in()),
    Line(guide.save_guide, ADMIN, _in(text="Be brief.")),
    Line(kept_handoffs.expire_handoffs, ADMIN, _in()),
    Line(lifting.list_exclusions, ADMIN, _in()),
    Line(lifting.lift_exclusion, ADMIN, _by("exclusion_id", "exclusion")),
    Line(lifting.lift_text, ADMIN, _in(text="The canteen closes on Friday.")),
    Line(policies.set_policy, ADMIN, _in(decision="refuse", kind="feedback")),
    Line(policies.delete_policy, ADMIN, _by("policy_id", "policy")),
    Line(reindexing.ask_for_reindex, ADMIN, _in()),
    Line(retention.set_retention, ADMIN, _in(days={"events": 30})),
    Line(retention.clean_up, ADMIN, _in()),
    Line(secret_policies.set_secret_policies, ADMIN, _in(policies={"jwt": "warn"})),
    Line(secret_scan.scan_secrets, ADMIN, _in()),
    Line(workspaces.change_workspace, ADMIN, _in(mode="auto")),
    Line(workspaces.delete_workspace, ADMIN, _in()),
    Line(invitations.invite_member, ADMIN, _in(role="reader")),
    Line(invitations.list_invitations, ADMIN, _in()),
    Line(invitations.withdraw_invitation, ADMIN, lambda a, s: {"invitation_id": s.invitation, **IN}),
    Line(members.change_role, ADMIN, lambda a, s: {"member": s.other, "role": "reader", **IN}),
    Line(members.remove_member, ADMIN, lambda a, s: {"member": s.other, **IN}),
    Line(members.hand_over, ADMIN, lambda a, s: {"member": s.other, **IN}),
]
TABLE = [*WRITING, *REVIEWING, *OWNING]

ELSEWHERE = {
    "intake.golden.pin_question": "services.golden.pin",
    "intake.guide.save_guide": "services.guide.write_guide",
    "intake.submit.submit_all": "services.memory.remember_all",
    "intake.submit.submit_bulk": "services.batches.remember_batch",
    "intake.batches.open_batch": "services.batches.open_batch",
    "intake.capture.session.capture_session": "services.captured.remember_session",
    "intake.handoffs.create_handoff": "services.handoffs.write_handoff",
    "intake.editing.approve_edited": "services.review.approve_screened",
    "intake.reconsider.take_back": "services.reopening.reopen",
    "intake.again.revert": "services.restating.revert_to",
    "intake.entities.rename_entity": "services.merging.rename_entity",
}
"""What a verb of intake ends in: one row for both."""

NOT_OF_ONE_WORKSPACE = {
    "services.workspaces.create_workspace": "makes one of one's own",
    "services.quarantine.count_quarantined": "counts where one may decide, and is empty elsewhere",
    "recall.proposals.count_waiting": "counts where one may decide, and is empty elsewhere",
    "recall.proposal.waits": "a question of the queue; says no elsewhere",
    "portability.whose.vault_of": "one's own workspaces, by ownership",
    "services.pending.workspace_of": "a part of the decisions in the table",
    "services.review.decide_many": "answers each for itself: tried below",
    "services.undo_wanted.writes_of_client": "what undo_client_writes begins with",
    "services.undo_wanted.writes_of_batch": "what undo_batch begins with",
    "services.undoing.carry_out": "what both end in",
    "services.merging.split_entity": "called by intake.entities.split_entity",
    "services.merging.part_entity": "called by intake.entities.split_entity",
    "services.reindexing.rebuild_some": "the worker's, after ask_for_reindex",
    "services.reindexing.note_rebuilt": "the worker's, after ask_for_reindex",
    "services.reindexing.drop_foreign_vectors": "the worker's, after ask_for_reindex",
    "services.golden.note_run": "what run_golden ends in",
    "portability.package.importing.import_package": "called by import_file",
}
