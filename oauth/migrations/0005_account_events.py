"""A chain of events for each account."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("oauth", "0004_invitations"),
        ("memories", "0002_guards_and_search"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountChain",
            fields=[
                ("user_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("sequence", models.BigIntegerField(default=0)),
                ("hash", models.CharField(default="0" * 64, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="AccountEvent",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("user_id", models.BigIntegerField()),
                ("sequence", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("action", models.CharField(max_length=40)),
                ("subject", models.CharField(blank=True, default="", max_length=100)),
                ("details", models.JSONField(default=dict)),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user_id", "sequence"), name="account_event_sequence")
                ],
            },
        ),
        migrations.RunSQL((SQL / "account_events.sql").read_text()),
    ]
