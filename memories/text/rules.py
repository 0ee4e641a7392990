"""Sentences that read like a standing rule: what someone must always or never do. Pure, and only a hint."""

import re

from memories.text.markdown import blocks, code_ranges
from memories.text.normalise import compatible
from memories.text.sentences import block_spans

MOST_SHOWN = 4
SHORTEST, LONGEST = 12, 240
"""Characters of a sentence that is looked at; one of a script without spaces counts for two in the former."""

READ = 20_000
"""Characters of a text that are looked at: a rule that stands further down is no rule to live by."""

_ENGLISH = r"""
    never | always | don'?t | do\ not | must\ not | mustn't | should\ not | shouldn't | avoid | refuse\ to
    | under\ no\ circumstances | unless\ (?:explicitly|asked|i|the\ user) | only\ (?:when|if|ever)
    | prefer\b.{1,80}?\bover | stop\ (?:using|doing)
"""
_GERMAN = r"""
    nie | niemals | immer | stets | ausnahmslos | grundsätzlich | auf\ keinen\ fall | unter\ keinen\ umständen
    | (?:darf|darfst|dürfen|dürft|soll|sollst|sollen|sollt|sollte|sollten)\b.{0,60}?\b(?:nicht|nie|kein\w*)
    | (?:nutze?|verwende?|benutze?|mache?|schreibe?|lösche?|ändere?|speichere?|sage?|frage?|lass|nimm|tue?|gib
      |füge?|committe?|pushe?|deploye?)\b.{0,60}?\b(?:nicht|nie|kein\w*)
    | vermeiden? | verzichten?\ auf | nur\ (?:wenn|falls|dann) | es\ sei\ denn | außer\ (?:wenn|ich|auf)
    | bevorzugen?\b.{1,80}?\b(?:gegenüber|vor|statt) | lieber\b.{1,80}?\b(?:als|statt) | höre?\ auf
"""
_FRENCH = r"""
    jamais | toujours | systématiquement | évite[rz]? | en\ aucun\ cas | sous\ aucun\ prétexte | interdit\ de
    | (?:il\ ne\ faut|(?:tu|vous|on)\ ne\ (?:dois|devez|doit|peux|pouvez|peut))\b.{0,30}?\b(?:pas|plus)
    | (?:^|(?<=[,;:]\ ))(?:s'il\ (?:te|vous)\ pla[iî]t,?\ )?(?:ne\ |n')\w+\ (?:pas|plus)
    | sauf\ si | à\ moins\ (?:que|d') | (?:uniquement|seulement)\ (?:si|quand|lorsque)
    | préfère[rz]?\b.{1,80}?\b(?:à|au|aux|plutôt\ que) | arrête[rz]?\ (?:de|d')
"""
_SPANISH = r"""
    nunca | jamás | siempre | evita[r]? | evite | evitad | en\ ningún\ caso | de\ ninguna\ manera
    | bajo\ ning(?:una\ circunstancia|ún\ concepto) | prohibido
    | no\ (?:debes?|deben|debemos|se\ debe|hay\ que|puedes?|se\ puede)
    | no\ (?:uses|utilices|hagas|escribas|digas|envíes|borres|cambies|toques|pongas|subas|añadas|agregues
    |crees
      |modifiques|guardes|instales|publiques)
    | a\ menos\ que | salvo\ que | excepto\ (?:si|cuando) | (?:solo|sólo|solamente|únicamente)\ (?:si|cuando)
    | prefiere\b.{1,80}?\b(?:a|antes\ que|en\ lugar\ de|sobre) | deja\ de
"""
_CHINESE = r"""
    永[远遠]不[要能]?|永不|[绝絕决決]不|[绝絕]对不|[从從]不|不要|不得|不[许許]|不准|不[应應][该該]?|禁止|[严嚴]禁|切勿|[请請]勿
    |避免|[总總]是|始[终終]|一律|[务務]必|必[须須]|除非|只有.{1,60}?才|[仅僅](?:[当當]|在)|只能
    |[优優]先(?:使用|[选選]|用)|停止使用
"""

_RULE = re.compile(
    rf"(?<!\w)(?:{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_SPANISH})(?!\w) | (?:{_CHINESE})", re.VERBOSE | re.DOTALL
)
_APOSTROPHES = str.maketrans("\u2018\u2019\u02bc´", "''''")
_MARKER = re.compile(r"\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+(?:\[[ xX]\]\s+)?|[0-9]{1,9}[.)]\s+)*")
_NOT_A_RULE = re.compile(r"never\ mind|don'?t\ (?:know|worry|mind|think|care)\b|n'est-ce pas")
_WIDE = re.compile("[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


def rule_sentences(text: str, *, at_most: int = MOST_SHOWN) -> list[str]:
    """The sentences of text that read like standing rules, in order; what stands in code is not looked at.

    English, German, French, Spanish and Chinese. Nothing may act on it by itself: it asks a person to look.
    """
    found: list[str] = []
    for sentence, prose in _sentences(text[:READ]):
        if len(found) >= at_most:
            break
        if reads_like_a_rule(prose) and _weight(sentence) >= SHORTEST and len(sentence) <= LONGEST:
            found.append(sentence)
    return found


def reads_like_a_rule(sentence: str) -> bool:
    """Whether one sentence holds a phrase of rules, whatever its length."""
    folded = " ".join(compatible(sentence).casefold().translate(_APOSTROPHES).split())
    return _RULE.search(_NOT_A_RULE.sub(" ", folded)) is not None


def _sentences(text: str) -> list[tuple[str, str]]:
    """Each sentence without the mark of its list or heading, and the same with its code left out."""
    prose = _without_code(text)
    found = []
    for block in blocks(prose):
        for start, end in block_spans(prose, block):
            begin = _MARKER.match(text, start, end)
            first = begin.end() if begin else start
            found.append((text[first:end].strip(), prose[first:end]))
    return found


def _without_code(text: str) -> str:
    """The text with blanks where its code stands, so that every other character keeps its place."""
    parts = []
    last = 0
    for start, end in code_ranges(text):
        parts += [text[last:start], re.sub(r"[^\n]", " ", text[start:end])]
        last = end
    return "".join([*parts, text[last:]])


def _weight(sentence: str) -> int:
    return len(sentence) + len(_WIDE.findall(sentence))
