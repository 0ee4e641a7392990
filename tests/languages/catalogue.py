"""The texts that people see, read from templates and code, and the catalogues that hold their translations.

Needs no gettext on the machine: Django's own parser reads the templates, Python's the code, Babel the files.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.template import Engine, Template, engines
from django.template.base import Node, NodeList, Variable
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT = Path(__file__).resolve().parents[2]
LOCALES = {"zh_Hans": "Simplified Chinese"}
TEMPLATES = ROOT / "templates"
# What staff see, and what describes the API, is in English.
SKIPPED = ("admin/",)
CODE = ("memories/dashboard", "oauth", "memories/visible.py")
SKIPPED_CODE = ("oauth/admin.py", "oauth/management/", "oauth/migrations/")
ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)
SINGLE = {"_", "gettext", "gettext_lazy"}
PLURAL = {"ngettext", "ngettext_lazy"}


@dataclass(frozen=True, slots=True)
class Text:
    """One text to be translated: its plural where it has one, and the file that it stands in."""

    text: str
    plural: str
    place: str

    @property
    def key(self) -> Any:
        return (self.text, self.plural) if self.plural else self.text


def texts() -> list[Text]:
    """Every text once, in the order of the files."""
    found = {text.key: text for text in [*_of_templates(), *_of_code()]}
    return list(found.values())


# --- Templates -------------------------------------------------------------------------------------------


def _of_templates() -> Iterator[Text]:
    engine: Engine = engines["django"].engine
    for path in sorted(TEMPLATES.rglob("*")):
        name = path.relative_to(TEMPLATES).as_posix()
        if path.suffix in {".html", ".txt"} and not name.startswith(SKIPPED):
            place = path.relative_to(ROOT).as_posix()
            for text, plural in _of_nodes(Template(path.read_text(), engine=engine).nodelist):
                yield Text(text, plural, place)


def _of_nodes(nodes: NodeList) -> Iterator[tuple[str, str]]:
    for node in nodes.get_nodes_by_type(Node):
        if isinstance(node, BlockTranslateNode):
            singular, _ = node.render_token_list(node.singular)
            plural, _ = node.render_token_list(node.plural) if node.plural else ("", [])
            yield _tidy(node, singular), _tidy(node, plural)
        elif isinstance(node, TranslateNode) and isinstance(node.filter_expression.var, Variable):
            yield str(node.filter_expression.var.literal), ""


def _tidy(node: BlockTranslateNode, text: str) -> str:
    return " ".join(line.strip() for line in text.strip().splitlines()) if node.trimmed else text


# --- Code ------------------------------------------------------------------------------------------------


def _of_code() -> Iterator[Text]:
    for part in CODE:
        start = ROOT / part
        for path in sorted(start.rglob("*.py")) if start.is_dir() else [start]:
            place = path.relative_to(ROOT).as_posix()
            if not place.startswith(SKIPPED_CODE):
                yield from _of_module(ast.parse(path.read_text()), place)


def _of_module(tree: ast.Module, place: str) -> Iterator[Text]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            said = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if node.func.id in SINGLE and len(said) == 1:
                yield Text(str(said[0]), "", place)
            elif node.func.id in PLURAL and len(said) >= 2:
                yield Text(str(said[0]), str(said[1]), place)


# --- Files -----------------------------------------------------------------------------------------------


def po_file(locale: str) -> Path:
    return ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"


def read(locale: str) -> Catalog:
    """The catalogue as it is kept; empty where there is none yet."""
    path = po_file(locale)
    if not path.exists():
        return Catalog(locale=locale)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def brought_up_to_date(kept: Catalog, wanted: list[Text]) -> Catalog:
    """What is wanted, with the translations that there are; what nobody says any more is gone."""
    made = Catalog(locale=kept.locale, project="Continuum", fuzzy=False)
    for text in wanted:
        old = kept.get(text.text)
        flags = {"python-format"} if "%(" in text.text or "%(" in text.plural else set()
        string = old.string if old is not None and bool(old.pluralizable) == bool(text.plural) else None
        made.add(text.key, string=string, locations=[(text.place, None)], flags=flags)
    return made


def written(catalogue: Catalog) -> bytes:
    """The catalogue as the text that is kept: sorted, and without dates, which would differ each time."""
    out = io.BytesIO()
    write_po(out, catalogue, width=110, sort_output=True, omit_header=False, include_lineno=False)
    dated = (
        "Creation-Date",
        "Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
        "Report-Msgid",
    )
    lines = out.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not any(word in line for word in dated)).encode()


def compiled(catalogue: Catalog) -> bytes:
    """As programs read it; the same bytes each time, so without the day that it is."""
    catalogue.creation_date = catalogue.revision_date = ALWAYS
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts without a translation, or with one that lacks a variable."""
    missing = []
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(strings):
            missing.append(str(message.id))
    return missing
