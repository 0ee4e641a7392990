from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOAD = "from memories.engines.minilm.runtime import onnxruntime; print(onnxruntime.__version__)"


def test_the_runtime_reports_nothing_and_leaves_no_session_file(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", LOAD], env=environment, check=True, capture_output=True)
    assert list(tmp_path.iterdir()) == []


def test_without_the_switch_it_would(tmp_path: Path) -> None:
    """Should this fail, the library has changed and the switch may no longer be needed."""
    environment = {"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}  # it is silent where CI is set, too
    subprocess.run([sys.executable, "-c", "import onnxruntime"], env=environment, check=True)
    assert [file.name for file in tmp_path.iterdir()] == [".ses"]
