from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, VersionConflict
from memories import access
from memories.intake.guide import save_guide
from memories.models import Event, GuideVersion
from memories.services import guide
from memories.services.guide import get_guide, guide_versions, load_default_guide, shipped_text, write_guide
from tests.conftest import person_actor


def test_the_shipped_guide_tells_when_to_recall_what_to_save_and_where() -> None:
    for heading in ("## When to recall", "## What to save", "## What never to save", "## Workspaces"):
        assert heading in shipped_text()
    assert "~/.continuum/workspace-map.json" in shipped_text()


def test_without_a_version_the_shipped_words_are_in_force(actor: Actor) -> None:
    assert get_guide(actor) == guide.Guide(shipped_text(), number=0, workspace="", newer_default=False)


def test_a_saved_guide_is_the_next_version_and_an_event_without_its_words(person: Actor) -> None:
    save_guide(person, text="Speak softly.")
    save_guide(person, text="Speak up.", expected_number=1)
    assert (get_guide(person).text, get_guide(person).number) == ("Speak up.", 2)
    assert [version.text for version in guide_versions(person)] == ["Speak up.", "Speak softly."]
    changed = Event.objects.filter(action="guide.changed").order_by("sequence")
    assert [event.details for event in changed] == [{"number": 1}, {"number": 2}]


def test_the_same_words_again_are_no_new_version(person: Actor) -> None:
    assert save_guide(person, text="Speak up.") == save_guide(person, text="Speak up.")
    assert GuideVersion.objects.count() == 1


@pytest.mark.parametrize("expected", [0, 2])
def test_two_who_change_it_at_once_do_not_overwrite_each_other(person: Actor, expected: int) -> None:
    save_guide(person, text="Speak softly.")
    with pytest.raises(VersionConflict):
        save_guide(person, text="Speak up.", expected_number=expected)
    assert get_guide(person).text == "Speak softly."


def test_a_project_without_words_reads_the_default_ones(person: Actor) -> None:
    save_guide(person, text="Speak softly.")
    assert (get_guide(person, workspace="team").text, get_guide(person, workspace="team").workspace) == (
        "Speak softly.",
        "default",
    )
    save_guide(person, text="Speak up.", workspace="team")
    assert get_guide(person, workspace="team").text == "Speak up."
    assert get_guide(person).text == "Speak softly."


def test_a_newer_default_is_told_and_can_be_taken(person: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    save_guide(person, text="Speak softly.")
    assert not get_guide(person).newer_default
    monkeypatch.setattr(guide, "shipped_text", lambda: "Better words.")
    assert get_guide(person).newer_default
    taken = load_default_guide(person)
    assert (taken.text, taken.number, taken.newer_default) == ("Better words.", 2, False)


def test_keeping_ones_words_against_a_newer_default_settles_it(
    person: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_guide(person, text="Speak softly.")
    monkeypatch.setattr(guide, "shipped_text", lambda: "Better words.")
    assert not save_guide(person, text="Speak softly.").newer_default


def test_a_connection_without_the_default_workspace_gets_the_shipped_words(person: Actor) -> None:
    save_guide(person, text="Speak softly.")
    narrow = replace(person, workspaces=MappingProxyType({"team": person.workspaces["team"]}))
    assert get_guide(narrow).number == 0
    with pytest.raises(NotFound):
        get_guide(narrow, workspace="default")


def test_only_an_administrator_changes_it(actor: Actor) -> None:
    lesser = replace(actor, permissions=actor.permissions - {Permission.ADMIN})
    for change in (save_guide, write_guide):
        with pytest.raises(Forbidden, match="admin"):
            change(lesser, text="Obey me.")
    with pytest.raises(Forbidden, match="admin"):
        load_default_guide(lesser)
    with pytest.raises(Forbidden, match="memory:read"):
        guide_versions(replace(actor, permissions=frozenset()))


def test_a_stranger_reads_and_changes_ones_own_only(person: Actor, charlie: object) -> None:
    save_guide(person, text="Speak softly.")
    stranger = person_actor(charlie)  # type: ignore[arg-type]
    with access.acting(stranger):
        assert get_guide(stranger).number == 0
        with pytest.raises(NotFound):
            save_guide(stranger, text="Obey me.", workspace="team")
    assert GuideVersion.objects.count() == 1


def test_a_guide_that_fails_half_way_leaves_nothing(person: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guide.Turn, "record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save_guide(person, text="Speak softly.")
    assert GuideVersion.objects.count() == 0
