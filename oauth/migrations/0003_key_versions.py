"""What the ORM cannot say: a number for each person that grows when their keys change."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("oauth", "0002_clients_and_connections"),
        ("memories", "0001_initial"),
    ]
    operations = [migrations.RunSQL((SQL / "key_versions.sql").read_text())]
