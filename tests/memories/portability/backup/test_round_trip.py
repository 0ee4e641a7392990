"""A vault in which everything was used comes back to the last field."""

from __future__ import annotations

import gzip
from pathlib import Path

from django.apps import apps

from memories.models import Transfer, WorkspaceInvitation
from memories.portability.backup.restoring import restore
from memories.portability.backup.sections import SECTIONS
from memories.portability.backup.writing import back_up
from oauth.models import User
from tests.conftest import empty_database, person_actor
from tests.vaults import fill, state


def on_an_empty_server(alice: User) -> User:
    """The same person, by the same number, and nothing else."""
    empty_database()
    return User.objects.create_user("alice", email="alice@example.test", password=None, pk=alice.pk)


def test_every_table_travels() -> None:
    """But for links that were given out, which open nothing elsewhere, and for backups under way."""
    tables = {model for model in apps.get_app_config("memories").get_models() if not model._meta.proxy}
    assert tables - {WorkspaceInvitation, Transfer} == {section.model for section in SECTIONS}


def body(path: Path) -> list[str]:
    return gzip.open(path, "rt").read().splitlines()[1:-1]


def test_a_vault_with_every_feature_comes_back_to_the_last_field(
    committed: None, alice: User, tmp_path: Path
) -> None:
    fill(alice)
    before = state()
    assert not [table for table, rows in before.items() if not rows], "a feature was not used"
    first = back_up(person_actor(alice), to=tmp_path / "first.continuum")
    alice = on_an_empty_server(alice)
    restore(person_actor(alice), path=first.path)
    after = state()
    for table, rows in before.items():
        assert after[table] == rows, table
    second = back_up(person_actor(alice), to=tmp_path / "second.continuum")
    assert body(first.path) == body(second.path) and first.rows == second.rows
