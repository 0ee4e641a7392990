"""What was put into contexts unasked, and why."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0008_field_changes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Activity",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("what", models.CharField(max_length=40)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("injected", "Injected"),
                            ("unchanged", "Unchanged"),
                            ("nothing", "Nothing"),
                        ],
                        max_length=10,
                    ),
                ),
                ("user_id", models.BigIntegerField()),
                ("client", models.CharField(blank=True, default="", max_length=200)),
                ("agent", models.CharField(blank=True, default="", max_length=200)),
                ("session", models.CharField(blank=True, default="", max_length=64)),
                ("block", models.CharField(blank=True, default="", max_length=64)),
                (
                    "memory_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), blank=True, default=list, size=None
                    ),
                ),
                ("items", models.JSONField(blank=True, default=list)),
                ("best_similarity", models.FloatField(blank=True, null=True)),
                ("expanded", models.BooleanField(default=False)),
                ("characters", models.PositiveIntegerField(default=0)),
                ("milliseconds", models.FloatField(default=0)),
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
                "verbose_name_plural": "activity",
                "indexes": [
                    models.Index(fields=["workspace", "-at"], name="activity_newest_first"),
                    models.Index(
                        condition=models.Q(("session", ""), _negated=True),
                        fields=["workspace", "session", "-id"],
                        name="activity_of_session",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "activity.sql").read_text(), migrations.RunSQL.noop),
    ]
