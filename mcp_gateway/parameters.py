"""The parameters that tools share: one type, one description, one meaning. Rules are checked by the verbs."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from mcp_gateway.limits import MAX_PAGE


def _choice(*values: str) -> dict[str, Any]:
    """Published as an enum, checked by the verb: it names the field, and it knows older spellings."""
    return {"enum": list(values)}


def _choices(*values: str) -> dict[str, Any]:
    return {"items": {"type": "string", "enum": list(values)}}


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _storable(value: str) -> str:
    if "\x00" in value:
        raise PydanticCustomError("nul", "holds a NUL character, which cannot be stored")
    return value


# Intake cleans or refuses texts, recall queries. What goes into a statement as it is, is checked here.
_Short = Annotated[str, AfterValidator(_storable)]
_Several = Annotated[list[_Short], BeforeValidator(_as_list)]
_STATUSES = ("active", "proposed", "superseded", "rejected")
_TRUST = ("owner", "agent", "tool_output", "document", "web", "import")

# --- Which memory ------------------------------------------------------------------------------------------
Name = Annotated[_Short, Field(description="Its name.")]
Workspace = Annotated[
    _Short | None,
    Field(description="Workspace; `default` when left out. Reading another also reads `default`."),
]
WritingTo = Annotated[_Short | None, Field(description="Workspace; `default` when left out.")]
PromoteFrom = Annotated[
    _Short | None,
    Field(description="Instead of a text: take the memory `name` from this workspace to `workspace`."),
]
TaskId = Annotated[_Short | None, Field(description="The task, for scope `task`.")]
NewWorkspace = Annotated[
    str | None, Field(description="Make this one first unless it is there: small letters, digits, - and _.")
]
Private = Annotated[bool, Field(description="Read private memories too, if allowed.")]

# --- What is said ------------------------------------------------------------------------------------------
Content = Annotated[str | None, Field(description="The text, Markdown, up to 1 MiB. Either this or `value`.")]
Value = Annotated[Any, Field(description="Any JSON instead of a text.")]
NewName = Annotated[
    str | None,
    Field(description="Its name; made from the text when left out. An existing name gets a new version."),
]
Description = Annotated[str | None, Field(description="One line on what it is about.")]
Kind = Annotated[
    str | None,
    Field(description="Slug: user, feedback, project, reference, user_preference, user_fact, decision ..."),
]
Tags = Annotated[_Several | None, Field(description="Tags.")]
ScopeOf = Annotated[
    str | None,
    Field(
        description="Who it is for: every agent (`user`, usual), one task, only this agent.",
        json_schema_extra=_choice("user", "task", "agent"),
    ),
]
Tier = Annotated[
    str | None,
    Field(
        description="`always`: in every context. `relevance`: when it matches. `manual`: when asked for.",
        json_schema_extra=_choice("always", "relevance", "manual"),
    ),
]
NewTier = Annotated[str, Field(json_schema_extra=_choice("always", "relevance", "manual"))]
SensitivityOf = Annotated[str | None, Field(json_schema_extra=_choice("public", "private"))]
TrustOf = Annotated[
    str,
    Field(description="Where the words come from.", json_schema_extra=_choice(*_TRUST[1:])),
]
Source = Annotated[str, Field(description="Where it was learnt: a file, a URL, a conversation.")]
SourceDate = Annotated[str | None, Field(description="When the source said it. ISO, as all dates.")]
Confidence = Annotated[float | None, Field(description="0 to 1, together with `basis`.")]
BasisOf = Annotated[
    str | None,
    Field(
        description="`user_asserted` needs `user_confirmed`.",
        json_schema_extra=_choice("user_asserted", "agent_inferred", "source_supported"),
    ),
]
UserConfirmed = Annotated[bool, Field(description="The user said so in this conversation.")]
ExpiresAt = Annotated[str | None, Field(description="Not read after this.")]
CheckBy = Annotated[str | None, Field(description="To be checked again by then.")]
ValidFrom = Annotated[str | None, Field(description="True from then on.")]
ValidUntil = Annotated[str | None, Field(description="True until then.")]
Supersedes = Annotated[_Several | None, Field(description="Names of memories this one replaces.")]
Clear = Annotated[
    _Several | None,
    Field(description="Fields to empty.", json_schema_extra=_choices("tags", "expires_at", "check_by")),
]

# --- How it is written -------------------------------------------------------------------------------------
WriteModeOf = Annotated[
    str,
    Field(
        description="`merge` merges a JSON object into the stored one.",
        json_schema_extra=_choice("replace", "merge"),
    ),
]
EarlierVersion = Annotated[int, Field(description="The number of the version that it shall say again.")]
ExpectedVersion = Annotated[
    int | None, Field(description="Write only if this is its version; 0: only if it does not exist.")
]
IdempotencyKey = Annotated[str | None, Field(description="The same key again returns the first answer.")]

# --- What is looked for ------------------------------------------------------------------------------------
QueryText = Annotated[str | None, Field(description="A question or words. Left out: the newest that fit.")]
Names = Annotated[_Several | None, Field(description="Only these names. One name alone: its whole text.")]
Kinds = Annotated[_Several | None, Field(description="Only these kinds.")]
AnyTags = Annotated[_Several | None, Field(description="With any of these tags.")]
Scopes = Annotated[_Several | None, Field(json_schema_extra=_choices("user", "task", "agent"))]
Tiers = Annotated[_Several | None, Field(json_schema_extra=_choices("always", "relevance", "manual"))]
Statuses = Annotated[
    _Several | None, Field(description="Usually active and proposed.", json_schema_extra=_choices(*_STATUSES))
]
Trusts = Annotated[_Several | None, Field(json_schema_extra=_choices(*_TRUST))]
Since = Annotated[str | None, Field(description="Written since: ISO date (its whole day) or time.")]
Until = Annotated[str | None, Field(description="Written until: ISO date (its whole day) or time.")]
Archived = Annotated[bool, Field(description="Those in the archive instead.")]
Limit = Annotated[int, Field(json_schema_extra={"minimum": 1, "maximum": MAX_PAGE})]
AsOf = Annotated[str | None, Field(description="What was true then.")]
KnownAt = Annotated[str | None, Field(description="What was held then.")]
Explain = Annotated[str | None, Field(description="A name: why that memory did not come back.")]
Cursor = Annotated[str | None, Field(description="`next_cursor` of the page before, same question.")]
