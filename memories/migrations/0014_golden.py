"""Golden questions and their runs."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import continuum.kernel.ids


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0013_links"),
    ]

    operations = [
        migrations.CreateModel(
            name="GoldenQuestion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=continuum.kernel.ids.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("question", models.CharField(max_length=500)),
                ("within", models.PositiveSmallIntegerField(default=10)),
                ("user_id", models.BigIntegerField()),
                ("client", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("run_at", models.DateTimeField(blank=True, null=True)),
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
                        fields=("workspace", "memory", "question"), name="golden_question_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="GoldenRun",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("model", models.CharField(blank=True, default="", max_length=120)),
                ("asked", models.PositiveIntegerField()),
                ("kept", models.PositiveIntegerField()),
                ("recall_at_5", models.FloatField()),
                ("recall_at_10", models.FloatField()),
                ("mrr", models.FloatField()),
                ("user_id", models.BigIntegerField()),
                ("client", models.CharField(blank=True, default="", max_length=200)),
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
                "indexes": [models.Index(fields=["workspace", "-at"], name="golden_newest_first")],
            },
        ),
        migrations.RunSQL(
            "SELECT continuum_guard(ARRAY['memories_goldenquestion', 'memories_goldenrun'])",
            migrations.RunSQL.noop,
        ),
    ]
