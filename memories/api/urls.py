"""Addresses under /api/v1/. A memory's name is one percent-encoded segment: any script, but no slash."""

from django.urls import path, re_path

from memories.api import docs, jobs, memories, proposals, recall, workspaces
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
    path("recall", recall.RecallMemories.as_view(), name="api-recall"),
    path("proposals", proposals.Proposals.as_view(), name="api-proposals"),
    path("proposals/<uuid:revision_id>/approve", proposals.Approve.as_view(), name="api-proposal-approve"),
    path("proposals/<uuid:revision_id>/reject", proposals.Reject.as_view(), name="api-proposal-reject"),
    path("workspaces", workspaces.Workspaces.as_view(), name="api-workspaces"),
    path("workspaces/<str:workspace>", workspaces.OneWorkspace.as_view(), name="api-workspace"),
    path("jobs", jobs.Jobs.as_view(), name="api-jobs"),
    path("schema", docs.Schema.as_view(), name="api-schema"),
    path("docs", docs.TryOut.as_view(), name="api-docs"),
    re_path("", Nowhere.as_view()),
]
