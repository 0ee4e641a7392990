"""What stands next to a text, and what contradicts a memory."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"
UNDO = """
DROP INDEX revision_contradicting;
DROP FUNCTION continuum_contradictions(uuid[], uuid[], text[], boolean);
DROP FUNCTION continuum_neighbours(uuid, text[], integer, text, text[], boolean, integer, float8, integer);
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0005_everywhere")]
    operations = [migrations.RunSQL((SQL / "neighbours.sql").read_text(), UNDO)]
