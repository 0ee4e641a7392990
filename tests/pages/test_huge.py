"""Pages with the longest names, the most tags, texts of every direction and a queue that does not end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memories import access
from memories.intake.handoffs import create_handoff
from memories.text.names import MAX_NAME, MAX_TAG, MAX_TAGS
from tests.conftest import agent_actor, person_actor
from tests.pages.conftest import Browser
from tests.pages.looking import CONTRAST, overlapping, sticking_out, violations
from tests.pages.story import Cast, newcomer, propose_many
from tests.stories import remember

LONG = "n" * MAX_NAME
TAGS = [f"{number:02}" + "t" * (MAX_TAG - 2) for number in range(MAX_TAGS)]
ARABIC = "تُنشر نسخة المتجر الجديدة كل ثلاثاء عند العاشرة صباحًا بعد التحقق من النسخة الاحتياطية."
CHINESE = "盘点" * 90
UNBROKEN = "https://example.test/" + "a" * 3_000
WHOLE = (
    "The shop is deployed every Tuesday at ten, once the backup was checked. " * 1_400
)  # 100,800 characters
PROPOSALS = 120
ASKED = (
    ("home", "/"),
    ("memories", "/memories"),
    ("found", f"/memories?q=backup&explain={LONG}"),
    ("memory", f"/memory?name={LONG}"),
    ("edit", f"/memory/edit?name={LONG}"),
    ("changes", f"/memory/changes?name={LONG}"),
    ("forget", f"/memory/forget?name={LONG}"),
    ("arabic", "/memory?name=المتجر"),
    ("chinese", f"/memory?name={CHINESE}"),
    ("unbroken", "/memory?name=unbroken"),
    ("review", "/review"),
    ("timeline", "/timeline"),
    ("handoffs", "/handoffs"),
    ("graph", f"/graph?q={LONG}"),
    ("absent", f"/memory?name={LONG}x"),
)


@pytest.fixture(scope="module")
def owner(stage: Cast) -> Any:
    """Somebody whose agents know no measure."""
    user = newcomer("nora")
    propose_many(user, PROPOSALS)
    with access.acting(person_actor(user)) as person:
        remember(person, WHOLE, name=LONG, description=LONG * 2, tags=TAGS, source=LONG)
        remember(person, f"{WHOLE} Never on Fridays.", name=LONG)
        remember(person, ARABIC, name="المتجر", tags=["متجر"])
        remember(person, CHINESE * 20, name=CHINESE)
        remember(person, UNBROKEN, name="unbroken")
    with access.acting(agent_actor(user, "a" * 60)) as agent:
        remember(agent, f"{WHOLE} Or on Mondays.", name=LONG, trust="web", source=LONG)
        create_handoff(
            agent, task_id=LONG, summary=UNBROKEN, addressee="b" * 200, decisions=[UNBROKEN[:1_900]]
        )
    return user


@pytest.mark.slow
@pytest.mark.parametrize("look", ["desktop-light", "phone-dark"])
def test_pages_hold_what_is_huge(browser: Browser, owner: Any, look: str, pictures: Path | None) -> None:
    seen, theme = look.split("-")
    wrong: list[str] = []

    def story(page: Any) -> None:
        for name, path in ASKED:
            page.goto(path)
            if pictures is not None:
                page.screenshot(path=pictures / f"huge-{name}-{look}.png")
            found = sticking_out(page) + overlapping(page) + violations(page, CONTRAST)
            wrong.extend(f"{name}: {each}" for each in found)

    browser.tell(story, who=owner, seen=seen, theme=theme, may_fail=True)
    assert wrong == []
