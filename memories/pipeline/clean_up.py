"""The nightly clean-up of a workspace: what is past its limit, handoffs that expired, another model
and other settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from memories import outbox
from memories.models import Job
from memories.pipeline.golden_again import notice_another_setup
from memories.pipeline.reindex import notice_another_model, notice_other_words
from memories.pipeline.worker import worker_for
from memories.services import retention
from memories.services.handoffs import expire_handoffs


def clean_up(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Clear away what is past its limit. Several jobs at once are one clean-up."""
    retention.clean_up(worker_for(workspace), workspace=str(workspace))
    expire_handoffs(worker_for(workspace), workspace=str(workspace))
    notice_other_words(workspace)
    notice_another_model(workspace)
    notice_another_setup(workspace)
    for job in jobs:
        outbox.done(job)
