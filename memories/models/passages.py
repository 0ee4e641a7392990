"""What search looks at, and what intake compares with. All of it can be made again from the revisions."""

from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from memories.models.memory import Memory
from memories.models.revision import Revision
from memories.models.workspace import Workspace


class Passage(models.Model):
    """A piece of a live revision: its words at once, its vector once the embedder has seen it.

    A paragraph has its `ordinal` in the text and `sentence` 0; where it has several sentences, each of them
    that says something is a passage too, the first one `sentence` 1. Words are kept of paragraphs alone,
    vectors of both: one sentence is nearer to a question than all that stands around it (docs/recall.md).

    `speaker` is whose "I" it is, `source_key` and `told_at` where it stands among what came from the same
    source: what was told just before and after it may tell what it is about.

    `vector` has `dimensions` numbers made by `model`; vectors of different models are never compared. Each
    dimension that is in use has an index of its own (migration 0002), which is why the column itself names
    none. What every search must ask of a row is repeated here, so that it needs no join: `private`, `reach`
    (Memory.reach) and `expires_at`.
    """

    SECTION_LENGTH = 300
    SPEAKER_LENGTH = 60

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="passages", db_index=False)
    ordinal = models.PositiveIntegerField()
    sentence = models.PositiveIntegerField(default=0)
    text = models.TextField()
    section = models.CharField(max_length=SECTION_LENGTH, blank=True, default="")
    private = models.BooleanField(default=False)
    reach = models.CharField(max_length=210, blank=True, default="")
    expires_at = models.DateTimeField(null=True)
    speaker = models.CharField(max_length=SPEAKER_LENGTH, blank=True, default="")
    source_key = models.BigIntegerField(null=True)
    told_at = models.DateTimeField(null=True)
    words = SearchVectorField()
    vector = HalfVectorField(null=True)
    dimensions = models.PositiveSmallIntegerField(null=True)
    model = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["revision", "ordinal", "sentence"], name="passage_order")
        ]
        indexes = [
            GinIndex(fields=["words"], name="passage_words"),
            models.Index(fields=["workspace"], condition=Q(vector=None), name="passage_unindexed"),
            models.Index(fields=["workspace"], condition=Q(sentence=0), name="passage_whole"),
            models.Index(
                fields=["workspace", "source_key", "told_at", "id"],
                condition=Q(source_key__isnull=False, sentence=0),
                name="passage_beside",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.revision_id}#{self.ordinal}.{self.sentence}"


class Fingerprint(models.Model):
    """The whole text of a revision in numbers, dead ones included: for intake and as-of, never for recall."""

    revision = models.OneToOneField(
        Revision, on_delete=models.CASCADE, primary_key=True, related_name="fingerprint"
    )
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    vector = HalfVectorField()
    dimensions = models.PositiveSmallIntegerField()
    model = models.CharField(max_length=120)

    def __str__(self) -> str:
        return str(self.revision_id)


class CommonTerm(models.Model):
    """A word that stands in many passages of a workspace: the more, the less it tells and the more it costs.

    Refreshed as the workspace grows; search lets rarer words choose before it (sql/search_words.sql).
    """

    id = models.BigAutoField(primary_key=True)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    term = models.TextField()
    passages = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "term"], name="common_term_once")]

    def __str__(self) -> str:
        return self.term
