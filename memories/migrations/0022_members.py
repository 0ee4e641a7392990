"""People in a workspace: one owner, links that invite others, and nothing private where others read."""

from pathlib import Path
from typing import ClassVar

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import continuum.kernel.ids

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("memories", "0021_words_first"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="WorkspaceInvitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=continuum.kernel.ids.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("editor", "Editor"),
                            ("reviewer", "Reviewer"),
                            ("reader", "Reader"),
                        ],
                        max_length=8,
                    ),
                ),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("user_id", models.BigIntegerField(help_text="Who invites.")),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("expires_at", models.DateTimeField()),
            ],
        ),
        migrations.AlterField(
            model_name="membership",
            name="name",
            field=models.CharField(help_text="What this person calls it.", max_length=64),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("role", continuum.kernel.roles.Role["OWNER"])),
                fields=("workspace",),
                name="workspace_has_one_owner",
            ),
        ),
        migrations.AddField(
            model_name="workspaceinvitation",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="memories.workspace",
            ),
        ),
        migrations.AddIndex(
            model_name="workspaceinvitation",
            index=models.Index(fields=["workspace", "expires_at"], name="invitation_of_workspace"),
        ),
        migrations.RunSQL(
            "SELECT continuum_guard(ARRAY['memories_workspaceinvitation'])", migrations.RunSQL.noop
        ),
        migrations.RunSQL((SQL / "members.sql").read_text(), migrations.RunSQL.noop),
    ]
