"""What a workspace holds is counted as rows come and go, for quotas."""

from pathlib import Path
from typing import ClassVar

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql" / "held.sql"
UNDO = """
    DROP FUNCTION continuum_count_memories() CASCADE;
    DROP FUNCTION continuum_count_text() CASCADE"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0025_parts")]
    operations: ClassVar = [
        migrations.AddField(
            model_name="chainhead",
            name="memories_held",
            field=models.BigIntegerField(null=True, help_text="Kept by a trigger; NULL: nobody has counted."),
        ),
        migrations.AddField(
            model_name="chainhead",
            name="bytes_held",
            field=models.BigIntegerField(null=True, help_text="Of texts; kept by a trigger as well."),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), UNDO),
    ]
