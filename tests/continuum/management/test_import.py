"""`manage.py import`."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from continuum.management.bar import Bar, drawn
from memories import access
from memories.models import Revision
from oauth.models import User
from tests.conftest import person_actor


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "mine.md"
    path.write_text("Ana likes rye.\n\nAna sings.\n")
    return path


def run(*arguments: object) -> tuple[str, str]:
    out, told = StringIO(), StringIO()
    call_command("import", *map(str, arguments), stdout=out, stderr=told)
    return out.getvalue(), told.getvalue()


def stored(alice: User) -> set[str]:
    with access.acting(person_actor(alice)):
        return set(Revision.objects.values_list("content", flat=True))


def test_a_dry_run_writes_nothing(alice: User, path) -> None:
    out, _ = run(path, "--person", "alice", "--dry-run")
    assert "Markdown or plain text: 2 entries, 2 stored. (dry run)" in out and stored(alice) == set()


def test_without_a_yes_nothing_is_written(alice: User, path) -> None:
    _, told = run(path, "--person", "alice")
    assert "--yes" in told and stored(alice) == set()


def test_with_a_yes_it_is_imported_and_says_how_it_is_undone(alice: User, path) -> None:
    out, _ = run(path, "--person", "alice", "--yes")
    assert "2 stored" in out and "Undo it with batch " in out
    assert stored(alice) == {"Ana likes rye.", "Ana sings."}


def test_a_program_gets_json(alice: User, path) -> None:
    told = json.loads(run(path, "--person", "alice", "--yes", "--json", "--workspace", "team")[0])
    assert (told["format"], told["counts"], len(told["batches"])) == ("text", {"stored": 2}, 1)


def test_places_and_reasons_are_listed_so_far(alice: User, tmp_path) -> None:
    path = tmp_path / "items.json"
    path.write_text(json.dumps(["Tea.", *range(30)]))
    out, _ = run(path, "--person", "alice", "--dry-run")
    assert "  items.json, item 2: An item is a text" in out and "  and 10 more" in out


def test_a_file_that_cannot_be_imported_fails(alice: User, tmp_path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"invoices": []}')
    with pytest.raises(CommandError, match=r"no export that is known here.* Nothing was imported"):
        run(path, "--person", "alice")
    with pytest.raises(CommandError, match="Nobody called 'zoe'"):
        run(path, "--person", "zoe")


def test_the_bar_is_drawn_where_somebody_looks() -> None:
    class Terminal(StringIO):
        def write(self, text: str, ending: str = "\n") -> int:
            return super().write(text + ending)

    shown, hidden = Terminal(), Terminal()
    for out, looked_at in ((shown, True), (hidden, False)):
        bar = Bar(out, shown=looked_at)
        bar.tell("read", 1, 2)
        bar.tell("read", 2, 2)
        bar.close()
    assert "50%" in shown.getvalue() and "100%" in shown.getvalue() and hidden.getvalue() == ""
    assert drawn("write", 0, 0).startswith("Writing  [---")
