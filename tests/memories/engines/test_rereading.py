from __future__ import annotations

import importlib.util
import subprocess
import sys

import numpy as np
import pytest

from memories.engines.base import EngineMisconfigured
from memories.engines.registry import reranker, reranker_for
from memories.engines.reranking.settings import RerankerSettings
from memories.engines.rereading import reread
from tests.memories.engines.reranking import stuck
from tests.memories.engines.reranking.by_gold import ByGold

HERE = "module:tests.memories.engines.reranking"
LONG = 30.0


def test_none_is_loaded_while_none_is_configured(settings):
    settings.RERANKER = ""
    assert reranker() is None
    assert reread("q", ["a"], seconds=LONG).reason == "no reranker is configured"


def test_what_is_configured_is_one_and_the_same(settings):
    settings.RERANKER = f"{HERE}.by_gold"
    assert isinstance(reranker(), ByGold) and reranker() is reranker()
    np.testing.assert_array_equal(reread("q", ["a", "gold", ""], seconds=LONG).scores, [0, 1, 0])


def test_at_the_deadline_it_gives_up_and_is_busy_until_it_was_let_go(settings):
    settings.RERANKER = f"{HERE}.stuck"
    stuck.let_go.clear()
    assert reread("q", ["a"], seconds=0.05) == reread_of("the reranker is slow")
    assert reread("q", ["a"], seconds=LONG) == reread_of("the reranker is busy")
    stuck.let_go.set()
    while (again := reread("q", ["a", "b"], seconds=LONG)).scores is None:
        assert again.reason == "the reranker is busy"
    np.testing.assert_array_equal(again.scores, [0, 1])


def reread_of(reason: str):
    return type(reread("", [], seconds=0))(None, reason)


def test_one_that_cannot_says_so_itself(settings):
    settings.RERANKER = f"{HERE}.broken"
    assert reread("q", ["a"], seconds=LONG).reason == "The reranker has no weights."


@pytest.mark.parametrize("setting", ["x", "onnx:x", "sentence-transformers:", "module:"])
def test_a_setting_that_names_none_says_which_there_are(setting):
    with pytest.raises(EngineMisconfigured, match="one of sentence-transformers:"):
        reranker_for(RerankerSettings(setting))


def test_a_missing_package_is_named_and_the_order_stays(settings):
    settings.RERANKER = "module:not_there_at_all"
    assert "not_there_at_all, which is not installed" in reread("q", ["a"], seconds=LONG).reason


@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is not None, reason="torch is part of this environment"
)
def test_without_torch_it_is_said_what_to_install():
    with pytest.raises(EngineMisconfigured, match="pip install sentence-transformers"):
        reranker_for(RerankerSettings("sentence-transformers:some-model"))


def test_recall_imports_no_reranker_by_itself():
    said = (
        "import django; django.setup(); import sys; import memories.recall.recall; "
        "print([name for name in sys.modules if 'cross_encoder' in name or name == 'torch'])"
    )
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
