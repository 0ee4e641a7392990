"""The shapes that requests are made of. What the values may be is for the verbs to say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

MAX_VALUES = 200  # in one list of a request
MAX_NAMED = 5  # unknown fields that a refusal names
LONGEST_NAMED = 60


class Shape(serializers.Serializer[Any]):
    """A request in its parts. A field that is not known is refused: dropped silently, it would mislead."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (unknown := [key for key in data if key not in self.fields]):
            message = _("There is no such field.")
            raise serializers.ValidationError({key[:LONGEST_NAMED]: message for key in unknown[:MAX_NAMED]})
        return super().to_internal_value(data)

    @property
    def given(self) -> dict[str, Any]:
        """What was really given: null means the same as nothing."""
        return {key: value for key, value in self.validated_data.items() if value is not None}


class Text(serializers.CharField):
    """A string, and nothing that could be made into one. NUL and lone surrogates cannot be stored."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"trim_whitespace": False, "allow_blank": True, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class Number(serializers.FloatField):
    """A JSON number: neither a string of digits nor true."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool | str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Moment(serializers.DateTimeField):
    """A time with its offset, in UTC from here on. Without an offset it is left for the verb to refuse."""

    def enforce_timezone(self, value: datetime) -> datetime:
        try:
            return value if value.tzinfo is None else value.astimezone(UTC)
        except OverflowError:
            self.fail("overflow", timezone="UTC")


@extend_schema_field({})
class AnyJSON(serializers.Field):
    """Any JSON value."""

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


def optional(field: type[serializers.Field[Any, Any, Any, Any]], **kwargs: Any) -> Any:
    """A field that may be left out, or null, which is the same."""
    return field(required=False, allow_null=True, default=None, **kwargs)


def texts(help_text: Any = None) -> serializers.ListField:
    """An optional list of strings; in a query the parameter is repeated."""
    return serializers.ListField(
        child=Text(),
        required=False,
        allow_null=True,
        default=None,
        max_length=MAX_VALUES,
        help_text=help_text,
    )
