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

FOREIGN = (
    word_set(
        "de het een en van voor met in op staat zijn is wordt naar aan bij ook te dat die ik we er om maar"
    ),
    word_set(
        "il lo la gli le un una di del della dei da in nel nella per con su sul sono che al alla mio mia si"
    ),
    word_set("os as um uma do da dos das em de no na para com são está que por meu minha ao se"),
    word_set("och är på att det som av ett den till med för jag en og er til jeg der mitt han hon"),
    word_set("we na ze do jest są się że to od po dla przez mój moja"),
)
"""What often stands in Dutch, Italian, Portuguese, the Scandinavian languages and Polish."""

FOREIGN_PREPOSITIONS = word_set(
    """
in op aan bij naar van voor met na naast onder achter nel nella nello sul sulla con per da em no na nas nos
para com till från på i ved med hos w z do od
"""
)
"""What tells in them, before a word or its article, that it neither does what is told nor has it done."""

JAPANESE_NEGATIONS = ("ません", "ない", "なし", "なく", "ずに", "禁止", "なかった", "無し", "不要")
"""Endings and words, found in a run of kana and ideographs by the longest match."""
