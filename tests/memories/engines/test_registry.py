from __future__ import annotations

import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memories.engines.base import EmbeddingOff, EngineMisconfigured
from memories.engines.deadline import embed_within
from memories.engines.minilm.embedder import MiniLM
from memories.engines.openai_http.embedder import OpenAIHTTP
from memories.engines.registry import configured, embedder, embedder_for
from memories.engines.settings import EngineSettings

TORCH_IS_HERE = importlib.util.find_spec("sentence_transformers") is not None


def chosen(embedding: str, **more) -> EngineSettings:
    return EngineSettings(cache=Path("models"), embedding=embedding, **more)


def test_the_default_is_minilm_in_eight_bits():
    made = embedder_for(EngineSettings(cache=Path("models")))
    assert isinstance(made, MiniLM)
    assert (made.model_id, made.dimensions) == ("all-MiniLM-L6-v2/onnx-q8b32", 384)


def test_the_variant_can_be_named():
    assert embedder_for(chosen("onnx:all-MiniLM-L6-v2/fp32")).model_id == "all-MiniLM-L6-v2/onnx-fp32"


def test_a_server_can_be_named():
    made = embedder_for(chosen("openai:nomic@http://127.0.0.1:9/v1#dimensions=8", api_key="k"))
    assert isinstance(made, OpenAIHTTP)
    assert (made.model_id, made.dimensions) == ("nomic/openai:nomic@127.0.0.1:9/v1#8", 8)
    made.close()


def test_it_can_be_switched_off():
    made = embedder_for(chosen("none"))
    with pytest.raises(EmbeddingOff):
        made.embed(["a"])
    assert embed_within(made, ["a"], seconds=10).reason == "unavailable"


@pytest.mark.parametrize(
    "setting",
    [
        "",
        "onnx",
        "onnx:",
        "onnx:all-MiniLM-L12-v2",
        "onnx:all-MiniLM-L6-v2/int4",
        "torch:x",
        "none:x",
        "openai:x",
        "openai:@http://h",
        "openai:x@ftp://h/v1",
        "sentence-transformers:",
    ],
)
def test_a_setting_that_names_nothing_is_a_configuration_error(setting):
    with pytest.raises(EngineMisconfigured, match=r"CONTINUUM_EMBEDDING|there are"):
        embedder_for(chosen(setting))


@pytest.mark.skipif(TORCH_IS_HERE, reason="the package is installed here")
def test_an_engine_that_is_not_installed_says_how_to_install_it():
    with pytest.raises(EngineMisconfigured, match="pip install sentence-transformers"):
        embedder_for(chosen("sentence-transformers:all-mpnet-base-v2"))


def test_however_many_threads_ask_there_is_one_embedder():
    wanted = chosen("onnx:all-MiniLM-L6-v2", threads=1)
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(embedder_for, [wanted] * 32))
    assert len(set(map(id, made))) == 1


def test_the_settings_of_the_process_are_followed_when_they_change(settings):
    settings.EMBEDDING = "none"
    assert embedder().model_id == "none"
    settings.EMBEDDING = "onnx:all-MiniLM-L6-v2"
    settings.EMBEDDING_WEIGHTS = "~/weights"
    assert embedder().model_id.startswith("all-MiniLM")
    assert configured().weights == Path.home() / "weights"
    assert configured().cache == settings.CONTINUUM_HOME.root / "models"


IMPORTED = """
import sys
from pathlib import Path
from memories.engines.registry import embedder_for
from memories.engines.settings import EngineSettings
embedder_for(EngineSettings(cache=Path("models"), embedding="none"))
print(*sorted({"onnxruntime", "tokenizers", "onnx", "httpx", "torch"} & set(sys.modules)))
"""


def test_what_is_not_configured_is_not_imported():
    ended = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout.strip() == ""
