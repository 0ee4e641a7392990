"""Traces to an OpenTelemetry collector: from door to tool to verb to SQL, by names alone.

Spans are made from what the code says of itself (continuum.kernel.watching), not by instrumentation that
reads requests and statements: no text, token, address, parameter or message of an error is in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created
from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from continuum.kernel.watching import OK, Kind, Seen, current_request, seen, watch

SEND_SECONDS: Final = 5
SERVER_ERROR: Final = 500
_STATEMENT = re.compile(
    r"\s*(?P<verb>[A-Za-z]+)\b(?:.*?\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?\"?(?P<table>[a-z_]+))?", re.S
)
_OURS = re.compile(r"(memories|oauth|continuum|django)_[a-z_]+")
_OPEN: ContextVar[tuple[tuple[Seen, Span, Any], ...]] = ContextVar("spans", default=())


class TracingConfig(AppConfig):
    """Installed where CONTINUUM_OTLP_ENDPOINT is set."""

    name = "continuum.tracing"

    def ready(self) -> None:
        provider = TracerProvider(resource=Resource.create({"service.name": "continuum"}))
        exporter = OTLPSpanExporter(endpoint=f"{settings.OTLP_ENDPOINT}/v1/traces", timeout=SEND_SECONDS)
        provider.add_span_processor(BatchSpanProcessor(exporter))
        watch(Tracing(provider))
        connection_created.connect(_watch_statements, dispatch_uid="continuum.tracing")


class Tracing:
    """The watcher that makes spans."""

    def __init__(self, provider: TracerProvider) -> None:
        self.provider = provider
        self._tracer = provider.get_tracer("continuum")

    def began(self, seen: Seen) -> None:
        kind = SpanKind.SERVER if seen.kind is Kind.REQUEST else SpanKind.INTERNAL
        span = self._tracer.start_span(f"{seen.kind} {seen.name}", context=_parent(seen), kind=kind)
        token = context.attach(trace.set_span_in_context(span))
        _OPEN.set((*_OPEN.get(), (seen, span, token)))

    def ended(self, seen: Seen) -> None:
        *others, (_, span, token) = _OPEN.get()
        _OPEN.set(tuple(others))
        context.detach(token)
        _describe(span, seen)
        span.end()


def _parent(seen: Seen) -> Any:
    request = current_request()
    if seen.kind is not Kind.REQUEST or request is None or not request.parent:
        return None
    return TraceContextTextMapPropagator().extract({"traceparent": request.parent})


def _describe(span: Span, seen: Seen) -> None:
    span.set_attribute("continuum.outcome", seen.outcome)
    for name, value in seen.more.items():
        span.set_attribute(f"continuum.{name}", value)
    request = current_request()
    failed = seen.outcome != OK
    if seen.kind is Kind.REQUEST and request is not None:
        span.update_name(f"{request.method} {request.route}")
        span.set_attribute("http.request.method", request.method)
        span.set_attribute("http.route", request.route)
        span.set_attribute("http.response.status_code", request.status)
        span.set_attribute("continuum.request_id", request.id)
        failed = request.status >= SERVER_ERROR
    if failed:
        span.set_status(Status(StatusCode.ERROR))


def _watch_statements(connection: Any, **more: Any) -> None:
    if _statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_statement)


def _statement(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    """A statement, by what it does and to which table of ours."""
    with seen(Kind.SQL, statement_name(str(sql))):
        return execute(sql, params, many, context)


def statement_name(sql: str) -> str:
    """`SELECT memories_memory`: the first word, and the first table or function of ours that it names."""
    found = _STATEMENT.match(sql)
    verb = found["verb"].upper() if found else "SQL"
    table = found["table"] if found else None
    if table is None or not _OURS.fullmatch(table):
        named = _OURS.search(sql.partition("'")[0])
        table = named[0] if named else None
    return f"{verb} {table}" if table else verb
