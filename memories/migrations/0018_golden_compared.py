"""What came of a golden question the time before, and with what settings a run was made."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0015_imports"),
    ]

    operations = [
        migrations.AddField(
            model_name="goldenquestion",
            name="place_before",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="goldenquestion",
            name="run_before",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="goldenrun",
            name="setup",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddField(
            model_name="goldenrun",
            name="worse",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="goldenrun",
            name="better",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
