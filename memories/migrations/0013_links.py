"""What live texts link to; those that are there already are read once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from memories.text.links import linked_names

SQL = Path(__file__).resolve().parent.parent / "sql"
AT_ONCE = 500


def read_links(apps: Any, schema_editor: Any) -> None:
    """The links of every text that has passages: what is not live has none."""
    link, revision = apps.get_model("memories", "Link"), apps.get_model("memories", "Revision")
    database = schema_editor.connection.alias
    found = revision.objects.using(database).filter(
        passages__ordinal=0, passages__sentence=0, content__contains="[["
    )
    rows = []
    for row in found.iterator(chunk_size=AT_ONCE):
        same = {"workspace_id": row.workspace_id, "memory_id": row.memory_id, "revision_id": row.pk}
        rows += [link(**same, name=name, place=place) for place, name in enumerate(linked_names(row.content))]
        if len(rows) >= AT_ONCE:
            link.objects.using(database).bulk_create(rows)
            rows = []
    link.objects.using(database).bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0012_handoffs"),
    ]

    operations = [
        migrations.CreateModel(
            name="Link",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200)),
                ("place", models.PositiveIntegerField()),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memories.memory"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="memories.revision",
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
                "indexes": [models.Index(fields=["workspace", "name"], name="link_to_name")],
                "constraints": [models.UniqueConstraint(fields=("revision", "name"), name="link_once")],
            },
        ),
        migrations.RunSQL("SELECT continuum_guard(ARRAY['memories_link'])", migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "links.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunPython(read_links, migrations.RunPython.noop),
    ]
