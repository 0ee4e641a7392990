"""A memory: the named line along which its revisions stand. It holds no text itself."""

from __future__ import annotations

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from continuum.kernel.ids import new_id
from memories.models.workspace import Workspace


class Scope(models.TextChoices):
    """Where in a workspace a memory applies: every agent, one task, or only the agent that wrote it."""

    USER = "user"
    TASK = "task"
    AGENT = "agent"


class RecallTier(models.TextChoices):
    """`always` in every injected context, `relevance` when it matches, `manual` only when asked for."""

    ALWAYS = "always"
    RELEVANCE = "relevance"
    MANUAL = "manual"


class Sensitivity(models.TextChoices):
    PUBLIC = "public"
    PRIVATE = "private"


IS_PRESENT = (Q(expires_at=None) | Q(expires_at__gt=Now())) & Q(archived_at=None, quarantined_at=None)
"""Neither archived, nor in quarantine, nor past its expiry."""


class MemoryQuerySet(models.QuerySet["Memory"]):
    def present(self) -> MemoryQuerySet:
        """Those that can be read: see IS_PRESENT."""
        return self.filter(IS_PRESENT)

    def applying_to(
        self, *, agent: str | None, task_id: str | None, every_task: bool = False
    ) -> MemoryQuerySet:
        """Those whose scope reaches this agent and task; `agent=None` stands for a person, who sees every
        scope.
        """
        if agent is None:
            return self
        reach = Q(scope=Scope.USER) | Q(scope=Scope.AGENT, scope_key=agent)
        if every_task:
            reach |= Q(scope=Scope.TASK)
        elif task_id:
            reach |= Q(scope=Scope.TASK, scope_key=task_id)
        return self.filter(reach)


class Memory(models.Model):
    """Identity, name and how it applies.

    `scope_key` is the task id or the agent's name, or empty: with workspace, scope and name it is unique.
    `version` is the number of the active revision, 0 while there is none.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=64, default="reference")
    tags = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    scope = models.CharField(max_length=8, choices=Scope.choices, default=Scope.USER)
    scope_key = models.CharField(max_length=200, blank=True, default="")
    recall_tier = models.CharField(max_length=10, choices=RecallTier.choices, default=RecallTier.RELEVANCE)
    sensitivity = models.CharField(max_length=8, choices=Sensitivity.choices, default=Sensitivity.PUBLIC)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())
    archived_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    check_by = models.DateTimeField(null=True, blank=True)
    quarantined_at = models.DateTimeField(null=True, blank=True)
    erasure_asked_at = models.DateTimeField(null=True, blank=True)

    objects = MemoryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "scope", "scope_key", "name"], name="memory_name_once_per_scope"
            ),
            models.CheckConstraint(
                condition=Q(scope=Scope.USER, scope_key="") | ~Q(scope=Scope.USER) & ~Q(scope_key=""),
                name="memory_scope_has_its_key",
            ),
        ]
        indexes = [models.Index(fields=["workspace", "-updated_at", "id"], name="memory_newest_first")]

    def __str__(self) -> str:
        return self.name

    def present_at(self, moment: datetime) -> bool:
        """The same of one memory."""
        over = self.expires_at is not None and self.expires_at <= moment
        return self.archived_at is None and self.quarantined_at is None and not over

    @property
    def private(self) -> bool:
        return self.sensitivity == Sensitivity.PRIVATE

    @property
    def reach(self) -> str:
        """How far the scope reaches, in one word that a search can compare."""
        return reach(self.scope, self.scope_key)


def reach(scope: str, scope_key: str) -> str:
    """Empty for every agent, else `task:<id>` or `agent:<name>`."""
    return "" if scope == Scope.USER else f"{scope}:{scope_key}"
