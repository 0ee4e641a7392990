"""The counted words of a workspace (sql/search_words.sql), when a text goes for good."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from memories.models import CommonTerm, Passage
from memories.text.words import index_terms, tsquery_or


def drop_words_of(texts: Iterable[str], *, workspace: UUID) -> None:
    """Uncount the words of erased texts that no passage holds any more: they would tell what was erased.

    Call it when the passages are gone. Asked word by word: where a word is still common, the first passage
    that holds it ends the search.
    """
    counted = CommonTerm.objects.filter(workspace_id=workspace)
    if not counted.exists():
        return
    words = {term for text in texts for term, _ in index_terms(text)}
    for row in counted.filter(term__in=words):
        holding = Passage.objects.filter(workspace_id=workspace).extra(
            where=["words @@ %s::tsquery"], params=[tsquery_or([row.term])]
        )
        if not holding.exists():
            row.delete()
