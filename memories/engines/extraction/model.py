"""Claims from a language model, of any provider that litellm knows, in answers that instructor holds
against a schema.

What a call may cost is reserved before it is made, each try for itself, and settled by what it did cost; a
try that nobody answered for costs what was reserved, since nobody knows. No text, answer or key stands in
an error.
"""

from __future__ import annotations

import json
import logging
import math
import re
from typing import Any, TypeGuard

import httpx
import instructor
import litellm
from instructor.core.exceptions import IncompleteOutputException, InstructorRetryException
from pydantic import BaseModel, ValidationError
from tenacity import RetryCallState, Retrying, stop_after_attempt

from memories.engines.base import EngineMisconfigured
from memories.engines.extraction.base import (
    BudgetSpent,
    ExtractionInvalid,
    ExtractionUnavailable,
    Meter,
    Source,
)
from memories.engines.extraction.bounded import Bounded
from memories.engines.extraction.grounding import grounded
from memories.engines.extraction.schema import INSTRUCTIONS, ExtractedClaim, Extraction
from memories.engines.extraction.settings import ExtractionSettings
from memories.engines.extraction.shape import Shaped, shaping_messages
from memories.text.claims.claim import Reading
from memories.text.claims.reading import MAX_READ
from memories.text.passages import split

TRIES = 3
CHUNK_COST, MOST_CHUNKS = 8_000, 16
"""A long text is read in pieces of so many letters (see text.passages for what a letter costs), the first
ones.
"""

MOST_ANSWER_TOKENS = 4_000
SCHEMA_TOKENS = len(json.dumps(Extraction.model_json_schema())) + len(INSTRUCTIONS) + 1_000
"""More than instructions, schema and envelope can come to: a token has a byte at the least."""

MOST_BELIEVED_TOKENS = 10_000_000
"""Of one call. A provider that tells of more is not believed, and is paid what was reserved."""

FIRST_WAIT, LONGEST_WAIT = 1.0, 10.0
"""Seconds between tries; a provider that asks for a longer rest is left alone, and the job waits."""

LONGEST_REST = 86_400.0
"""Seconds that a provider can ask for."""

_SECONDS = re.compile(r"[0-9]{1,20}(?:\.[0-9]{1,9})?")
_FAILED = (litellm.InternalServerError, litellm.ServiceUnavailableError, litellm.BadGatewayError)
_NO_CALL = (httpx.HTTPStatusError, httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_AWAY = (litellm.APIConnectionError, *_FAILED)
_UNFIT = (ValidationError, IncompleteOutputException, InstructorRetryException, ValueError)
_CLIENT_ERRORS, _TIMEOUT, _TOO_MANY = (400, 500), 408, 429

litellm.telemetry = False
litellm.suppress_debug_info = True
litellm.drop_params = True
litellm.sync_transport = Bounded()  # for every provider but those of OpenAI's kind, which take a client
litellm.client_session = httpx.Client(transport=Bounded(), follow_redirects=True)
for _name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "instructor", "httpx"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)  # their lines may quote texts


class ModelExtractor:
    local = False

    def __init__(self, chosen: ExtractionSettings) -> None:
        self._chosen = chosen
        mode = instructor.Mode.TOOLS if chosen.mode == "tools" else instructor.Mode.JSON
        self._client = instructor.from_litellm(litellm.completion, mode=mode)
        self._price = chosen.price or _known_price(chosen.model)

    @property
    def model_id(self) -> str:
        return self._chosen.model[:120]

    def extract(self, source: Source, *, meter: Meter) -> Reading:
        pieces = split(source.text[:MAX_READ], target=CHUNK_COST, limit=CHUNK_COST)[:MOST_CHUNKS]
        claims = [claim for piece in pieces for claim in self._claims(piece.text, source, meter)]
        return grounded(claims, source)

    def _claims(self, text: str, source: Source, meter: Meter) -> list[ExtractedClaim]:
        tries = Retrying(
            stop=stop_after_attempt(TRIES),
            wait=_wait,
            retry=_worth_it,
            reraise=True,
        )
        answer: Extraction = tries(self._try, text, source, meter)
        return list(answer.claims)

    def shape(self, text: str, wanted: str, *, meter: Meter) -> Any:
        """What a text says, in the shape of a JSON Schema or of a description in words. Raises
        ExtractionUnavailable, ExtractionInvalid, BudgetSpent. Whether it fits the schema is for the caller
        to see.
        """
        answer: Shaped = self._paid(shaping_messages(text, wanted), Shaped, meter)
        return answer.data

    def _try(self, text: str, source: Source, meter: Meter) -> Extraction:
        answer: Extraction = self._paid(_messages(text, source), Extraction, meter)
        return answer

    def _paid(self, messages: list[Any], shape: type[BaseModel], meter: Meter) -> Any:
        """One call, paid for."""
        tokens = sum(len(each["content"].encode()) for each in messages) + SCHEMA_TOKENS
        reserved = (tokens + MOST_ANSWER_TOKENS, self._cost(tokens, MOST_ANSWER_TOKENS))
        if not meter.reserve(tokens=reserved[0], micros=reserved[1]):
            raise BudgetSpent("This workspace has spent what extraction may cost it this month.")
        spent: tuple[int, int] = reserved
        try:
            made, completion = self._client.chat.completions.create_with_completion(
                model=self._chosen.model,
                messages=messages,
                response_model=shape,
                max_retries=0,
                max_tokens=MOST_ANSWER_TOKENS,
                temperature=0,
                timeout=self._chosen.seconds,
                num_retries=0,
                api_base=self._chosen.base_url or None,
                api_key=self._chosen.api_key or None,
            )
            spent = self._spent(completion, reserved)
        except Exception as error:
            spent = self._spent_in_vain(error, reserved)
            raise _told(error) from None
        else:
            return made
        finally:
            meter.settle(reserved=reserved, spent=spent)

    def _spent(self, completion: Any, reserved: tuple[int, int]) -> tuple[int, int]:
        usage = getattr(completion, "usage", None)
        asked, answered = (getattr(usage, each, None) for each in ("prompt_tokens", "completion_tokens"))
        if not _believable(asked) or not _believable(answered) or not asked:
            return reserved  # nobody is asked without a word
        return asked + answered, self._cost(asked, answered)

    def _spent_in_vain(self, error: Exception, reserved: tuple[int, int]) -> tuple[int, int]:
        """A refusal and what was never sent cost nothing, an answer that does not fit what it says, silence
        what was reserved.
        """
        cause = _cause(error)
        if isinstance(cause, litellm.RateLimitError) or _refuses(cause) or _told_off(error):
            return 0, 0
        return self._spent(getattr(error, "last_completion", None), reserved)

    def _cost(self, asked: int, answered: int) -> int:
        """Millionths of a dollar, rounded up; a price is in dollars for a million tokens, which is the
        same.
        """
        return math.ceil(asked * self._price[0] + answered * self._price[1])


def _believable(tokens: Any) -> TypeGuard[int]:
    """Whether a call can have cost so many: what is below nothing would fill the budget up again."""
    return isinstance(tokens, int) and 0 <= tokens <= MOST_BELIEVED_TOKENS


def make(chosen: ExtractionSettings) -> ModelExtractor:
    return ModelExtractor(chosen)


def _messages(text: str, source: Source) -> list[dict[str, str]]:
    speaker = f"`I` is {source.speaker}. " if source.speaker else ""
    user = f"The user is {source.user}. " if source.user else ""
    data = json.dumps({"text": text}, ensure_ascii=False)
    return [
        {"role": "system", "content": INSTRUCTIONS},
        {"role": "user", "content": f"{speaker}{user}The text, as JSON:\n{data}"},
    ]


def _known_price(model: str) -> tuple[float, float]:
    """Dollars for a million tokens asked and answered, as litellm's own list has it; 0 for what it does not
    know.
    """
    known = litellm.model_cost.get(model) or litellm.model_cost.get(model.partition("/")[2]) or {}
    prices = (known.get(f"{way}_cost_per_token") or 0.0 for way in ("input", "output"))
    asked, answered = (float(price) * 1_000_000 for price in prices)
    return asked, answered


# --- Errors -------------------------------------------------------------------------------------------------


def _cause(error: BaseException) -> BaseException:
    """What instructor wrapped, down to the provider's own error."""
    while isinstance(error, InstructorRetryException) and error.__cause__ is not None:
        error = error.__cause__
    last = getattr(error, "last_attempt", None)
    inner = last.exception() if last is not None and last.failed else None
    return _cause(inner) if inner is not None and inner is not error else error


def _told(error: Exception) -> Exception:
    cause = _cause(error)
    kind = type(cause).__name__
    if isinstance(cause, litellm.RateLimitError):
        return ExtractionUnavailable("The model's provider asks for a rest.", seconds=_rest(cause))
    if isinstance(cause, _AWAY):
        return ExtractionUnavailable(f"The model does not answer ({kind}).")
    if isinstance(cause, _UNFIT) and not _refuses(cause):
        return ExtractionInvalid("The model's answer does not fit the schema.")
    if _refuses(cause):
        return EngineMisconfigured(f"The model's provider refuses ({kind}). Check model, address and key.")
    return ExtractionUnavailable(f"The model does not answer ({kind}).")


def _refuses(error: BaseException) -> bool:
    """Whether it would say the same to any further try: a key, an address or a model that is no good."""
    status = getattr(error, "status_code", None)
    client = isinstance(status, int) and _CLIENT_ERRORS[0] <= status < _CLIENT_ERRORS[1]
    return client and status not in (_TIMEOUT, _TOO_MANY)


def _told_off(error: BaseException | None) -> bool:
    """Whether the server answered with an error, or was never reached. litellm also calls a connection that
    broke off in the middle an error of the server; what that call cost nobody knows.
    """
    while error is not None:
        if isinstance(error, _NO_CALL):
            return True
        error = error.__cause__ or error.__context__
    return False


def _rest(error: Any) -> float:
    """How long a provider asks to be left alone, in seconds."""
    answered = getattr(getattr(error, "response", None), "headers", None) or {}
    kept = getattr(error, "litellm_response_headers", None) or {}
    told = str(answered.get("retry-after") or kept.get("retry-after") or "")
    return min(float(told), LONGEST_REST) if _SECONDS.fullmatch(told) else 0.0


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    asked = error.seconds if isinstance(error, ExtractionUnavailable) else 0.0
    doubled: float = FIRST_WAIT * 2.0 ** (state.attempt_number - 1)
    return max(asked, min(doubled, LONGEST_WAIT))


def _worth_it(state: RetryCallState) -> bool:
    """Whether another try may help, and soon."""
    error = state.outcome.exception() if state.outcome else None
    soon = isinstance(error, ExtractionUnavailable) and error.seconds <= LONGEST_WAIT
    return soon or isinstance(error, ExtractionInvalid)
