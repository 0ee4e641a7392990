"""What memories claim of things, and the things."""

from pathlib import Path

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import continuum.kernel.ids

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0009_activity"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExtractionBudget",
            fields=[
                (
                    "workspace",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="memories.workspace",
                    ),
                ),
                ("month", models.DateField()),
                ("tokens", models.BigIntegerField(default=0)),
                ("micros", models.BigIntegerField(default=0)),
                ("calls", models.PositiveIntegerField(default=0)),
                (
                    "refused",
                    models.PositiveIntegerField(
                        default=0, help_text="Calls that were not made: over the limit."
                    ),
                ),
                ("most_tokens", models.BigIntegerField(blank=True, null=True)),
                ("most_micros", models.BigIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Entity",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=continuum.kernel.ids.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("person", "Person"),
                            ("organization", "Organization"),
                            ("place", "Place"),
                            ("technology", "Technology"),
                            ("project", "Project"),
                            ("link", "Link"),
                            ("thing", "Thing"),
                        ],
                        default="thing",
                        max_length=12,
                    ),
                ),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "merged_into",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="merged",
                        to="memories.entity",
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
                "verbose_name_plural": "entities",
            },
        ),
        migrations.CreateModel(
            name="EntityName",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("key", models.CharField(help_text="The name as it is compared.", max_length=200)),
                ("shown", models.CharField(max_length=200)),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="names",
                        to="memories.entity",
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
        ),
        migrations.CreateModel(
            name="Fact",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=continuum.kernel.ids.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("predicate", models.CharField(max_length=64)),
                ("object", models.CharField(max_length=500)),
                ("object_key", models.CharField(help_text="The object as it is compared.", max_length=120)),
                ("slot", models.CharField(help_text="What it says something of.", max_length=120)),
                ("statement", models.CharField(max_length=1000)),
                ("valid_from", models.DateTimeField()),
                ("valid_until", models.DateTimeField(null=True)),
                ("said_until", models.DateTimeField(null=True)),
                (
                    "ordinal",
                    models.PositiveIntegerField(help_text="Its place among the claims of its revision."),
                ),
                (
                    "told_at",
                    models.DateTimeField(help_text="The date of its source, else when it was written."),
                ),
                ("learned_at", models.DateTimeField()),
                ("retired_at", models.DateTimeField(null=True)),
                (
                    "retired_for",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("replaced", "Replaced"),
                            ("contradicted", "Contradicted"),
                            ("repeated", "Repeated"),
                            ("archived", "Archived"),
                            ("rule", "Rule"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                ("confidence", models.FloatField()),
                ("extracted_by", models.CharField(max_length=120)),
                ("private", models.BooleanField(default=False)),
                ("reach", models.CharField(blank=True, default="", max_length=210)),
                ("expires_at", models.DateTimeField(null=True)),
                ("words", django.contrib.postgres.search.SearchVectorField()),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memories.memory"
                    ),
                ),
                (
                    "object_entity",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memories.entity",
                    ),
                ),
                (
                    "retired_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="memories.fact",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="facts",
                        to="memories.revision",
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memories.entity",
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
        ),
        migrations.CreateModel(
            name="Mention",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("live", models.BooleanField(default=True)),
                (
                    "entity",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memories.entity",
                    ),
                ),
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
                        related_name="+",
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
        ),
        migrations.CreateModel(
            name="NamedHere",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=200)),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memories.entity"
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="memories.memory"
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
        ),
        migrations.AddIndex(
            model_name="entity",
            index=models.Index(fields=["workspace", "name", "id"], name="entity_by_name"),
        ),
        migrations.AddConstraint(
            model_name="entity",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("merged_into", None),
                    models.Q(("merged_into", models.F("id")), _negated=True),
                    _connector="OR",
                ),
                name="entity_not_its_own",
            ),
        ),
        migrations.AddConstraint(
            model_name="entityname",
            constraint=models.UniqueConstraint(fields=("workspace", "key"), name="entity_name_once"),
        ),
        migrations.AddIndex(
            model_name="fact",
            index=models.Index(fields=["subject", "slot"], name="fact_of_subject"),
        ),
        migrations.AddIndex(
            model_name="fact",
            index=models.Index(
                condition=models.Q(("retired_at", None)),
                fields=["workspace", "-learned_at", "-id"],
                name="fact_newest_held",
            ),
        ),
        migrations.AddIndex(
            model_name="fact",
            index=models.Index(fields=["workspace", "predicate", "-learned_at"], name="fact_by_predicate"),
        ),
        migrations.AddIndex(
            model_name="fact",
            index=django.contrib.postgres.indexes.GinIndex(fields=["words"], name="fact_words"),
        ),
        migrations.AddConstraint(
            model_name="fact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("retired_at", None), ("retired_for", "")),
                    models.Q(
                        models.Q(("retired_at", None), _negated=True),
                        models.Q(("retired_for", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="fact_retired_for_something",
            ),
        ),
        migrations.AddIndex(
            model_name="mention",
            index=models.Index(
                condition=models.Q(("live", True)), fields=["entity", "-id"], name="mention_newest_first"
            ),
        ),
        migrations.AddIndex(
            model_name="mention",
            index=models.Index(fields=["entity"], name="mention_of_entity"),
        ),
        migrations.AddConstraint(
            model_name="mention",
            constraint=models.UniqueConstraint(fields=("revision", "entity"), name="mention_once"),
        ),
        migrations.AddConstraint(
            model_name="namedhere",
            constraint=models.UniqueConstraint(fields=("memory", "key"), name="named_here_once"),
        ),
        migrations.RunSQL((SQL / "facts.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "fact_search.sql").read_text(), migrations.RunSQL.noop),
    ]
