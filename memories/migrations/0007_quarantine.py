"""False alarms, redacting, and with which rules a workspace was scanned for secrets."""

from pathlib import Path

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("memories", "0006_neighbours")]
    operations = [
        migrations.CreateModel(
            name="FalseAlarm",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64)),
                ("user_id", models.BigIntegerField()),
                (
                    "created_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
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
                    models.UniqueConstraint(fields=("workspace", "digest"), name="false_alarm_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="workspace",
            name="secrets_scanned_with",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The rules of the last whole scan for secrets.",
                max_length=16,
            ),
        ),
        migrations.RunSQL((SQL / "quarantine.sql").read_text()),
    ]
