"""A job for every workspace at once, for what is done each night."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("memories", "0004_proposal")]
    operations = [
        migrations.RunSQL(
            (SQL / "everywhere.sql").read_text(), "DROP FUNCTION continuum_enqueue_everywhere(text)"
        )
    ]
