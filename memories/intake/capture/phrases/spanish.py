"""Spanish."""

from memories.intake.capture.phrases.language import FIGURE, Language

SPANISH = Language(
    remember=r"""
        ^(?:por\ favor,?\ |y\ |oye,?\ )*(?:
          (?:puedes|podrías)\ (?:recordar|memorizar|apuntar) | recuerd[ae] | acuérdate(?:\ de)?
            | acuérdese(?:\ de)?
          | no\ (?:te\ )?olvid[ea]s? | memoriza | toma\ nota(?:\ de)? | apunta | anota
          | guarda\ en\ (?:la\ |tu\ )?memoria
        )(?:\ ?[:,]\ ?|\ que\ |\ )
    """,
    noted=r"^(?:ten(?:ga)?\ en\ cuenta|tenga\ presente|para\ que\ (?:lo\ )?sepas)(?:\ ?[:,]\ ?|\ que\ )",
    forget_it=r"""
        \bno\ (?:recuerdes|guardes|memorices|apuntes|anotes)\ (?:esto|eso|nada|lo)\b
        | \bno\ lo\ (?:recuerdes|guardes)\b
    """,
    preference=r"""
        \b(?:prefiero|odio|detesto|(?:no\ )?me\ (?:gustan?|encantan?|molestan?))\b
        | \bmi\b.{1,60}?\b(?:favorit|preferid)[oa]\b
    """,
    decision=r"""
        \b(?:hemos|he|se\ ha)\ (?:decidido|acordado|elegido|optado)\b | \b(?:decidimos|acordamos|elegimos
          |optamos)\b
        | ^(?:la\ )?decisión\b\ ?(?:[:：–—-]|es\b)
    """,
    rule=r"""
        \b(?:a\ partir\ de\ ahora|de\ ahora\ en\ adelante|en\ (?:el\ )?(?:futuro|adelante))\b
        | ^(?:por\ favor,?\ )?(?:siempre|nunca|jamás|\w+\ siempre|evita|en\ ningún\ caso)\b
          (?!\ (?:falla|pasa|funciona|vi|he)\b)
    """,
    identity=r"""
        \b(?:me\ llamo|mi\ nombre\ es|vivo\ en|trabajo\ (?:en|para|como)|hablo|soy\ (?:una?\ )?\w{4,})\b
    """,
    usage=r"\b(?:usamos|utilizamos|desplegamos|desarrollamos|alojamos)\b(?!\ (?:esto|eso)\b)",
    statement=rf"""
        \b(?:el|la|los|las|mi|mis|nuestr[oa]s?)\ \w+(?:\ \w+){{0,5}}?
        \ (?:es|son|cuesta|cuestan|está|corre|empieza|termina)
        \ (?:(?:de|a|al|el|los|las|cada|en|siempre|puerto)\ ){{0,3}}
        (?:{FIGURE}|(?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)\b)
    """,
)
