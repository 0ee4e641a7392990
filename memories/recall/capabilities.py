"""What this installation can do and spend, as it is: what is switched off or not built says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import PurePath
from types import MappingProxyType

from django.conf import settings

from continuum.kernel.actor import Actor
from memories.engines.base import EngineMisconfigured
from memories.engines.extraction.settings import RULES
from memories.engines.off import NoEmbedder
from memories.engines.registry import configured, embedder
from memories.recall.profiles import Profile, profile

# What a person may ask for, and whether it is there. Who builds it says so here; settings add to it.
BUILT: Mapping[str, bool] = MappingProxyType(
    {
        "exact_names": True,
        "history": True,
        "as_of": True,
        "review": True,
        "hooks": True,
        "facts": True,
        "entities": True,
        "links": True,
        "context_packs": True,
        "queries": True,
        "handoffs": True,
        "reindex": True,
        "golden_questions": True,
    }
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """Whether texts are found by meaning, with what, and why not."""

    on: bool
    engine: str = ""
    model: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The profile with its budgets, how texts are found, what is built, what reads texts for their facts, and
    what this connection may.
    """

    profile: Profile
    meaning: Meaning
    built: Mapping[str, bool]
    facts_by: str
    workspaces: tuple[str, ...]
    permissions: tuple[str, ...]
    private: bool

    @property
    def budgets(self) -> dict[str, object]:
        """The numbers of the profile by name, pairs as `usual` and `most`."""
        return {field: value for field, value in asdict(self.profile).items() if field != "name"}


def capabilities(actor: Actor) -> Capabilities:
    """For whoever may enter: it holds no content."""
    return Capabilities(
        profile=profile(),
        meaning=_meaning(),
        built={**BUILT, "reranker": bool(settings.RERANKER)},
        facts_by=_facts_by(),
        workspaces=tuple(sorted(actor.workspaces)),
        permissions=tuple(sorted(actor.permissions)),
        private=actor.private,
    )


def _meaning() -> Meaning:
    """The engine as it is configured. It is not started for this: whether it answers, recall tells."""
    try:
        engine = embedder()
    except EngineMisconfigured as error:
        return Meaning(on=False, reason=error.message)
    if isinstance(engine, NoEmbedder):
        return Meaning(on=False, reason="embedding is switched off")
    chosen = configured()
    return Meaning(on=True, engine=chosen.engine, model=_shown(chosen.model))


def _facts_by() -> str:
    """What reads texts for their facts: the local rules, the name of a language model, or nothing."""
    return _shown(settings.EXTRACTION_MODEL or RULES)


def _shown(model: str) -> str:
    """A model without where it is: no address of a server and no folder is told."""
    name = model.partition("@")[0]
    return PurePath(name).name if PurePath(name).is_absolute() else name
