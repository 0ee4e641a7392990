"""Every page that people see. A new page gets a line here, and with it the checks that all pages pass."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """An address, and who looks at it: a name of the cast (tests/pages/story.py) or nobody."""

    name: str
    path: str
    who: str | None = "alice"
    fails: bool = False  # answers with an error, as it should
    language: str = "en-US"


PAGES = [
    Page("home", "/"),
    Page("home-chinese", "/", language="zh-CN"),
    Page("review-chinese", "/review", language="zh-CN"),
    Page("home-empty", "/", who="dora"),
    Page("welcome", "/welcome", who="dora"),
    Page("memories", "/memories"),
    Page("memories-filtered", "/memories?kind=project&private=1&trust=agent"),
    Page("memories-found", "/memories?q=when+is+the+shop+deployed&explain=ana-tea"),
    Page("memories-none", "/memories?q=zzqx&tag=nothing"),
    Page("memories-empty", "/memories", who="dora"),
    Page("memory", "/memory?name=deploy-day"),
    Page("memory-hostile", "/memory?name=hostile"),
    Page("memory-history", "/memory?name=deploy-hour"),
    Page("memory-archived", "/memory?name=old-days"),
    Page("memory-private", "/memory?name=spare-key&private=1"),
    Page("memory-absent", "/memory?name=spare-key", fails=True),
    Page("memory-edit", "/memory/edit?name=deploy-hour"),
    Page("memory-changes", "/memory/changes?name=deploy-hour"),
    Page("memory-forget", "/memory/forget?name=deploy-hour"),
    Page("review", "/review"),
    Page("review-empty", "/review", who="dora"),
    Page("connections", "/connections"),
    Page("connections-empty", "/connections", who="dora"),
    Page("timeline", "/timeline"),
    Page("timeline-empty", "/timeline?group=handoffs", who="dora"),
    Page("activity", "/activity"),
    Page("activity-empty", "/activity", who="dora"),
    Page("graph", "/graph"),
    Page("graph-empty", "/graph", who="dora"),
    Page("graph-found", "/graph?q=a"),
    Page("graph-thing", "/graph/thing?name=Ana"),
    Page("handoffs", "/handoffs"),
    Page("handoffs-settled", "/handoffs?show=settled"),
    Page("handoffs-empty", "/handoffs", who="dora"),
    Page("guide", "/guide"),
    Page("guide-edit", "/guide/edit"),
    Page("guide-changes", "/guide/changes?to=1"),
    Page("guide-shipped", "/guide", who="dora"),
    Page("imports", "/imports"),
    Page("imports-empty", "/imports", who="dora"),
    Page("backups", "/backups"),
    Page("settings", "/settings"),
    Page("settings-policies", "/settings/policies"),
    Page("settings-policies-empty", "/settings/policies", who="dora"),
    Page("settings-retention", "/settings/retention"),
    Page("settings-secrets", "/settings/secrets"),
    Page("settings-exclusions", "/settings/exclusions"),
    Page("settings-golden", "/settings/golden"),
    Page("settings-golden-empty", "/settings/golden", who="dora"),
    Page("settings-upkeep", "/settings/upkeep"),
    Page("settings-quarantine", "/settings/quarantine", who="dora"),
    Page("account", "/account"),
    Page("account-confirm", "/account/password/new"),
    Page("account-sessions", "/account/sessions"),
    Page("sign-up", "/sign-up", who=None),
    Page("sign-in-link-spent", "/sign-in/link/spent", who=None, fails=True),
    Page("no-import", "/imports/00000000-0000-0000-0000-000000000000", fails=True),
    Page("preferences", "/preferences"),
    Page("sign-in", "/sign-in", who=None),
    Page("nothing-here", "/nowhere", fails=True),
]
