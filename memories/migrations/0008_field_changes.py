"""What a memory's fields were before a change without a new text."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("memories", "0007_quarantine")]
    operations = [
        migrations.CreateModel(
            name="FieldChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("sequence", models.BigIntegerField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memories.memory"
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memories.workspace",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("workspace", "sequence"), name="field_change_once_per_event"
                    )
                ],
            },
        ),
        migrations.RunSQL((SQL / "field_changes.sql").read_text(), migrations.RunSQL.noop),
    ]
