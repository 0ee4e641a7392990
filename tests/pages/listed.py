"""Every page that people see. A new page gets a line here, and with it the checks that all pages pass."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """An address, and who looks at it: a name of the cast (tests/pages/story.py) or nobody. What stands in
    braces is made on the stage (Cast.made).
    """

    name: str
    path: str
    who: str | None = "alice"
    fails: bool = False  # answers with an error, as it should
    language: str = "en-US"
    confirmed: bool = False  # who it is was asked a moment ago


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
    Page("memory-laid-out", "/memory?name=runbook-disk"),
    Page("memory-as-written", "/memory?name=runbook-disk&as=written"),
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
    Page("batches", "/connections/batches"),
    Page("batches-empty", "/connections/batches", who="dora"),
    Page("batch", "/connections/batches/{batch}"),
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
    Page("account-secured", "/account", who="ines"),
    Page("account-asked-again", "/account/confirm", who="ines"),
    Page("account-asked-for-code", "/account/confirm/app", who="ines"),
    Page("account-asked-for-link", "/account/confirm/link", confirmed=True),
    Page("account-password", "/account/password", who="ines", confirmed=True),
    Page("account-password-first", "/account/password/new", confirmed=True),
    Page("account-app", "/account/app", confirmed=True),
    Page("account-app-remove", "/account/app/remove", who="ines", confirmed=True),
    Page("account-codes", "/account/codes", who="ines", confirmed=True),
    Page("account-codes-new", "/account/codes/new", who="ines", confirmed=True),
    Page("account-passkeys", "/account/passkeys", who="ines", confirmed=True),
    Page("account-passkeys-empty", "/account/passkeys", confirmed=True),
    Page("account-passkey-new", "/account/passkeys/new", confirmed=True),
    Page("account-passkey", "/account/passkeys/{passkey}", who="ines", confirmed=True),
    Page("account-passkey-remove", "/account/passkeys/{passkey}/remove", who="ines", confirmed=True),
    Page("account-close", "/account/close", confirmed=True),
    Page("account-mail-off", "/account/email", who="ines", confirmed=True, fails=True),
    Page("sign-in-code-off", "/sign-in/code", who=None, fails=True),
    Page("consent", "/oauth/authorize?{asked}"),
    Page("consent-chinese", "/oauth/authorize?{asked}", language="zh-CN"),
    Page("consent-refused", "/oauth/authorize?client_id=nobody", fails=True),
    Page("review-one", "/review/{proposal}"),
    Page("handoff", "/handoffs/{handoff}"),
    Page("import-looked-at", "/imports/{import_id}"),
    Page("failing-400", "/failing/400", fails=True),
    Page("failing-403", "/failing/403", fails=True),
    Page("failing-form", "/failing/form", fails=True),
    Page("failing-429", "/failing/429", who=None, fails=True),
    Page("failing-500", "/failing/500", fails=True),
    Page("failing-no-database", "/failing/503", fails=True),
    Page("failing-no-database-chinese", "/failing/503", fails=True, language="zh-CN"),
    Page("sign-up", "/sign-up", who=None),
    Page("sign-in-link-spent", "/sign-in/link/spent", who=None, fails=True),
    Page("no-import", "/imports/00000000-0000-0000-0000-000000000000", fails=True),
    Page("preferences", "/preferences"),
    Page("sign-in", "/sign-in", who=None),
    Page("nothing-here", "/nowhere", fails=True),
]
