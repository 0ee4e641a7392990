"""Addresses under /api/v1/. A memory's name is one percent-encoded segment: any script, but no slash."""

from django.urls import path, re_path

from memories.api import (
    docs,
    erasures,
    guide,
    jobs,
    memories,
    past,
    proposals,
    recall,
    retention,
    undo,
    workspaces,
)
from memories.api.base import Nowhere

urlpatterns = [
    path("memories", memories.Memories.as_view(), name="api-memories"),
    path("memories/bulk", memories.BulkMemories.as_view(), {"name": "bulk"}, name="api-memories-bulk"),
    path("memories/<str:name>", memories.OneMemory.as_view(), name="api-memory"),
    path("memories/<str:name>/append", memories.AppendToMemory.as_view(), name="api-memory-append"),
    path("memories/<str:name>/archive", memories.ArchiveMemory.as_view(), name="api-memory-archive"),
    path("memories/<str:name>/restore", memories.RestoreMemory.as_view(), name="api-memory-restore"),
    path("memories/<str:name>/recall-tier", memories.MemoryTier.as_view(), name="api-memory-tier"),
    path("memories/<str:name>/history", memories.MemoryHistory.as_view(), name="api-memory-history"),
    path("memories/<str:name>/diff", past.MemoryDiff.as_view(), name="api-memory-diff"),
    path("memories/<str:name>/revert", past.RevertMemory.as_view(), name="api-memory-revert"),
    path("recall", recall.RecallMemories.as_view(), name="api-recall"),
    path("proposals", proposals.Proposals.as_view(), name="api-proposals"),
    path("proposals/decide", proposals.Decide.as_view(), name="api-proposals-decide"),
    path("proposals/<uuid:revision_id>/approve", proposals.Approve.as_view(), name="api-proposal-approve"),
    path(
        "proposals/<uuid:revision_id>/approve-edited",
        proposals.ApproveEdited.as_view(),
        name="api-proposal-edit",
    ),
    path("proposals/<uuid:revision_id>/reject", proposals.Reject.as_view(), name="api-proposal-reject"),
    path("workspaces", workspaces.Workspaces.as_view(), name="api-workspaces"),
    path("workspaces/<str:workspace>", workspaces.OneWorkspace.as_view(), name="api-workspace"),
    path("undo", undo.UndoLast.as_view(), name="api-undo"),
    path("batches", undo.Batches.as_view(), name="api-batches"),
    path("batches/<uuid:batch_id>/undo", undo.UndoBatch.as_view(), name="api-batch-undo"),
    path("guide", guide.TheGuide.as_view(), name="api-guide"),
    path("guide/versions", guide.GuideVersions.as_view(), name="api-guide-versions"),
    path("guide/default", guide.DefaultGuide.as_view(), name="api-guide-default"),
    path("retention", retention.Retention.as_view(), name="api-retention"),
    path("retention/clean-up", retention.CleanUp.as_view(), name="api-clean-up"),
    path("events/verification", retention.Verification.as_view(), name="api-events-verification"),
    path("erasures", erasures.Erasures.as_view(), name="api-erasures"),
    path("erasures/<uuid:memory_id>", erasures.OneErasure.as_view(), name="api-erasure"),
    path("jobs", jobs.Jobs.as_view(), name="api-jobs"),
    path("schema", docs.Schema.as_view(), name="api-schema"),
    path("docs", docs.TryOut.as_view(), name="api-docs"),
    re_path("", Nowhere.as_view()),
]
