"""Handoffs, and the memories that they rest on."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import continuum.kernel.ids


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0011_sentences"),
    ]

    operations = [
        migrations.CreateModel(
            name="Handoff",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=continuum.kernel.ids.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("task_id", models.CharField(max_length=200)),
                ("addressee", models.CharField(blank=True, default="", max_length=200)),
                (
                    "progress",
                    models.CharField(
                        choices=[("ready", "Ready"), ("in_progress", "In Progress"), ("blocked", "Blocked")],
                        default="ready",
                        max_length=12,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("acknowledged", "Acknowledged"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("replaced", "Replaced"),
                            ("expired", "Expired"),
                        ],
                        default="open",
                        max_length=12,
                    ),
                ),
                (
                    "sensitivity",
                    models.CharField(
                        choices=[("public", "Public"), ("private", "Private")], default="public", max_length=8
                    ),
                ),
                ("summary", models.TextField()),
                ("decisions", models.JSONField(blank=True, default=list)),
                ("next_actions", models.JSONField(blank=True, default=list)),
                ("artifacts", models.JSONField(blank=True, default=list)),
                ("blocked_by", models.JSONField(blank=True, default=list)),
                ("ruled_out", models.JSONField(blank=True, default=list)),
                ("user_id", models.BigIntegerField()),
                ("client", models.CharField(blank=True, default="", max_length=200)),
                ("agent", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_user_id", models.BigIntegerField(blank=True, null=True)),
                ("settled_client", models.CharField(blank=True, default="", max_length=200)),
                ("settled_agent", models.CharField(blank=True, default="", max_length=200)),
                ("answer", models.TextField(blank=True, default="")),
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
            name="HandoffLink",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("memory_id", models.UUIDField(db_index=True)),
                ("revision_id", models.UUIDField()),
                ("version", models.PositiveIntegerField()),
                (
                    "handoff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="memories.handoff",
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
        migrations.AddIndex(
            model_name="handoff",
            index=models.Index(fields=["workspace", "-created_at", "id"], name="handoff_newest_first"),
        ),
        migrations.AddIndex(
            model_name="handoff",
            index=models.Index(fields=["workspace", "task_id", "-created_at"], name="handoff_of_task"),
        ),
        migrations.AddConstraint(
            model_name="handoff",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at__isnull", True), ("state", "open")),
                    models.Q(models.Q(("state", "open"), _negated=True), ("settled_at__isnull", False)),
                    _connector="OR",
                ),
                name="handoff_settled_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="handofflink",
            constraint=models.UniqueConstraint(
                fields=("handoff", "memory_id"), name="handoff_links_a_memory_once"
            ),
        ),
        migrations.RunSQL(
            "SELECT continuum_guard(ARRAY['memories_handoff', 'memories_handofflink'])",
            migrations.RunSQL.noop,
        ),
    ]
