"""What stands next to a text is found without reading the sentences of a workspace."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("memories", "0027_words_by_index")]
    operations: ClassVar = [
        migrations.AddIndex(
            "passage",
            models.Index(condition=models.Q(("sentence", 0)), fields=["workspace"], name="passage_whole"),
        ),
    ]
