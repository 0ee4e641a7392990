"""Searches name the workspaces of every table, so that of divided tables the right parts are read alone."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"
FILES = ("search_words", "beside", "fact_search", "links", "neighbours", "find_passages")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0024_transfers")]
    operations: ClassVar = [
        migrations.RunSQL((SQL / f"{name}.sql").read_text(), migrations.RunSQL.noop) for name in FILES
    ]
