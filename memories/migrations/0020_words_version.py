"""How words were read when a workspace's index was made."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0019_web_use")]
    operations: ClassVar = [
        migrations.AddField(
            model_name="workspace",
            name="words_version",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                editable=False,
                help_text="How words were read when its index was made.",
            ),
        ),
    ]
