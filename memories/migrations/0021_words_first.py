"""Words are looked up while a question's vector is being made: a search is two calls.

The function that did both in one stays for the version before, which may still be answering.
"""

from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql" / "find_passages.sql"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0020_words_version")]
    operations: ClassVar = [migrations.RunSQL(SQL.read_text(), migrations.RunSQL.noop)]
