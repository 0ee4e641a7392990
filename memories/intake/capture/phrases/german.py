"""German."""

from memories.intake.capture.phrases.language import FIGURE, Language

GERMAN = Language(
    remember=r"""
        ^(?:bitte\ |und\ |also\ )*(?:
          (?:kannst|könntest|würdest)\ du\ (?:dir\ )?(?:bitte\ )?merken | merke?\ dir | merken\ sie\ sich
          | denke?\ (?:bitte\ )?daran | vergiss\ (?:bitte\ )?nicht | notiere?\ dir
          | erinnere?\ dich(?:\ daran)?
          | behalte?\ (?:im\ (?:kopf|gedächtnis|hinterkopf))
          | speichere?\ (?:dir\ )?(?:das\ )?(?:im|in\ deinem)\ gedächtnis
        )(?:\ (?:bitte|folgendes|das|dies))*(?:\ ?[:,]\ ?(?:dass\ )?|\ dass\ |\ )
    """,
    noted=r"^(?:zur\ info|beachte|bedenke)\ ?[:,]\ ?(?:dass\ )?",
    forget_it=r"""
        \b(?:merke?|notiere?|speichere?)\ (?:dir\ )?(?:das|dies|es|nichts)\ (?:davon\ )?(?:bitte\ )?nicht\b
        | \b(?:merke?|notiere?|speichere?)\ (?:dir\ )?nichts\ davon\b
    """,
    preference=r"""
        \bich\ (?:(?:auch|eher|lieber|wirklich|persönlich)\ )*(?:bevorzuge|mag|liebe|hasse|hätte\ (?:gerne?
          |lieber))\b
          (?!\ (?:es|das|dies)\b)
        | \bich\ (?:ziehe|nehme|trinke|esse|nutze|benutze|schreibe|arbeite)\b.{1,60}?\b(?:vor|lieber)\b
        | \bmeine?\ lieblings\w+
    """,
    decision=r"""
        \b(?:wir|ich)\ haben?\ (?:uns\ |mich\ )?.{0,120}?\b(?:entschieden|beschlossen|vereinbart|festgelegt
          |geeinigt)\b
        | ^(?:die\ )?entscheidung\b\ ?(?:[:：–—-]|ist\b|lautet\b) | \bwir\ (?:bleiben\ bei|nehmen\ jetzt)\b
    """,
    rule=r"""
        \b(?:ab\ (?:jetzt|sofort)|von\ (?:jetzt|nun)\ an|künftig|in\ zukunft)\b
        | ^(?:bitte\ |und\ |auch\ )*(?:immer|nie|niemals|auf\ keinen\ fall)\b(?!\ (?:gesehen|gehabt|wieder)\b)
        | ^(?:bitte\ )?(?!(?:ich|wir|er|es|sie|das|die|der|war|wird|ist|hat)\b)\w+e?\ (?:sie\ )?(?:bitte\ )?
          (?:immer|nie|niemals|stets)\b
        | ^(?:bitte\ )?(?:vermeide|verzichte\ auf|hör\ auf)\b
    """,
    identity=r"""
        \bich\ (?:heiße|wohne|lebe|arbeite\ (?:bei|als|für|in)|spreche|bin\ allergisch
          |bin\ (?:eine?\ )?(?-i:[A-ZÄÖÜ]\w{3,}))
        | \bmein\ name\ ist\b
    """,
    usage=r"""
        \b(?:wir|unser\ (?:team|projekt))\ (?:nutzen?|nutzt|verwende[nt]|benutz(?:en|t)|setzen?|deploye[nt]
          |entwickeln?|entwickelt|hoste[nt]|bauen?|baut)\b(?!\ (?:das|es|dies)\b)
    """,
    statement=rf"""
        \b(?:der|die|das|mein\w*|unser\w*)\ \w+(?:\ \w+){{0,4}}?\ (?:ist|sind|beträgt|kostet|kosten|läuft
          |endet|beginnt
          |war|liegt)\ (?:(?:am|um|im|in|auf|bei|jeden|immer|ab|bis|port)\ ){{0,3}}
        (?:{FIGURE}|(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)s?\b)
    """,
)
