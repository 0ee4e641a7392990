"""Addresses of the pages beside memories and their review."""

from django.urls import path

from memories.dashboard import backups, graph, guide, handoffs, imports, quarantine, settings, upkeep
from memories.dashboard.activity import activity
from memories.dashboard.timeline import timeline

urlpatterns = [
    path("timeline", timeline, name="timeline"),
    path("activity", activity, name="activity"),
    path("graph", graph.whole, name="graph"),
    path("graph/thing", graph.thing, name="graph-thing"),
    path("graph/merge", graph.merge, name="graph-merge"),
    path("graph/split", graph.split, name="graph-split"),
    path("graph/rename", graph.rename, name="graph-rename"),
    path("handoffs", handoffs.handoffs, name="handoffs"),
    path("handoffs/<uuid:handoff_id>", handoffs.handoff, name="handoff-one"),
    path("handoffs/<uuid:handoff_id>/settle", handoffs.settle, name="handoff-settle"),
    path("guide", guide.guide, name="guide"),
    path("guide/edit", guide.edit, name="guide-edit"),
    path("guide/changes", guide.changes, name="guide-changes"),
    path("guide/back", guide.bring_back, name="guide-back"),
    path("imports", imports.imports, name="imports"),
    path("imports/upload", imports.upload, name="import-upload"),
    path("imports/<uuid:import_id>", imports.one, name="import-one"),
    path("imports/<uuid:import_id>/decide", imports.decide, name="import-decide"),
    path("backups", backups.backups, name="backups"),
    path("backups/back", backups.bring_back, name="backup-back"),
    path("backups/purge", backups.start_over, name="backup-purge"),
    path("settings", settings.workspaces, name="settings"),
    path("settings/make", settings.make, name="settings-make"),
    path("settings/change", settings.change, name="settings-change"),
    path("settings/delete", settings.delete, name="settings-delete"),
    path("settings/policies", settings.policies, name="settings-policies"),
    path("settings/policies/decide", settings.decide_policy, name="settings-policies-decide"),
    path("settings/retention", settings.retention, name="settings-retention"),
    path("settings/retention/keep", settings.keep, name="settings-retention-keep"),
    path("settings/secrets", settings.secrets, name="settings-secrets"),
    path("settings/secrets/guard", settings.guard, name="settings-secrets-guard"),
    path("settings/exclusions", settings.exclusions, name="settings-exclusions"),
    path("settings/exclusions/lift", settings.lift, name="settings-exclusions-lift"),
    path("settings/golden", upkeep.golden, name="settings-golden"),
    path("settings/golden/pin", upkeep.pin, name="settings-golden-pin"),
    path("settings/golden/unpin", upkeep.let_go, name="settings-golden-unpin"),
    path("settings/golden/run", upkeep.run, name="settings-golden-run"),
    path("settings/upkeep", upkeep.upkeep, name="settings-upkeep"),
    path("settings/upkeep/rebuild", upkeep.rebuild, name="settings-rebuild"),
    path("settings/upkeep/clear", upkeep.clear, name="settings-clear"),
    path("settings/upkeep/verify", upkeep.verify, name="settings-verify"),
    path("settings/quarantine", quarantine.quarantine, name="settings-quarantine"),
    path("settings/quarantine/<uuid:memory_id>", quarantine.suspect, name="settings-suspect"),
    path("settings/quarantine/<uuid:memory_id>/decide", quarantine.decide, name="settings-quarantine-decide"),
]
