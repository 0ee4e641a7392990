from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memories.engines.base import EmbeddingUnavailable
from memories.engines.minilm import cache as cache_module
from memories.engines.minilm.cache import ABANDONED_SECONDS, model_file
from memories.engines.minilm.model import Variant
from memories.engines.minilm.weights import find_model_folder, sha256_of


@pytest.fixture
def built(model_cache: Path, tmp_path: Path, minilm) -> Path:
    """A model in a cache of its own, built like the shared one."""
    minilm.embed([""])
    shutil.copytree(model_cache, tmp_path / "cache", ignore=shutil.ignore_patterns("*fp32*"))
    return model_file(tmp_path / "cache", find_model_folder(), Variant.Q8B32)


def again(built: Path) -> Path:
    return model_file(built.parent, find_model_folder(), Variant.Q8B32)


def test_a_whole_model_is_used_as_it_is(built):
    before = built.stat()
    assert again(built) == built
    assert (built.stat().st_ino, built.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_model_found_whole_needs_no_weights(built, tmp_path):
    assert model_file(built.parent, tmp_path / "nowhere", Variant.Q8B32) == built


@pytest.mark.parametrize("damage", ["one byte", "cut short", "no hash", "gone"])
def test_a_damaged_model_is_built_anew(built, damage):
    whole = sha256_of(built)
    with built.open("r+b") as file:
        if damage == "one byte":
            file.seek(1_000_000)
            file.write(bytes([file.read(1)[0] ^ 1]))
        elif damage == "cut short":
            file.truncate(1_000_000)
    if damage == "no hash":
        built.with_suffix(".sha256").unlink()
    elif damage == "gone":
        built.unlink()
    assert sha256_of(again(built)) == whole
    assert sorted(path.suffix for path in built.parent.iterdir()) == [".onnx", ".sha256"]


BUILD = """
import sys
from pathlib import Path
from memories.engines.minilm.cache import model_file
from memories.engines.minilm.model import Variant
from memories.engines.minilm.weights import find_model_folder, sha256_of
print(sha256_of(model_file(Path(sys.argv[1]), find_model_folder(), Variant.Q8B32)))
"""


def test_two_processes_may_build_at_once(tmp_path):
    command = [sys.executable, "-c", BUILD, str(tmp_path / "cache")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    hashes = {process.communicate(timeout=100)[0].strip() for process in processes}
    assert [process.returncode for process in processes] == [0, 0]
    model = model_file(tmp_path / "cache", tmp_path / "nowhere", Variant.Q8B32)
    assert hashes == {sha256_of(model)}
    assert len(list(model.parent.iterdir())) == 2


def test_what_a_killed_build_left_is_swept_and_a_running_one_is_not(built):
    left, running = (built.parent / f".building-{name}" for name in ("left", "running"))
    for folder in (left, running):
        folder.mkdir()
    long_ago = time.time() - ABANDONED_SECONDS - 60
    os.utime(left, (long_ago, long_ago))
    built.unlink()
    again(built)
    assert not left.exists()
    assert running.exists()


def test_a_cache_that_cannot_be_written_is_one_clear_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(EmbeddingUnavailable, match="cannot be kept in"):
        model_file(tmp_path / "file" / "cache", find_model_folder(), Variant.Q8B32)


def test_a_build_that_fails_says_its_last_words_and_leaves_nothing(tmp_path):
    with pytest.raises(EmbeddingUnavailable, match=r"failed with status 1: .*[Ss]afetensor"):
        cache_module._make(tmp_path / "cache" / "model.onnx", Path(__file__), Variant.Q8B32)
    assert list((tmp_path / "cache").iterdir()) == []
