"""Built models on disk. A file is used only while its hash is the one written down when it was built.

    <cache>/all-MiniLM-L6-v2.<variant>.<weights' hash>.v<builder>.onnx     the model
    <cache>/all-MiniLM-L6-v2.<variant>.<weights' hash>.v<builder>.sha256   its hash

Any number of processes may build at once: each works in a folder of its own and renames what it finished.
They all make the same bytes, so it does not matter whose comes last.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from memories.engines.base import EmbeddingUnavailable
from memories.engines.minilm.model import NAME, Variant
from memories.engines.minilm.weights import WEIGHTS_SHA256, sha256_of, verified_weights

# Raise it with every change to what `graph` or `eight_bit` make: a test notices a forgotten one.
BUILDER_VERSION = 1
LONGEST_BUILD_SECONDS = 300
# A folder this old belongs to a build that was killed.
ABANDONED_SECONDS = 3600

_SCRATCH = ".building-"
_PACKAGE_ROOT = Path(__file__).resolve().parents[3]


def model_file(cache: Path, model_folder: Path, variant: Variant) -> Path:
    """The built model, from the cache if it is there and whole, else built now. Raises
    EmbeddingUnavailable.
    """
    target = cache / f"{NAME}.{variant}.{WEIGHTS_SHA256[:12]}.v{BUILDER_VERSION}.onnx"
    try:
        if not _is_whole(target):
            _make(target, verified_weights(model_folder), variant)
    except OSError as error:
        raise EmbeddingUnavailable(
            f"The embedding model cannot be kept in {cache}: {error.strerror or error}. "
            "Make room or give this user the right to write there."
        ) from error
    return target


def _is_whole(model: Path) -> bool:
    noted = _hash_file(model)
    return (
        model.is_file()
        and noted.is_file()
        and sha256_of(model) == noted.read_text("ascii", "replace").strip()
    )


def _hash_file(model: Path) -> Path:
    return model.with_suffix(".sha256")


def _make(target: Path, weights: Path, variant: Variant) -> None:
    """Build beside the target, then rename: the model first, so that its hash never speaks of an older
    one.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target.parent)
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=target.parent) as scratch:
        built, noted = Path(scratch, "model.onnx"), Path(scratch, "model.sha256")
        _run_builder(weights, variant, built)
        noted.write_text(sha256_of(built) + "\n", "ascii")
        built.replace(target)
        noted.replace(_hash_file(target))


def _run_builder(weights: Path, variant: Variant, built: Path) -> None:
    command = [sys.executable, "-m", "memories.engines.minilm.build", str(weights), str(variant), str(built)]
    search_path = os.pathsep.join(filter(None, [str(_PACKAGE_ROOT), os.environ.get("PYTHONPATH")]))
    try:
        subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": search_path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=LONGEST_BUILD_SECONDS,
        )
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
        raise EmbeddingUnavailable(
            f"Building the embedding model failed with status {error.returncode}: {said}"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise EmbeddingUnavailable(
            f"Building the embedding model took longer than {LONGEST_BUILD_SECONDS} s."
        ) from error


def _sweep(cache: Path) -> None:
    """Remove what killed builds left behind."""
    for scratch in cache.glob(f"{_SCRATCH}*"):
        if time.time() - scratch.stat().st_mtime > ABANDONED_SECONDS:
            shutil.rmtree(scratch, ignore_errors=True)
