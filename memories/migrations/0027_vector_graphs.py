"""Vectors are tied into their graphs with more care; the words of a question are looked up by index."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0026_held")]
    operations: ClassVar = [
        migrations.RunSQL((SQL / name).read_text(), migrations.RunSQL.noop)
        for name in ("search_words.sql", "vector_graphs.sql")
    ]
