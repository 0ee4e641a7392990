"""English."""

from memories.intake.capture.phrases.language import FIGURE, Language

_POLITE = r"""
    ^(?:(?:please|pls|ok(?:ay)?|and|also|so|now|hey|oh|hi|thanks|thank\ you|great|by\ the\ way|btw
    |one\ more\ thing|claude|codex)[,:!.]?\ )*(?:(?:can|could|would|will)\ you\ (?:please\ )?)?
"""
_POINTING = r"(?!\ (?:it|this|that|these|those)\b)"
_OURS = r"""
    (?:we | our\ (?:team|company|project|stack|app|backend|frontend|service|ci)
    | the\ (?:team|project|app|backend|frontend|service|company|site)
    | (?!(?:it|this|that|which|who|what|he|she|they|there|here|if|when)\b)(?-i:[A-Z])[\w.-]+)
"""
_MINE = r"""
    (?:full\ |first\ |last\ |native\ |home\ |work\ |current\ )?(?:name|birthday|address|time\s?zone|job|role
      |title
    |wife|husband|partner|son|daughter|child|children|kids?|mother|father|brother|sister|dog|cat|company
    |employer
    |team|boss|manager|language|editor|laptop|machine|phone|hometown|city|pronouns|diet|allerg(?:y|ies))
"""
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = r"""
    (?:january|february|march|april|may|june|july|august|september|october|november|december)
"""
# What is spoken of in passing: a run, a screen, the talk itself.
_FLEETING = r"""
    (?:(?:it|this|that|there|these|those|here|what|which|who|where|when|he|she|they|i|we|you|if|suppose
    |everything|nothing|something|lines?|errors?|tests?|exit|output|results?)\b
    |the\ (?:above|below|errors?|tests?|build|output|results?|problem|issue|bug|line|answer|exit|status
    |response
    |first|second|third|next|following|last|current|diff|logs?|function|method|variable|value|number)\b)
"""

ENGLISH = Language(
    remember=rf"""
        (?:{_POLITE}|(?<=[,;]\ )please\ )(?:
          (?:remember|memori[sz]e)(?:\ (?:this|these|the\ following)(?:\ facts?)?)?
            (?:\ (?:for\ (?:later|next\ time|the\ future)|please))?
          | (?:don't|do\ not|never)\ forget | make\ (?:a|sure\ to\ make\ a)\ note | take\ note
          | (?:save|store|add|put|write|commit)\ (?:(?:this|that|it)\ )?(?:down\ )?(?:to|in|into)
            \ (?:your\ |the\ )?memory
        )(?:\ ?[:,–—-]\ ?|\ that\ |\ )
    """,
    noted=r"""
        ^(?:(?:please|also|and|fyi|so)[,:]?\ )*
        (?:note|keep\ in\ mind|bear\ in\ mind|be\ aware|for\ (?:future|later)\ reference|for\ the\ record|fyi)
        (?:\ ?[:,–—-]\ ?|\ that\ )
    """,
    forget_it=r"""
        \b(?:do\ not|don't|never)\ (?:remember|save|store|memori[sz]e|record|keep|log)
          \ (?:this|that|it|any|anything|these|what)\b
        | \boff\ the\ record\b | \bforget\ (?:what\ i|that\ i|everything\ i|this\ conversation)\b
    """,
    preference=rf"""
        \bi\ (?:(?:really|also|generally|usually|much|strongly|still|personally|absolutely)\ )*
          (?:prefer|like|love|enjoy|dislike|hate|detest|favou?r)\b{_POINTING}(?!\ (?:how|the\ idea|to\ see)\b
            |\ to\W*$)
        | \bi\ (?:do\ not|don't|can't|cannot)\ (?:really\ )?(?:like|want|stand)\b{_POINTING}(?!\ to\ see\b)
        | \bi(?:'d|\ would)\ (?:prefer|like|love|rather|hate)\b{_POINTING}(?!\ (?:you|to|some|help|if)\b)
        | \bmy\ (?:favou?rite|preferred)\b.{{1,80}}?\b(?:is|are)\b
    """,
    decision=rf"""
        \b(?:we|i|the\ team|they)(?:'ve|\ have|\ had|'d)?\ (?:(?:just|finally|now|also|already)\ )?
          (?:decided|agreed|settled\ on|chose|opted|picked|committed\ to)\b
        | ^(?:(?:final|our|the|team)\ )?decision\b\ ?(?:[:：–—-]|is\b|was\b)
        | \b(?:let's|we'll|we\ will|we're\ going\ to|we\ are\ going\ to|i'll)\ (?:go|stick
        |stay)\ with\b{_POINTING}
        | \b(?:we're|we\ are)\ going\ with\b{_POINTING}
    """,
    rule=r"""
        \b(?:from\ (?:now|here)\ on|going\ forward|henceforth|in\ (?:the\ )?future,)(?:\W|$)
        | ^(?:(?:please|and|also|but|so|ok|important|note|rule)[,:]?\ )*(?:always|never
        |under\ no\ circumstances)\b
          (?!\ (?:mind|ever\ mind|knew|saw|seen|had|got|heard|thought|happened|worked|failed|before
            |again\ this)\b)
          (?!\ \w+[^su\W]s\b)
        | \b(?:should|must|needs?\ to|have\ to|has\ to|may|shall|can|ought\ to)\ (?:always|never|only\ ever)\b
        | ^(?:(?:please|and|also|but)[,:]?\ )*(?:do\ not|don't)\b
          (?:\ ever\b|.{1,200}?\b(?:ever|anymore|any\ more|unless|without)\b)
        | ^(?:please\ )?(?:avoid|refuse\ to|stop\ using|prefer\b.{1,80}?\bover|remember\ to\ (?:always
        |never))\b
        | \bi\ (?:always|never)\ (?:want|use|work|write|deploy|eat|drink|need|expect|review)\b
    """,
    identity=rf"""
        \bmy\ {_MINE}(?:'s\ \w+)?\ (?:is|are)\b
          (?!\ (?:not\ )?(?:working|broken|slow|wrong|crash\w*|gone|down|hang\w*)\b)
        | ^(?:hi,?\ |hello,?\ )?(?:i\ am|i'm)\ (?:an?|the)\ (?!(?:bit|little|lot|big\ fan|fan|loss
        |idiot)\b)\w+
        | \bi\ (?:live\ in|work\ (?:at|for|as)|was\ born|grew\ up|speak|stud(?:y|ied)
          |am\ (?:vegan|vegetarian|allergic|based))\b
        | ^(?:please\ )?call\ me\ \w+ | \bmy\ friends\ call\ me\b
    """,
    usage=rf"""
        (?:^|[,;:]\ |\b(?:and|that|but|because|since)\ ){_OURS}
          \ (?:(?:now|always|only|also|both|all|mostly|currently)\ )?
          (?:uses?|runs?\ on|deploys?\ (?:to|on|with|every|via|from)|hosts?|develops?\ (?:in|on|with)
            |builds?\ with
          |targets?|supports?\ only|depends\ on|works?\ with|stores?|migrated\ to|switched\ to|moved\ to
          |is\ written\ in|ships?\ (?:on|every))
          {_POINTING}(?!\ (?:them|the\ same|to|an?\ (?:similar|different))\b)\ \S
        | \bi\ (?:use|work\ with|develop\ (?:in|on|with)|code\ in){_POINTING}(?!\ (?:them|the\ same|to)\b)\ \S
    """,
    statement=rf"""
        (?:^|[,;:–—-]\ |\b(?:and|that|but)\ )(?!{_FLEETING})[\w'"()./-]+(?:\ [\w'"()./-]+){{0,7}}?
        \ (?:is|are|costs?|was\ born|starts?|ends?|expires?|renews?|happens?|takes\ place|lives?|runs?
          |listens?
          |closes|opens)
        \ (?:(?:on|at|in|from|every|each|by|about|around|the|always|only|now|port|due|until|till)\ ){{0,3}}
        (?:{FIGURE}|{_DAY}\b|{_MONTH}\b|every\ |noon|midnight)
    """,
)
