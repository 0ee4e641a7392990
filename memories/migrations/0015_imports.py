"""Imports, and where imported texts come from."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import continuum.kernel.ids


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0014_golden"),
    ]

    operations = [
        migrations.CreateModel(
            name="Origin",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("format", models.CharField(max_length=40)),
                ("place", models.CharField(blank=True, default="", max_length=300)),
                ("fields", models.JSONField(blank=True, default=dict)),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memories.memory"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memories.revision"
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
        ),
        migrations.CreateModel(
            name="Import",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=continuum.kernel.ids.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("looking", "Looking"),
                            ("looked", "Looked"),
                            ("confirmed", "Confirmed"),
                            ("importing", "Importing"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("filename", models.CharField(blank=True, default="", max_length=200)),
                ("format", models.CharField(blank=True, default="", max_length=40)),
                (
                    "one_workspace",
                    models.BooleanField(default=False, help_text="Whatever the file says of workspaces."),
                ),
                ("done", models.BigIntegerField(default=0)),
                ("total", models.BigIntegerField(default=0)),
                ("stage", models.CharField(blank=True, default="", max_length=20)),
                ("report", models.JSONField(blank=True, default=dict)),
                ("error", models.CharField(blank=True, default="", max_length=500)),
                ("batch_id", models.UUIDField(blank=True, null=True)),
                ("user_id", models.BigIntegerField()),
                ("client", models.CharField(blank=True, default="", max_length=200)),
                ("agent", models.CharField(blank=True, default="", max_length=200)),
                ("person", models.BooleanField(default=False)),
                ("private", models.BooleanField(default=False)),
                ("via", models.CharField(blank=True, default="", max_length=200)),
                ("mode", models.CharField(blank=True, default="", max_length=8)),
                ("timezone", models.CharField(default="UTC", max_length=64)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
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
                "indexes": [models.Index(fields=["workspace", "-created_at"], name="import_newest_first")],
            },
        ),
        migrations.RunSQL(
            "SELECT continuum_guard(ARRAY['memories_import', 'memories_origin'])",
            migrations.RunSQL.noop,
        ),
    ]
