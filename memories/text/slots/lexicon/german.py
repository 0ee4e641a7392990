"""German."""

from memories.text.slots.lexicon.entries import Lists, counted

_ONES = """
null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
siebzehn achtzehn neunzehn
"""
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_UNITS = "ein zwei drei vier fünf sechs sieben acht neun"

GERMAN = Lists(
    language="de",
    function="""
der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem ich mich mir mein
meine meinen meinem meiner du dich dir dein deine er ihn ihm sein seine seinen seinem seiner sie ihr ihre
ihren ihrem ihrer es wir uns unser unsere unseren unserem unserer euch euer man sich ist sind war waren bin
bist sei wird werden wurde wurden worden habe hat haben hatte hatten kann können konnte soll sollen sollte
will darf dürfen und oder in im an am auf zu zum zur bei beim von vom mit für um aus nach vor bis seit über
durch als dass da so wie wer was wo nutzer nutzerin benutzer benutzerin anwender anwenderin person leute
auch es's pro
""",
    soft="""
wenn bitte immer stets jetzt nun aktuell derzeit gerade schon bereits auch sehr ganz einfach eigentlich muss
müssen sollte sollten unbedingt zusammen gemeinsam etwas alles dran sache sachen her hin ab zu jeweils meist
meistens normalerweise üblicherweise insgesamt erlaubt erlauben gestattet zulässig gerne gern merke
erinnerung hinweis einmal =arbeitetals
""",
    light="""
machen macht gemacht nehmen nimmt genommen geben gibt gegeben gehen geht kommen kommt halten hält finden
findet statt legen liegt stehen steht bleiben bleibt nutzen benutzen verwenden
""",
    implied="""
befindet befinden statt ernährt besitzt schreibt gehört heißt heißen heiße zuständig essen isst trinken
trinkt planen tag
sprechen spricht
""",
    verbs="""
ist sind war waren hat haben hatte wird werden wurde muss müssen soll sollen kann können darf arbeitet
arbeiten wohnt lebt heißt mag liebt spielt spricht fährt braucht nutzt kostet dauert läuft liegt steht gibt
""",
    negations="""
nicht kein keine keinen keinem keiner keines nie niemals ohne nichts niemand nirgends weder noch kaum
unmöglich vermeide vermeiden verzichte aufhören verboten verbieten untersagt unzulässig kaputt defekt
""",
    phrases="nicht mehr; nie mehr; nie wieder; kein mehr; anstatt; anstelle",
    plain="nicht nur; kein problem; noch nicht einmal; weder noch; noch ein; noch eine",
    opposites="""
und | oder
alle alles jeder | manche einige wenige
muss müssen soll sollen | darf dürfen kann können
für | gegen
aktiviert aktivieren eingeschaltet aktiv an | deaktiviert deaktivieren ausgeschaltet inaktiv aus
einschalten | ausschalten abschalten
offen öffnen geöffnet öffnet | geschlossen schließen schließt zu
vor vorher davor | nach nachher danach
steigen gestiegen steigt erhöhen erhöht | sinken gesunken sinkt senken gesenkt fallen
wahr ja | falsch nein
angenommen annehmen akzeptiert | abgelehnt ablehnen
liebt lieben mag mögen bevorzugt bevorzugen liebsten gern gerne | hasst hassen verabscheut
mindestens minimum | höchstens maximal maximum
aufsteigend | absteigend
öffentlich | privat
beginnt beginnen anfang start startet | endet enden ende
hinzufügen | entfernen löschen
kaufen gekauft | verkaufen verkauft
gewonnen | verloren
früh früher | spät später
hoch höher | niedrig niedriger
warm heiß | kalt
lang lange langen | kurz kurze kurzen
schnell | langsam
schwer schwierig | leicht einfach
manuell | automatisch
mehr | weniger
über | unter
""",
    same="""
ändern, geändert, gewechselt, wechseln; wohnen, wohnt, lebt, leben
arbeiten, arbeitet, angestellt, beschäftigt
trifft, treffen, zusammen, zusammenkommt, besprechung, meeting, sitzung; schließt, macht zu
heißt, heißen, name, genannt; verantwortlich, zuständig, kümmert, leitet, verantwortet
brauchen, braucht, benötigt, benötigen; schicken, verschicken, senden, versenden, verschicke, verschickt
antworten, antworte, antwort, antwortet; allergisch, allergie; essen, isst, verzehrt
leiten, führen, leitet, führt; besprechung, meeting, sitzung; handy, telefon, mobiltelefon
rechner, computer, laptop; wohnung, appartement; arzt, doktor, ärztin; medikament, medizin, tabletten
essen, mahlzeit; rechnung, rechnungen, faktur; vertrag, vereinbarung; geld, betrag
bezahlen, zahlen, bezahlt, zahlt; kaufen, besorgen; anfangen, beginnen, beginnt, starten, startet
aufhören, enden, endet; stattfinden, findet statt; anrufen, telefonieren, anruf
mail, email, e mail, nachricht; schreiben, verfassen, geschrieben; löschen, entfernen, gelöscht
ausführen, laufen, läuft, starten; server, rechner, maschine; datenbank, db; produktion, prod
kennwort, passwort; sicherung, backup, gesichert; freigeben, genehmigen, genehmigt; bekommen, erhalten
holen, abholen; aufstehen, aufwachen; müde, erschöpft; krank, erkrankt; kaputt, defekt; kurz, knapp
arbeitetals, arbeitet als
wichtig, zentral; schnell, rasch; hauptsächlich, vorwiegend; etwa, ungefähr, circa, rund; angst, fürchtet
trainieren, üben, proben; vertragen, verträgt, vertrage, intolerant; auto, wagen; bahn, zug
arbeit, arbeitsplatz, büro; firma, unternehmen; chef, chefin, vorgesetzter; kollege, kollegin; kunde, kundin
kind, kinder; frau, ehefrau; mann, ehemann; mutter, mama; vater, papa; großmutter, oma; großvater, opa
geburtstag, geboren; kosten, kostet, preis, beträgt; fällig, frist; läuft ab, gültig, ablaufen
speichern, gespeichert, liegt, abgelegt; ordner, verzeichnis; anwendung, programm, app; fehler, bug
reparieren, beheben; ändern, ändert, wechseln; umziehen, umgezogen, gezogen
prüfen, überprüfen, kontrollieren; lernen, lernt, studiert; oft, häufig; manchmal, gelegentlich
selten, kaum; vielleicht, eventuell, möglicherweise; nur, ausschließlich; außer, ausgenommen
gründen, gegründet; urlaub, ferien; wichtig, wesentlich; termin, termine, verabredung
""",
    irregular="""
essen isst gegessen; sprechen spricht gesprochen; fahren fährt gefahren; laufen läuft gelaufen; tragen trägt
lesen liest gelesen; geben gibt gegeben; nehmen nimmt genommen; helfen hilft geholfen
treffen trifft getroffen; schlafen schläft; vertragen verträgt; halten hält; fangen fängt; lassen lässt
schreiben geschrieben; finden gefunden; trinken getrunken; gehen gegangen; kommen gekommen
bleiben geblieben; ziehen gezogen; beginnen begonnen; schließen geschlossen; werfen wirft geworfen
empfehlen empfiehlt empfohlen; brechen bricht gebrochen; wissen weiß; sehen sieht gesehen
stehen steht gestanden; denken gedacht; bringen gebracht; kennen gekannt; schicken verschicken; kinder kind
bücher buch; häuser haus; männer mann; städte stadt; zähne zahn; bäume baum; räume raum
""",
    months="""
januar jan jänner; februar feb; märz mär; april apr; mai; juni jun; juli jul; august aug; september sept sep
oktober okt; november nov; dezember dez
""",
    weekdays="""
montag montags mo; dienstag dienstags; mittwoch mittwochs; donnerstag donnerstags; freitag freitags
samstag samstags sonnabend; sonntag sonntags
""",
    unsure="mar sept mo",
    numbers={
        **counted(0, _ONES.split()),
        **counted(17, ["siebzehn", "achtzehn", "neunzehn"]),
        **dict(zip(_TENS.split(), range(20, 100, 10), strict=True)),
        **{
            f"{unit}und{word}": ten + one
            for word, ten in zip(_TENS.split(), range(20, 100, 10), strict=True)
            for one, unit in enumerate(_UNITS.split(), start=1)
        },
        **{f"{unit}hundert": hundred * 100 for hundred, unit in enumerate(_UNITS.split(), start=1)},
        "dutzend": 12,
        "zweimal": 2,
        "dreimal": 3,
        "viermal": 4,
    },
    multipliers="hundert 100; tausend 1000; tsd 1000; million 1000000; millionen 1000000; mio 1000000",
    ordinals="""
ersten erste erster; zweiten zweite zweiter; dritten dritte dritter; vierten vierte vierter; fünften fünfte
sechsten sechste; siebten siebte; achten achte; neunten neunte; zehnten zehnte; elften elfte
zwölften zwölfte
""",
    articles="ein eine einen einem einer eines",
    every="jede jeden jedes jeder jedem pro je",
    frequencies="""
täglich day; nächtlich night; wöchentlich week; monatlich month; jährlich year; stündlich hour
zweiwöchentlich fortnight; vierzehntägig fortnight
""",
    half_to="halb",
    quarter_past="viertel nach",
    quarter_to="viertel vor",
    at="um gegen ab bis seit vor nach",
    oclock="uhr h",
    morning="morgens; vormittags; am morgen; am vormittag; früh",
    afternoon="nachmittags; abends; am nachmittag; am abend; nachts",
    noon="mittags",
    midnight="mitternacht",
    sequence="dann danach anschließend zuletzt schließlich daraufhin hinterher",
    between="zwischen",
)
