"""What a restore needs, what it keeps, and whose it becomes."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from continuum.kernel.actor import Permission
from continuum.kernel.errors import Conflict, Excluded, Forbidden, QuotaExceeded, ValidationFailed
from continuum.limit_settings import Quotas
from memories import access
from memories.models import Event, Fingerprint, Job, Membership, Memory, Mode, Passage, Revision, Role
from memories.portability.backup.restoring import restore
from memories.portability.backup.writing import back_up
from memories.portability.whose import operator
from memories.services.contents import MAX_CONTENT_BYTES
from memories.services.removal import forget
from memories.services.verification import verify_events
from memories.services.workspaces import ensure_default_workspace
from memories.text.normalise import content_hash
from oauth.models import Client, Connection, User
from tests.conftest import agent_actor, empty_database, person_actor
from tests.stories import names_found, remember
from tests.vaults import state


def names(user: User) -> set[str]:
    with access.acting(person_actor(user)):
        return set(Memory.objects.values_list("name", flat=True))


def test_a_vault_that_is_not_empty_is_only_replaced_on_demand(small: User, backup: Path) -> None:
    before = state()
    with pytest.raises(Conflict, match="memories here already"):
        restore(person_actor(small), path=backup)
    assert state() == before


def test_what_is_replaced_is_kept_as_a_backup_of_its_own(small: User, backup: Path) -> None:
    with access.acting(agent_actor(small)) as agent:
        remember(agent, "Written after the backup.", name="later")
    before = state()
    done = restore(person_actor(small), path=backup, replace=True)
    assert names(small) == {"office", "tea"} and done.way_back is not None
    restore(person_actor(small), path=done.way_back, replace=True)
    assert state() == before


def test_an_empty_backup_over_a_full_vault_needs_the_explicit_word_too(
    small: User, bob: User, tmp_path: Path
) -> None:
    """BR-03: a valid file with nothing in it is the most dangerous one."""
    empty_database()
    alice = User.objects.create_user("alice", password=None)
    nothing = back_up(person_actor(alice), to=tmp_path / "nothing.continuum").path
    with access.acting(agent_actor(_with_default(alice))) as agent:
        remember(agent, "Still here.", name="here")
    with pytest.raises(Conflict):
        restore(person_actor(alice), path=nothing)
    assert names(alice) == {"here"}
    assert restore(person_actor(alice), path=nothing, replace=True).gone == ("default",)


def _with_default(user: User) -> User:
    ensure_default_workspace(person_actor(user), mode=Mode.AUTO)
    return user


def test_a_backup_is_no_way_past_the_quotas(small: User, backup: Path, settings: Any) -> None:
    settings.QUOTAS = Quotas(memories=1)
    before = state()
    with pytest.raises(QuotaExceeded, match="1 memories"):
        restore(person_actor(small), path=backup, replace=True)
    assert state() == before
    restore(operator(), path=backup, replace=True)
    settings.QUOTAS = Quotas(memories=2)
    restore(person_actor(small), path=backup, replace=True)
    assert names(small) == {"office", "tea"}


def test_search_finds_the_same_memories_by_meaning_afterwards(small: User, backup: Path) -> None:
    restore(person_actor(small), path=backup, replace=True)
    with access.acting(agent_actor(small)) as agent:
        assert names_found(agent, "Where is the bureau?")[:1] == ["office"]
        assert not Job.objects.filter(step="index").exists()


def test_it_becomes_the_vault_of_who_restores_it(backup: Path, tmp_path: Path) -> None:
    """On another server she has another number: the rows follow, and the chain of events still holds."""
    empty_database()
    User.objects.create_user("somebody", password=None)
    anna = User.objects.create_user("anna", password=None)
    restore(person_actor(anna), path=backup)
    with access.acting(person_actor(anna)) as person:
        assert set(Revision.objects.values_list("author_id", flat=True)) == {anna.pk}
        assert verify_events(person).holds and verify_events(person, workspace="team").holds
        assert set(Event.objects.values_list("user_id", flat=True)) == {anna.pk}
    assert set(Membership.objects.values_list("user_id", "role")) == {(anna.pk, Role.OWNER)}


def test_strangers_in_a_backup_stay_apart_and_are_nobody_here(
    crafted: Callable[..., Path], small: User
) -> None:
    def by_others(lines: list[dict[str, Any]]) -> None:
        revisions = [line for line in lines if "author_id" in line]
        for number, line in enumerate(revisions):
            line["author_id"] = 70 + number

    restore(person_actor(small), path=crafted(by_others), replace=True)
    with access.acting(person_actor(small)):
        assert set(Revision.objects.values_list("author_id", flat=True)) == {-70, -71}


def test_members_of_a_replaced_workspace_stay_and_others_do_not_come(
    small: User, bob: User, backup: Path, tmp_path: Path
) -> None:
    with_bob = back_up(person_actor(small), to=tmp_path / "with-bob.continuum").path
    team = person_actor(small).workspaces["team"]
    restore(person_actor(small), path=with_bob, replace=True)
    assert Membership.objects.filter(workspace_id=team, user=bob).exists()
    Membership.objects.filter(workspace_id=team, user=bob).delete()
    restore(person_actor(small), path=with_bob, replace=True)
    assert not Membership.objects.filter(workspace_id=team, user=bob).exists()


def test_nobody_restores_over_anothers_workspaces(small: User, bob: User, backup: Path) -> None:
    before = state()
    for replacing in (False, True):
        with pytest.raises(Forbidden, match="belongs to somebody else"):
            restore(person_actor(bob), path=backup, replace=replacing)
    assert state() == before


@pytest.mark.parametrize(
    "change",
    [{"permissions": frozenset({Permission.READ, Permission.WRITE})}, {"narrowed": True}, {"private": False}],
)
def test_a_vault_is_not_for_every_connection(small: User, tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(Forbidden):
        back_up(replace(person_actor(small), **change), to=tmp_path / "no.continuum")
    assert not list(tmp_path.glob("*.continuum"))


def test_a_token_does_not_restore(small: User, backup: Path) -> None:
    token = replace(agent_actor(small), private=True)
    with pytest.raises(Forbidden, match="person who is signed in"):
        restore(token, path=backup, replace=True)


def test_grants_and_passwords_are_not_in_it(small: User, tmp_path: Path) -> None:
    small.set_password("correct horse battery")
    small.save()
    path = back_up(person_actor(small), to=tmp_path / "b.continuum").path
    text = gzip.decompress(path.read_bytes()).decode()
    assert small.password not in text and "pbkdf2" not in text
    for model in (Client, Connection):
        assert model._meta.db_table not in text


def test_a_whole_installation_comes_back_with_its_people(small: User, bob: User, tmp_path: Path) -> None:
    with access.acting(agent_actor(bob)) as agent:
        remember(agent, "Bob's own.", name="his")
    before = state()
    path = back_up(operator(), to=tmp_path / "all.continuum").path
    empty_database()
    done = restore(operator(), path=path)
    assert state() == before and set(User.objects.values_list("username", flat=True)) == {"alice", "bob"}
    assert len(done.workspaces) == 3 and not User.objects.get(username="bob").has_usable_password()


def test_a_person_does_not_restore_a_whole_installation(small: User, tmp_path: Path) -> None:
    path = back_up(operator(), to=tmp_path / "all.continuum").path
    with pytest.raises(ValidationFailed, match="whole installation"):
        restore(person_actor(small), path=path, replace=True)


def test_without_vectors_words_answer_at_once_and_jobs_make_the_vectors(small: User, tmp_path: Path) -> None:
    path = back_up(person_actor(small), to=tmp_path / "b.continuum", vectors=False).path
    done = restore(person_actor(small), path=path, replace=True)
    with access.acting(agent_actor(small)) as agent:
        assert done.to_embed == 2 == Job.objects.filter(step="index").count()
        assert not Fingerprint.objects.exists() and not Passage.objects.exclude(vector=None).exists()
        assert names_found(agent, "Ghent") == ["office"]


def test_vectors_of_another_model_do_not_stay(crafted: Callable[..., Path], small: User) -> None:
    def by_another(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            line.update({"model": "other:model"} if line.get("vector") else {})

    done = restore(person_actor(small), path=crafted(by_another), replace=True)
    with access.acting(agent_actor(small)):
        assert done.to_embed == 2 and not Passage.objects.exclude(vector=None).exists()


def test_a_text_that_was_changed_gets_its_own_hash_and_new_passages(
    crafted: Callable[..., Path], small: User
) -> None:
    def rewrite(lines: list[dict[str, Any]]) -> None:
        (line,) = [line for line in lines if line.get("content") == "Tea at four."]
        line["content"] = "Coffee at nine."

    restore(person_actor(small), path=crafted(rewrite), replace=True)
    with access.acting(agent_actor(small)) as agent:
        row = Revision.objects.get(content="Coffee at nine.")
        assert row.content_hash == content_hash("Coffee at nine.")
        assert names_found(agent, "coffee") == ["tea"]
        assert not Passage.objects.filter(text__contains="Tea at four").exists()


def test_an_older_backup_without_a_column_gets_the_default(crafted: Callable[..., Path], small: User) -> None:
    def older(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            if line.get("section") == "revision" and "columns" in line and len(line) == 2:
                line["columns"].remove("failure")
            elif "author_id" in line:
                del line["failure"]

    restore(person_actor(small), path=crafted(older), replace=True)
    with access.acting(agent_actor(small)):
        assert set(Revision.objects.values_list("failure", flat=True)) == {""}


def test_a_text_as_long_as_any_may_be_comes_back(small: User, tmp_path: Path) -> None:
    """BR-05: 1 MiB, in letters that are longest when JSON writes them out."""
    text = ('\u00e9\u4e2d\u0001" \n' * (MAX_CONTENT_BYTES // 9)).strip()
    with access.acting(agent_actor(small)) as agent:
        remember(agent, text, name="long")
    path = back_up(person_actor(small), to=tmp_path / "long.continuum", vectors=False).path
    restore(person_actor(small), path=path, replace=True)
    with access.acting(agent_actor(small)):
        assert Revision.objects.get(memory__name="long").content == text


def test_progress_is_told(small: User, backup: Path) -> None:
    told: list[str] = []
    restore(person_actor(small), path=backup, replace=True, progress=lambda step: told.append(step.stage))
    assert told == ["check", "restore"]


def test_what_was_forgotten_since_does_not_come_back(small: User, backup: Path) -> None:
    with access.acting(person_actor(small)) as person:
        forget(person, name="tea")
    done = restore(person_actor(small), path=backup, replace=True)
    assert done.forgotten_again == 1 and names(small) == {"office"}
    with access.acting(agent_actor(small)) as agent:
        assert names_found(agent, "tea at four") == []
        with pytest.raises(Excluded, match="forgotten"):
            remember(agent, "TEA at  four.")


def test_it_stays_forgotten_on_an_empty_database_with_the_ledger_beside_it(small: User, backup: Path) -> None:
    with access.acting(person_actor(small)) as person:
        forget(person, name="tea")
    empty_database()
    alice = User.objects.create_user("alice", password=None)
    assert restore(person_actor(alice), path=backup).forgotten_again == 1 and names(alice) == {"office"}


def test_it_stays_forgotten_when_the_ledger_was_lost_but_the_events_were_not(
    small: User, backup: Path, settings: Any
) -> None:
    with access.acting(person_actor(small)) as person:
        forget(person, name="tea")
    settings.ERASURE_LEDGER.unlink()
    assert restore(person_actor(small), path=backup, replace=True).forgotten_again == 1


def test_it_is_forgotten_under_another_id_too(small: User, backup: Path, crafted: Any) -> None:
    """The same text under an id that nobody erased: known by its keyed hash."""
    other = UUID(int=7)

    def renumbered(lines: list[dict[str, Any]]) -> None:
        (memory,) = [line["id"] for line in lines if line.get("name") == "tea" and "recall_tier" in line]
        for line in lines:
            line.update({key: str(other) for key, value in line.items() if value == memory})

    path = crafted(renumbered)
    with access.acting(person_actor(small)) as person:
        forget(person, name="tea")
    assert restore(person_actor(small), path=path, replace=True).forgotten_again == 1
    assert names(small) == {"office"}


def test_a_text_that_stood_elsewhere_too_when_it_was_forgotten_stays_there(
    small: User, tmp_path: Path
) -> None:
    with access.acting(person_actor(small)) as person:
        remember(person, "Tea at four.", name="ritual")
        path = back_up(person, to=tmp_path / "both.continuum").path
        forget(person, name="tea")
    before = names(small)
    restore(person_actor(small), path=path, replace=True)
    assert names(small) == before
