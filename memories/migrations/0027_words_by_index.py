"""The words of a question are looked up one by one, by index."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql" / "search_words.sql"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0026_held")]
    operations: ClassVar = [migrations.RunSQL(SQL.read_text(), migrations.RunSQL.noop)]
