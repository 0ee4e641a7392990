"""The steps of jobs that this room knows, for who runs a worker."""

from __future__ import annotations

from types import MappingProxyType

from memories.portability.import_steps import IMPORT_STEPS
from memories.portability.transfer_steps import TRANSFER_STEPS

STEPS = MappingProxyType({**IMPORT_STEPS, **TRANSFER_STEPS})
