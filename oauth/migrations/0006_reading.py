"""How a person reads pages: the language, the theme, and whether the time zone was chosen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("oauth", "0005_account_events")]

    operations = [
        migrations.AddField("user", "timezone_chosen", models.BooleanField(default=False)),
        migrations.AddField("user", "language", models.CharField(blank=True, default="", max_length=10)),
        migrations.AddField("user", "theme", models.CharField(blank=True, default="", max_length=5)),
    ]
