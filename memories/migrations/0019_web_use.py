"""Calls of web tools stand in the activity; in the database nothing changes."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0018_golden_compared")]
    operations: ClassVar = [
        migrations.AlterField(
            model_name="activity",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("injected", "Injected"),
                    ("unchanged", "Unchanged"),
                    ("nothing", "Nothing"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                ],
                max_length=10,
            ),
        ),
    ]
