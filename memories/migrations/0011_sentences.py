"""Sentences become passages of their own, each paragraph knows who tells it and what it stands beside, and
the words of a question count by how much they tell.
"""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"
FILES = ("beside", "search_words", "find_passages", "neighbours")
REPLACED = """
DROP FUNCTION IF EXISTS continuum_find_passages(
  uuid[], halfvec, text, text[], text, text[], boolean, jsonb, integer, integer);
DROP FUNCTION IF EXISTS continuum_nearest(
  uuid[], halfvec, text, tsquery, tsquery, text[], boolean, jsonb, integer);
DROP FUNCTION IF EXISTS continuum_search_words(uuid[], text[], text[], boolean, jsonb, integer, integer);
DROP FUNCTION IF EXISTS continuum_rank(tsvector, tsquery, tsquery);
"""
PLACED = r"""
UPDATE memories_passage p SET told_at = r.told_at,
  source_key = CASE WHEN r.named <> ''
    THEN ('x' || left(encode(sha256(convert_to(r.named, 'UTF8')), 'hex'), 16))::bit(64)::bigint END
FROM (
  SELECT id, coalesce(source_date, created_at) AS told_at,
    CASE WHEN source LIKE 'via %' THEN '' ELSE regexp_replace(source, '^(.*) \(via .*\)$', '\1') END AS named
  FROM memories_revision) r
WHERE r.id = p.revision_id;
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0010_facts")]
    operations = [
        migrations.AddField("passage", "sentence", models.PositiveIntegerField(default=0)),
        migrations.AddField("passage", "speaker", models.CharField(blank=True, default="", max_length=60)),
        migrations.AddField("passage", "source_key", models.BigIntegerField(null=True)),
        migrations.AddField("passage", "told_at", models.DateTimeField(null=True)),
        migrations.RemoveConstraint("passage", "passage_order"),
        migrations.AddConstraint(
            "passage",
            models.UniqueConstraint(fields=("revision", "ordinal", "sentence"), name="passage_order"),
        ),
        migrations.AddIndex(
            "passage",
            models.Index(
                condition=models.Q(("sentence", 0), ("source_key__isnull", False)),
                fields=["workspace", "source_key", "told_at", "id"],
                name="passage_beside",
            ),
        ),
        migrations.RunSQL(PLACED),
        migrations.RunSQL(REPLACED),
        *(migrations.RunSQL((SQL / f"{name}.sql").read_text()) for name in FILES),
    ]
