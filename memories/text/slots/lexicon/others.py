"""Words of negation in further languages, and nothing else of them: to deny is never to say the same."""

from memories.text.slots.lexicon.entries import word_set

NEGATIONS = word_set(
    """
non mai senza nessun nessuna nessuno niente nulla niet geen nooit zonder niets niemand não nunca jamais
sem nenhum nenhuma nada не нет ни без никогда нельзя никто ничего nie bez nigdy brak nikt inte ingen
inget aldrig utan ej не немає ніколи değil yok asla olmadan لا ليس ليست لم لن بدون غير ما לא אין בלי אף 안
않는다 않다 못 없다 없이 없는 금지
"""
)
"""Of Italian, Dutch, Portuguese, Russian, Polish, Swedish, Ukrainian, Turkish, Arabic, Hebrew, Korean."""

JAPANESE_NEGATIONS = ("ません", "ない", "なし", "なく", "ずに", "禁止", "なかった", "無し", "不要")
"""Endings and words, found in a run of kana and ideographs by the longest match."""
