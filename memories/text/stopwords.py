"""Words that say little about what a question is about, in a few languages.

They are indexed like all others; a query merely tries its other words first. Words that mean something in
another language ("may", German "war" and "hat", Dutch "van", Italian "dove") are left out: one that is
missing costs a little order, one too many hides what was asked for.
"""

from memories.text.folding import unaccented
from memories.text.korean import without_particle

_ENGLISH = """
a about after all also am an and any are as at be because been before being but by can could did do does
doing done for from get got had has have having he her here hers him his how i if in into is it its just
let me might more most much must my no nor not of off on one or our ours out over please shall she should
so some such tell than that the their theirs them then there these they this those to too under until up
us very was we were what when where which while who whom whose why will with would yes you your yours
dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt d j l ll
m n qu re s t ve
"""
_GERMAN = """
aber als am an auch auf aus bei beim bis da dabei damit das dass dazu dein deine dem den denn der des dich
die diese diesem diesen dieser dieses dir doch du durch dürfen durfte ein eine einem einen einer eines er es
euch euer für gegen gibt hatte hatten haben habe ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im ins ist ja
jede jedem jeden jeder jedes kann kannst kein keine keinen können könnte konnte mein meine meinem meinen
meiner mich mir mit muss muß müssen musste nach nicht noch nur ob oder ohne schon sein seine seinem seinen
seiner seit sich sie sind so soll sollen sollte über um und uns unser unsere unserem unseren unter vom von
vor wäre warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen
wie wieso wird wir wo wofür woher wohin womit woran worauf woraus worüber worden wozu wurde wurden zu
zum zur zwischen
"""
_FRENCH = """
à au aux avec ce ces cet cette comment dans de des du elle en es est et être eu il ils je la le les leur
leurs lui ma mais me mes mon ne nos notre nous où ou pas pour pourquoi quand que quel quelle quelles
quels qui quoi sa se ses si sont sur suis ta te tes toi tu un une vos votre vous y
"""
_SPANISH = """
al como con cual cuál cuando cuándo cuanto cuánto de del donde dónde el ella ellos en era es esa ese eso
esta está están este esto fue ha han hay la las le les lo los me mi mis muy no nos o para pero por porque
que qué quien quién se ser si sí sobre su sus también te tiene tu un una uno unos y ya yo
"""
_PORTUGUESE = """
ao aos às com da das do dos e é ela ele eles em eu foi isso isto já lhe mas meu minha na não nas nem nos
o onde os ou para pela pelo por porquê qual quando quem são se sem seu sua também tem um uma você à
"""
_ITALIAN = """
che chi ci con cosa da dal dalla dei del della delle di e è gli ha ho i il in io la le lo mi ma mio nel
nella non per perché più quale quando questo si sono su sul sulla tra un una uno
"""
_DUTCH = """
aan als bij dat de die dit een en er het hij hoe ik in is mijn naar niet of om ook op te voor waar
wanneer waarom wat wel we wie wij zij zijn
"""
_RUSSIAN = """
а без был была были было в вам вас все всё вы где да для до его ее её если есть ещё же за и из или им их
к как какая какие какой когда кто ли мне мой мы на над не нет но о об он она они от по почему при про с
сколько со так также там то тоже ты у уже чем что чтобы это эта этот я
"""
_KOREAN = """
이 그 저 것 거 수 때 등 및 더 또 다시 좀 잘 꼭 무엇 무슨 뭐 뭘 뭔가 뭐야 어느 어디 언제 누구 누가 얼마
얼마나 얼마야 왜 어떻게 어떤 어때 여기 거기 저기 이것 그것 저것 우리 저희 나는 내가 제가 너는 네가 있어
있나 있나요 있는 있다 있지 없는 없다 없어 입니까 해야 해야지 하지 하는 하면 하려면 했다 했어 했지
한다 합니다 된다 되나 되는 되지 됐어 됐지 대한 대해 위한 위해 그리고 그러나 하지만 그래서 은 는 가
을 를 의 에 도 로 으로 와 과 에서 부터 까지
"""
_OTHER = """
είναι η θα και με να ο οι που σε στο τα τη την της τι το του των في من على إلى عن ما هو هي هل متى أين كيف
لماذا و أن هذا هذه של את על עם מה מי איפה מתי איך למה זה זאת הוא היא אני לא כן में है हैं का की के को से
और क्या कब कहाँ कौन कैसे यह वह
"""
_CHINESE = """
什么 甚么 怎么 怎样 为什 为何 哪里 哪儿 哪个 何时 何处 谁的 多少 如何 请问 可以 没有
什麼 怎麼 為什 哪裡 請問 沒有
"""
_JAPANESE = """
です ます した して ない いる ある する から まで この その あの どこ いつ なに なん だれ どう なぜ
ので けど でし ませ
"""

PARTICLES = frozenset("的了是在吗呢吧啊和与我你他她它们这那就也都嗎們這那就都之のはがをにでともへやかねよな")
"""Characters that bind words in Chinese and Japanese; two of them beside each other are no word."""

_LANGUAGES = (
    _ENGLISH,
    _FRENCH,
    _SPANISH,
    _PORTUGUESE,
    _ITALIAN,
    _DUTCH,
    _RUSSIAN,
    _KOREAN,
    _OTHER,
    _CHINESE,
    _JAPANESE,
)

WEAK = frozenset(_GERMAN.split()) | frozenset(
    form for words in _LANGUAGES for word in words.split() for form in (word, unaccented(word))
)
"""Folded words, with and without accents (German umlauts are letters); pairs of unspaced characters."""


def is_weak(term: str) -> bool:
    """Tell whether a folded term is a stop word, also with a Korean particle, or nothing but particles."""
    return term in WEAK or without_particle(term) in WEAK or all(char in PARTICLES for char in term)
