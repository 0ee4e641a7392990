"""How much waits, by kind of job, for who watches the installation."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql" / "job_depths.sql"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0022_members")]
    operations: ClassVar = [
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), "DROP FUNCTION continuum_job_depths()")
    ]
