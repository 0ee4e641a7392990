"""What memories claim of things, and the things: derived from revisions, retired while their memory lives,
erased with it.
"""

from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.memory import Memory
from memories.models.revision import Revision
from memories.models.workspace import Workspace

LONGEST_NAME = 200
LONGEST_SLOT = 120
LONGEST_STATEMENT = 1_000


class Kind(models.TextChoices):
    """What sort of thing an entity is, as far as its text tells."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    TECHNOLOGY = "technology"
    PROJECT = "project"
    LINK = "link"
    THING = "thing"


class Entity(models.Model):
    """A thing that memories speak of, by the name it was first called by.

    Once merged it stands for the entity in `merged_into`, which is never merged itself; what speaks of it
    keeps pointing here, so that a merge can be taken back.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=LONGEST_NAME)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.THING)
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="merged")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "entities"
        constraints = [
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")), name="entity_not_its_own"
            )
        ]
        indexes = [models.Index(fields=["workspace", "name", "id"], name="entity_by_name")]

    def __str__(self) -> str:
        return self.name


class EntityName(models.Model):
    """One name of an entity, its aliases included. Whatever way it is written, it names one entity."""

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=LONGEST_NAME, help_text="The name as it is compared.")
    shown = models.CharField(max_length=LONGEST_NAME)
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="names")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "key"], name="entity_name_once")]

    def __str__(self) -> str:
        return self.shown


class NamedHere(models.Model):
    """A person's word that a name means this entity in this memory, whatever it means elsewhere."""

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=LONGEST_NAME)
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "key"], name="named_here_once")]

    def __str__(self) -> str:
        return f"{self.key} in {self.memory_id}"


class Mention(models.Model):
    """That a revision speaks of an entity. It is `live` while the revision is in force and read."""

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+", db_index=False)
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+", db_index=False)
    live = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["revision", "entity"], name="mention_once")]
        indexes = [
            models.Index(fields=["entity", "-id"], condition=Q(live=True), name="mention_newest_first"),
            models.Index(fields=["entity"], name="mention_of_entity"),
        ]

    def __str__(self) -> str:
        return f"{self.entity_id} in {self.revision_id}"


class Fact(models.Model):
    """One claim: a subject, a predicate, an object, and the sentence that says so.

    It was true from `valid_from` until `valid_until`, as far as is known: `said_until` is the end that the
    text itself names. It was held from `learned_at` until `retired_at`, and one that is held no longer says
    what for, and by which other fact. Facts with the same subject and `slot` are about one thing: of those
    that go on, one is held. What every read must ask of a row is repeated here (see Passage).
    """

    class Retired(models.TextChoices):
        """Why a fact is held no longer: the revision went, another fact says otherwise or the same, the
        memory was archived, or became a standing rule.
        """

        REPLACED = "replaced"
        CONTRADICTED = "contradicted"
        REPEATED = "repeated"
        ARCHIVED = "archived"
        RULE = "rule"

    OBJECT_LENGTH = 500

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="facts")
    subject = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="+", db_index=False)
    predicate = models.CharField(max_length=64)
    object = models.CharField(max_length=OBJECT_LENGTH)
    object_entity = models.ForeignKey(Entity, on_delete=models.CASCADE, null=True, related_name="+")
    object_key = models.CharField(max_length=LONGEST_SLOT, help_text="The object as it is compared.")
    slot = models.CharField(max_length=LONGEST_SLOT, help_text="What it says something of.")
    statement = models.CharField(max_length=LONGEST_STATEMENT)
    valid_from = models.DateTimeField()
    valid_until = models.DateTimeField(null=True)
    said_until = models.DateTimeField(null=True)
    ordinal = models.PositiveIntegerField(help_text="Its place among the claims of its revision.")
    told_at = models.DateTimeField(help_text="The date of its source, else when it was written.")
    learned_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)
    retired_for = models.CharField(max_length=12, choices=Retired.choices, blank=True, default="")
    retired_by = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="+")
    confidence = models.FloatField()
    extracted_by = models.CharField(max_length=120)
    private = models.BooleanField(default=False)
    reach = models.CharField(max_length=210, blank=True, default="")
    expires_at = models.DateTimeField(null=True)
    words = SearchVectorField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(retired_at=None, retired_for="") | ~Q(retired_at=None) & ~Q(retired_for=""),
                name="fact_retired_for_something",
            ),
        ]
        indexes = [
            models.Index(fields=["subject", "slot"], name="fact_of_subject"),
            models.Index(
                fields=["workspace", "-learned_at", "-id"],
                condition=Q(retired_at=None),
                name="fact_newest_held",
            ),
            models.Index(fields=["workspace", "predicate", "-learned_at"], name="fact_by_predicate"),
            GinIndex(fields=["words"], name="fact_words"),
        ]

    def __str__(self) -> str:
        return f"{self.subject_id} {self.predicate}"


class ExtractionBudget(models.Model):
    """What one workspace's extraction by a language model has cost in a month. What is reserved counts as
    spent until the call's own figures are known, so that it can be too much in the row, never in truth.

    Money is counted in millionths of a US dollar. A limit of None is the installation's.
    """

    workspace = models.OneToOneField(Workspace, on_delete=models.CASCADE, primary_key=True, related_name="+")
    month = models.DateField()
    tokens = models.BigIntegerField(default=0)
    micros = models.BigIntegerField(default=0)
    calls = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0, help_text="Calls that were not made: over the limit.")
    most_tokens = models.BigIntegerField(null=True, blank=True)
    most_micros = models.BigIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.workspace_id} {self.month:%Y-%m}"
