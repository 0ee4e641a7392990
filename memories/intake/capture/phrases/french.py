"""French."""

from memories.intake.capture.phrases.language import FIGURE, Language

_PLEASE = r"(?:s'il\ (?:te|vous)\ pla[iî]t,?\ )?"

FRENCH = Language(
    remember=rf"""
        ^(?:et\ |alors\ )*{_PLEASE}(?:
          (?:peux-tu|pouvez-vous|pourrais-tu)\ (?:te\ |vous\ )?(?:souvenir|rappeler|retenir|mémoriser|noter)
          | souviens-toi | souvenez-vous | rappelle-toi | rappelez-vous | retiens | retenez
          | n'oublie[sz]?\ pas
          | garde[sz]?\ en\ (?:tête|mémoire) | mémorise[sz]? | note[sz]?\ bien
        )(?:\ bien)?(?:\ ?[:,]\ ?|\ que\ |\ qu'|\ )
    """,
    noted=r"^(?:à\ noter|pour\ info(?:rmation)?|sache[sz]?)(?:\ ?[:,]\ ?|\ que\ |\ qu')",
    forget_it=r"\bne\ (?:retiens|retenez|mémorise[sz]?|sauvegarde[sz]?|note[sz]?)\ (?:pas|rien)\b",
    preference=r"""
        \bje\ (?:préfère|déteste|n'aime\ pas|voudrais\ plutôt)\b | \bj'(?:aime|adore)\b
        | \b(?:mon|ma)\b.{1,60}?\bpréférée?\b
    """,
    decision=r"""
        \b(?:nous\ avons|on\ a|j'ai)\ (?:décidé|choisi|convenu|opté|retenu)\b
        | ^(?:la\ )?décision\b\ ?(?:[:：–—-]|est\b)
    """,
    rule=rf"""
        \b(?:à\ partir\ de\ maintenant|dorénavant|désormais|à\ l'avenir)\b
        | ^{_PLEASE}(?:toujours|jamais|ne\ \w+\ jamais|n'\w+\ jamais|\w+e[sz]?\ toujours|évite[sz]?
        |en\ aucun\ cas)\b
    """,
    identity=r"""
        \bje\ (?:m'appelle|travaille\ (?:chez|comme|pour|à|en)|parle|vis\ (?:à|en)|suis\ (?:une?
          |allergique)\b)
        | \bj'habite\b | \bmon\ nom\ est\b
    """,
    usage=r"""
        \b(?:nous\ (?:utilisons|déployons|développons|hébergeons)|on\ (?:utilise|déploie|développe|héberge))\b
          (?!\ (?:ça|cela)\b)
    """,
    statement=rf"""
        \b(?:le\ |la\ |les\ |l'|mon\ |ma\ |mes\ |notre\ |nos\ )\w+(?:\ [\w']+){{0,5}}?
        \ (?:est|sont|coûte|coûtent|s'élève|tourne|commence|finit)
        \ (?:(?:à|de|au|le|chaque|sur|toujours|port|en)\ ){{0,3}}
        (?:{FIGURE}|(?:lun|mar|mercre|jeu|vendre|same)dis?\b|dimanches?\b)
    """,
)
