"""What the ORM cannot say: row-level security, append-only triggers, vector indexes, and the definer
functions.
"""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"
FILES = ("row_security", "immutability", "vector_indexes", "search_words", "find_passages", "jobs")


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial")]
    operations = [migrations.RunSQL((SQL / f"{name}.sql").read_text()) for name in FILES]
