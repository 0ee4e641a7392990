"""The small words of each language: which say nothing, which stand for a person, which for one shade.

`idle` words say nothing that another text must say too, nor do `before_moments` ones before a date or
time,
nor `places` where only one text has them. `unsaid` ones may be left out. `persons` and `shades` have one
per
line, named first: `speaker` is who notes are of, whether they say `I` or `the user`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from memories.text.slots.lexicon.entries import word_set


@dataclass(frozen=True, slots=True)
class Small:
    """The small words of a language, ready to be asked: folded, without accents."""

    idle: frozenset[str]
    unsaid: frozenset[str]
    persons: MappingProxyType[str, str]
    shades: MappingProxyType[str, str]
    before_moments: frozenset[str]
    places: frozenset[str]


def _small(
    *, idle: str, unsaid: str, persons: str, shades: str, before_moments: str, places: str = ""
) -> Small:
    return Small(
        word_set(idle),
        word_set(unsaid),
        _named(persons),
        _named(shades),
        word_set(before_moments),
        word_set(places),
    )


def _named(lines: str) -> MappingProxyType[str, str]:
    """Return each word of some lines with the name its line begins with."""
    rows = [line.split(maxsplit=1) for line in lines.strip().splitlines()]
    return MappingProxyType({word: name for name, words in rows for word in word_set(words)})


SMALL = MappingProxyType(
    {
        "en": _small(
            idle="""
a an the has have had was were lot of this that these those am is are be been s re ve m d ll there here
it which who do does let lets so
please pls plz kindly ok okay hey hi thanks thank btw note fyi remember reminder sure ensure make also
too
really very quite simply actually basically definitely just well anyway fact now currently already
present
today of way thing things whether and pm regarding concerning related up via named called name names get
gets
getting got gotten work works person people say says said each per together etc own self certain particular
decision
""",
            unsaid="i my we our ours user users you your im ive id ill were youre theirs",
            persons="""
speaker i me my mine myself user users im ive id ill our ours
group we us
addressee you your yours youre
man he him his himself hes
woman she her hers herself shes
they they them their theirs themselves theyre
""",
            shades="""
must must required have
should should ought
may may can might able capable allowed permitted
could could
all all every everyone everybody
most most mostly
some some several
both both
either either
until until till
always always ever
usually usually normally typically generally
about roughly approximately circa around about
""",
            before_moments="on at in of for is once",
            places="in on at",
        ),
        "de": _small(
            idle="""
der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem ist sind sich
es
dass da so auch bitte jetzt nun aktuell derzeit gerade schon bereits sehr ganz einfach eigentlich etwas
dran
sache sachen her hin ab zu jeweils insgesamt merke erinnerung hinweis und einmal gerne gern person leute
zusammen gemeinsam arbeitet hat haben hatte hatten wird werden war waren wurde wurden worden
""",
            unsaid="""
ich mein meine meinen meinem meiner nutzer nutzerin benutzer benutzerin anwender anwenderin du man wir
unser unsere unseren unserem unserer
""",
            persons="""
speaker ich mich mir mein meine meinen meinem meiner nutzer nutzerin benutzer benutzerin anwender
speaker anwenderin
speaker unser unsere unseren unserem unserer
group wir uns
addressee du dich dir dein deine euch euer
man er ihn ihm sein seine seinen seinem seiner
woman sie ihr ihre ihren ihrem ihrer
""",
            shades="""
must muss müssen
should soll sollen sollte sollten
may kann können darf dürfen erlaubt gestattet zulässig
could konnte konnten könnte könnten
all alle alles jeder jede jedes
some manche einige
always immer stets
usually meist meistens normalerweise üblicherweise
about etwa ungefähr circa rund
""",
            before_moments="am im um in an auf ist",
            places="in im an am bei beim",
        ),
        "fr": _small(
            idle="""
le la les l un une des du de d ce cet cette ces c ça est sont suis es sommes êtes se s que qu qui si ne n
on il
svp merci bien très aussi déjà maintenant actuellement simplement vraiment juste plaît plait rappel note
chose
choses plutôt même et fois y en travaille gens personne ensemble a ont as ai avez avons était étaient
""",
            unsaid="je j mon ma mes utilisateur utilisatrice utilisateurs vous tu nous notre nos",
            persons="""
speaker je j me m moi mon ma mes utilisateur utilisatrice
group nous notre nos
addressee tu te t toi ton ta tes vous votre vos
man il lui
woman elle
they ils elles leur leurs eux
one son sa ses
""",
            shades="""
must doit doivent dois devons faut
may peut peux peuvent permis permet autorisé autorisée autorisés autorisées
all tous toutes tout toute
some certains certaines quelques plusieurs
always toujours
usually généralement normalement habituellement
about environ vers
""",
            before_moments="le la à au en est",
            places="en dans sur",
        ),
        "es": _small(
            idle="""
el la los las lo un una unos unas de del es son soy eres somos está están estoy que quien se este esta
estos
estas ese esa esos esas esto eso favor por ya muy también ahora actualmente simplemente realmente cosa
cosas
nota recordatorio mismo misma bien así y hay vez persona gente juntos juntas trabaja tiene tienen tengo tener
ha
han he era eran fue fueron estaba
""",
            unsaid="yo mi mis usuario usuaria usuarios tú nosotros nuestro nuestra usted",
            persons="""
speaker yo me mi mis usuario usuaria nuestro nuestra nuestros nuestras
group nos nosotros
addressee tú te ti tu tus usted vosotros os
woman ella
they ellos ellas les
one su sus le
""",
            shades="""
must debe deben
may puede pueden puedo permite permiten permitido permitida
all todo toda todos todas
some algunos algunas varios
always siempre
usually normalmente generalmente
about aproximadamente unos
""",
            before_moments="el los en a las es para",
            places="en",
        ),
        "zh": _small(
            idle="""
的 是 在 啊 和 与 及 就 也 都 着 地 得 把 个 位 名 张 条 这 那 这个 那个 这位 那位 里 上 中 时 时候
的话 那么 人 进行 作为 里面 起 起来 如果 请 记得 目前 现在 已经 已 正在 一下 一点
非常 很 也 还 又 本 该 事情 东西 时间 习惯 了 会
吧 先 所 有 之 其 而 并 要 为 于 将 做 以 呢 用 使用
""",
            unsaid="我 我们 用户 使用者 你",
            persons="""
speaker 我 用户 使用者
group 我们
addressee 你 您 你们
man 他
woman 她
they 他们 她们
""",
            shades="""
must 必须 一定 务必
should 应该 应当
may 可以 允许 准许
always 总是 始终
usually 通常 一般
about 大约 大概 左右
""",
            before_moments="在 是",
            places="对",
        ),
    }
)
"""By the code of the language."""
