"""onnxruntime without its telemetry: 1.32 keeps a session file in the temporary folder and would report
usage to its maker. Nothing about this store leaves the machine unasked, so it is switched off before the
library is loaded.
"""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime  # type: ignore[import-untyped,unused-ignore]

onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime"]
