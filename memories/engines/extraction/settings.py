"""What the operator chose to read claims with."""

from __future__ import annotations

from dataclasses import dataclass, field

OFF, RULES = "none", "rules"


@dataclass(frozen=True)
class ExtractionSettings:
    """`model` is `rules`, `none`, or a provider and a model as litellm calls them (`openai/gpt-5-mini`,
    `anthropic/claude-haiku-4-5`, `ollama/qwen3`). `base_url` leads to another server of that provider's
    kind. `mode` is how the answer's shape is asked for: `tools` or `json`. `price` is dollars for a million
    tokens asked and answered; None where litellm's list is to be believed.
    """

    model: str = RULES
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    mode: str = "tools"
    seconds: float = 30.0
    price: tuple[float, float] | None = None
