"""How a tool's arguments are read: texts as they are, unknown names refused."""

from __future__ import annotations

import json
from typing import Any, get_args

from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from pydantic import ConfigDict, create_model


class Arguments(FuncMetadata):
    """The SDK's reading of arguments, with three differences.

    The SDK parses every string that looks like JSON unless its field is exactly `str`: the text "[1]" for an
    optional text would become a list and be refused. And it drops arguments it does not know: a misspelt
    `tag` would be lost in silence. And null means a field that is not given: models that have to name every
    field send it for those they leave open.
    """

    @classmethod
    def like(cls, found: FuncMetadata, *, output_schema: dict[str, Any] | None) -> Arguments:
        """The SDK's findings about a function, read our way and with this schema of its answer."""
        strict = create_model(found.arg_model.__name__, __base__=(found.arg_model, _NothingElse))
        return cls(arg_model=strict, output_schema=output_schema, output_model=found.output_model)

    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Arrays and objects that a client wrote out as a string, where the field takes no text."""
        # The SDK calls a field otherwise whose name pydantic has taken, `schema` for one.
        fields = {field.alias or name: field for name, field in self.arg_model.model_fields.items()}
        texts = {name for name, field in fields.items() if _takes_text(field.annotation)}
        open_ones = {name for name, field in fields.items() if not field.is_required()}
        given = {name: value for name, value in data.items() if value is not None or name not in open_ones}
        return {name: value if name in texts else _parsed(value) for name, value in given.items()}


class _NothingElse(ArgModelBase):
    model_config = ConfigDict(extra="forbid")


def _takes_text(annotation: Any) -> bool:
    return annotation is str or str in get_args(annotation)


def _parsed(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        parsed = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return parsed if isinstance(parsed, dict | list) else value
