from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from memories.engines.openai_http.address import parse_address
from memories.engines.openai_http.embedder import OpenAIHTTP
from memories.engines.openai_http.transport import Limits
from tests.memories.engines.openai_http.embedding_server import EmbeddingServer, running

QUICK = Limits(one_try=5.0, whole=20.0, tries=3, first_wait=0.01, longest_wait=0.3)


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with running() as started:
        yield started


@pytest.fixture
def client(server: EmbeddingServer) -> Iterator[Callable[..., OpenAIHTTP]]:
    """Makes embedders that talk to the server and gives their connections back at the end."""
    made: list[OpenAIHTTP] = []

    def make(options: str = "", *, limits: Limits = QUICK, api_key: str = "") -> OpenAIHTTP:
        address = parse_address(f"some-model@{server.base}{options}")
        made.append(OpenAIHTTP(address, api_key=api_key, limits=limits))
        return made[-1]

    yield make
    for each in made:
        each.close()
